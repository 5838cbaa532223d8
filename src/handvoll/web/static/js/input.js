// Mouse, touch, drag and keyboard on a stage, all as touches of symbols. Knows no rules.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAGES = { PageDown: 1, PageUp: -1 };
const DRAG_PX = 8;

/**
 * Bind input: `touch(id)` is called for each symbol touched, `drop()` when a choice is to be dropped.
 * Returns the function that unbinds.
 */
export function bindInput(svg, stage, { touch, drop }) {
  let pressed = null; // {id, x, y, letGo}
  let current = null; // the id that has the keyboard's focus
  let byKeys = false; // whether the keyboard was used last

  const isLit = (id) => stage.get(id)?.classList.contains("lit");
  const down = (event) => {
    byKeys = false;
    const id = stage.idAt(event.clientX, event.clientY);
    if (!id || event.button) return;
    pressed = { id, x: event.clientX, y: event.clientY, letGo: null };
  };
  const move = (event) => {
    if (!pressed || pressed.letGo) return;
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAG_PX) return;
    if (!isLit(pressed.id)) return;
    touch(pressed.id);
    svg.setPointerCapture(event.pointerId);
    pressed.letGo = stage.lift(pressed.id, event);
  };
  // A finger on what can be dragged does not scroll the page instead.
  const hold = (event) => {
    if (event.cancelable && pressed && (pressed.letGo || isLit(pressed.id))) event.preventDefault();
  };
  const up = (event) => {
    if (!pressed) return;
    const { id, letGo } = pressed;
    pressed = null;
    const over = stage.idAt(event.clientX, event.clientY);
    if (!letGo) {
      if (over === id) touch(id);
      return;
    }
    letGo();
    if (over && over !== id) touch(over);
    else drop();
  };
  const cancel = () => {
    pressed?.letGo?.();
    pressed = null;
  };
  const key = (event) => {
    byKeys = true;
    if (event.key === "Escape") return drop();
    const here = event.target.closest?.("[data-id]")?.dataset.id;
    if (event.key === "Enter" || event.key === " ") {
      if (!here) return;
      event.preventDefault();
      touch(here);
      return focus(here);
    }
    const next = nextFrom(here, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next) focus(next);
  };
  /** Where a key leads: arrows to the neighbour, page keys through what can be touched now. */
  const nextFrom = (here, pressedKey) => {
    if (pressedKey in ARROWS) return here ? stage.neighbour(here, ...ARROWS[pressedKey]) : current;
    if (!(pressedKey in PAGES)) return undefined;
    const open = stage.ids(({ id }) => isLit(id));
    const at = open.indexOf(here);
    return open.at(at < 0 ? 0 : (at + PAGES[pressedKey]) % open.length) ?? null;
  };
  const focus = (id) => {
    const g = stage.get(id);
    if (!g || !g.classList.contains("touchable")) return;
    stage.get(current)?.setAttribute("tabindex", "-1");
    current = id;
    g.setAttribute("tabindex", "0");
    g.focus({ preventScroll: true });
  };
  /** Keep exactly one symbol reachable with the Tab key. */
  const settle = () => {
    if (!stage.get(current)?.classList.contains("touchable")) {
      const open = stage.ids(({ id }) => isLit(id));
      current = open[0] ?? null;
    }
    stage.get(current)?.setAttribute("tabindex", "0");
    // Things come and go; who plays by keys stays on the board.
    if (byKeys && current && document.activeElement === document.body) focus(current);
  };

  const bound = { pointerdown: down, pointermove: move, touchmove: hold, pointerup: up, pointercancel: cancel, keydown: key };
  for (const [name, handler] of Object.entries(bound)) svg.addEventListener(name, handler, { passive: false });
  return {
    settle,
    unbind: () => {
      for (const [name, handler] of Object.entries(bound)) svg.removeEventListener(name, handler);
    },
  };
}
