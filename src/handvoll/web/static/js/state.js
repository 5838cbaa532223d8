// One state for a page: who changes it calls `set`, who shows it subscribes and is called once a frame.

export function createState(initial) {
  let state = initial;
  let scheduled = false;
  const listeners = new Set();
  const flush = () => {
    scheduled = false;
    for (const listener of listeners) listener(state);
  };
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      if (!scheduled) {
        scheduled = true;
        // A hidden page gets no frames, but its title still has to say whose turn it is.
        if (document.hidden) setTimeout(flush);
        else requestAnimationFrame(flush);
      }
    },
    /** Returns the function that unsubscribes. */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
