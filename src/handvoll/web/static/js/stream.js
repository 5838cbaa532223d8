// Server-sent events that come back by themselves after a bad line, a restart or a long sleep.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const SILENCE_MS = 45_000; // the server sends a heartbeat more often than this

/**
 * Follow a stream of snapshots. `onEvent(data)` gets each one, `onHere(data)` who came or went, `onBeat(word)` a
 * word to be sent back at once; `onLine(up)` is told when the line comes and goes. Returns the function that ends
 * it.
 */
export function follow(url, { onEvent, onHere, onBeat, onLine }) {
  let source = null;
  let wait = FIRST_WAIT_MS;
  let retry = 0;
  let silence = 0;
  let closed = false;

  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE_MS);
  };
  const again = () => {
    source?.close();
    source = null;
    clearTimeout(silence);
    clearTimeout(retry);
    if (closed) return;
    onLine(false);
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };
  const open = () => {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(url());
    source.onopen = () => {
      wait = FIRST_WAIT_MS;
      onLine(true);
      heard();
    };
    source.onmessage = (event) => {
      heard();
      onEvent(JSON.parse(event.data));
    };
    source.addEventListener("here", (event) => {
      heard();
      onHere(JSON.parse(event.data));
    });
    source.addEventListener("beat", (event) => {
      heard();
      const { word } = JSON.parse(event.data);
      if (word) onBeat(word);
    });
    source.addEventListener("bye", again);
    source.onerror = again;
    heard();
  };
  const wake = () => {
    if (document.hidden || closed) return;
    if (source?.readyState === EventSource.OPEN) return;
    wait = FIRST_WAIT_MS;
    open();
  };

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", again);
  open();
  return () => {
    closed = true;
    source?.close();
    clearTimeout(silence);
    clearTimeout(retry);
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", wake);
    removeEventListener("offline", again);
  };
}
