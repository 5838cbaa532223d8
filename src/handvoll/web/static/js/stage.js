// Draws scenes into an <svg>: symbols keyed by id, moved by transforms, one redraw path. Knows no rules.

const SVG = "http://www.w3.org/2000/svg";
const MOVE_MS = 280;
const FADE_MS = 180;
const FALL_MS = 360;
const TURN_MS = 420;
const REFUSED_MS = 2500;
// What changes its face: a card is turned over, a die tumbles.
const FLIP = [{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }];
const TUMBLE = [
  { transform: "translateY(-0.5px) rotate(-300deg) scale(1.15)" },
  { transform: "translateY(0.05px) rotate(20deg) scale(0.97)", offset: 0.75 },
  { transform: "none" },
];
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Stage {
  #svg;
  #defs;
  #things;
  #over = element("g", { class: "overlay", "aria-hidden": "true" });
  #refused = element("g", { class: "overlay", "aria-hidden": "true" });
  #focus = element("g", { class: "overlay", "aria-hidden": "true" });
  #drawn = new Map(); // id -> {g, use, text, placed, symbol}
  #places = new Map(); // place -> what lies there, from below to above
  #stacks = new Map(); // id of a spot -> the symbols of the stack on it, from the top down
  #sizes = new Map(); // drawing -> its box
  #scene = null;
  #box = null;
  #zooms = [];
  #ms = MOVE_MS;

  constructor(svg) {
    this.#svg = svg;
    // The server may have drawn already: its drawings are kept, its things are placed anew.
    this.#defs = svg.querySelector("defs") ?? element("defs");
    this.#things = svg.querySelector("g.things") ?? element("g", { class: "things" });
    svg.append(this.#defs, this.#things, this.#over, this.#refused, this.#focus);
    // A ring of our own: outlines of browsers are a whole unit thick here.
    svg.addEventListener("focusin", ({ target }) => {
      const id = target.matches(":focus-visible") ? target.dataset.id : undefined;
      this.#focus.replaceChildren(...(id ? [this.#ring(id, "focused")] : []));
    });
    svg.addEventListener("focusout", () => this.#focus.replaceChildren());
    for (const way of ["focusin", "pointerover"]) {
      svg.addEventListener(way, ({ target }) => this.#lookInto(target.closest("[data-id]")?.dataset.id));
    }
  }

  /** Take the drawings from a game's symbols.svg. */
  async load(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    // The page has ids of its own.
    const text = (await answer.text()).replace(/\bid="|\burl\(#|\bhref="#/g, "$&s-");
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const parts = [...parsed.documentElement.children].flatMap((part) =>
      part.localName === "defs" ? [...part.children] : [part],
    );
    this.#defs.replaceChildren(...parts.map((part) => document.importNode(part, true)));
  }

  /** Show a scene; what moved since the last one slides for `ms`, what is new or gone fades. */
  show(scene, { animate = true, ms = MOVE_MS } = {}) {
    const moving = animate && this.#scene !== null && !still.matches && !document.hidden;
    if (this.#scene === null) this.#things.replaceChildren();
    this.#ms = ms;
    this.#scene = scene;
    this.#zoom(scene.box, moving);
    const gone = new Map(this.#drawn);
    const ordered = [...scene.symbols].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
    let previous = null;
    for (const symbol of ordered) {
      gone.delete(symbol.id);
      const thing = this.#drawn.get(symbol.id) ?? this.#create(symbol, moving);
      this.#update(thing, symbol, moving);
      const after = previous ? previous.nextSibling : this.#things.firstChild;
      if (thing.g !== after) this.#things.insertBefore(thing.g, after);
      previous = thing.g;
    }
    for (const [id, thing] of gone) this.#remove(id, thing, moving);
    this.#places = new Map();
    for (const symbol of ordered) {
      const place = placeOf(symbol);
      this.#places.set(place, [...(this.#places.get(place) ?? []), this.#drawn.get(symbol.id)]);
    }
    this.#findStacks(scene.symbols);
  }

  /** Mark which symbols may be touched now, which are chosen already, and which a hint names. */
  light(touchable, lit, chosen, hinted = []) {
    for (const [id, { g, symbol }] of this.#drawn) {
      const stacked = this.isStack(id);
      const on = touchable.has(id) || stacked;
      g.classList.toggle("touchable", on);
      g.classList.toggle("lit", lit.has(id));
      g.classList.toggle("chosen", chosen.includes(id));
      if (on) {
        g.setAttribute("role", "button");
        g.setAttribute("aria-disabled", String(!lit.has(id) && !chosen.includes(id) && !stacked));
        g.setAttribute("aria-pressed", String(chosen.includes(id)));
        g.setAttribute("tabindex", "-1");
      } else {
        g.removeAttribute("tabindex");
        g.removeAttribute("aria-disabled");
        g.removeAttribute("aria-pressed");
        g.setAttribute("role", symbol.label ? "img" : "presentation");
      }
    }
    this.#over.replaceChildren(
      ...[...lit].map((id) => this.#ring(id, "lit")),
      ...chosen.map((id) => this.#ring(id, "chosen")),
      ...hinted.map((id) => this.#ring(id, "hinted")),
    );
  }

  /** Ring the symbols that a refused move named, for a moment; what is lit may change meanwhile. */
  refuse(ids) {
    const rings = ids.map((id) => this.#ring(id, "refused"));
    this.#refused.append(...rings);
    setTimeout(() => rings.forEach((ring) => ring.remove()), REFUSED_MS);
  }

  /** The id of the touchable symbol at a point of the screen, or null. */
  idAt(x, y) {
    const hit = document.elementFromPoint(x, y)?.closest?.("[data-id]");
    return hit && this.#svg.contains(hit) && hit.classList.contains("touchable") ? hit.dataset.id : null;
  }

  /** Whether there is a stack on that spot, to be looked into. */
  isStack(id) {
    return this.#stacks.has(id);
  }

  /** The <g> of a symbol, or undefined. */
  get(id) {
    return this.#drawn.get(id)?.g;
  }

  /** The symbol on show under that id, or undefined. */
  symbol(id) {
    return this.#drawn.get(id)?.symbol;
  }

  /** The ids on show for which `wanted(symbol)` holds. */
  ids(wanted = () => true) {
    return [...this.#drawn].filter(([, { symbol }]) => wanted(symbol)).map(([id]) => id);
  }

  /** The spots that a written move names. */
  named(text) {
    const says = (name) => new RegExp(`(?<![\\d,a-z])${name}(?![\\d,])`, "i").test(text);
    return this.ids(({ id }) => isSpot(id) && says(id.slice(3)));
  }

  /** The topmost thing lying on a symbol's place (the symbol itself if nothing lies on it). */
  thingOn(id) {
    const spot = this.symbol(id);
    if (!spot) return undefined;
    const lying = this.#near(spot).filter(({ symbol }) => (symbol.layer ?? 0) > (spot.layer ?? 0));
    return lying.at(-1) ?? this.#drawn.get(id);
  }

  /** Let a thing follow the pointer; returns a function that lets it go again. */
  lift(id, event) {
    const thing = this.thingOn(id);
    if (!thing) return () => {};
    const follow = (now) => {
      const point = this.#point(now);
      thing.g.style.transform = transform({ ...thing.symbol, x: point.x, y: point.y });
    };
    thing.g.classList.add("lifted");
    follow(event);
    this.#svg.addEventListener("pointermove", follow);
    return () => {
      this.#svg.removeEventListener("pointermove", follow);
      thing.g.classList.remove("lifted");
      const from = thing.g.style.transform;
      thing.g.style.transform = thing.placed;
      if (!still.matches) this.#slide(thing, from); // home; or on from there, should it have been a move
    };
  }

  /** The nearest touchable symbol from `id` in the direction (dx, dy), or null. */
  neighbour(id, dx, dy) {
    const from = this.symbol(id);
    if (!from) return null;
    let best = null;
    let least = Infinity;
    for (const other of this.ids((symbol) => this.get(symbol.id).classList.contains("touchable"))) {
      const to = this.symbol(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy - (to.y - from.y) * dx);
      if (along < 0.2) continue;
      const far = along + 3 * aside;
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }

  /** What lies at the place of a symbol, it too, from below to above. */
  #near(spot) {
    return this.#places.get(placeOf(spot)) ?? [];
  }

  // --- inside ------------------------------------------------------------------------------------

  #findStacks(symbols) {
    this.#stacks = new Map();
    const spots = new Map(symbols.filter(({ id }) => isSpot(id)).map((spot) => [placeOf(spot), spot.id]));
    const floors = new Map(); // id of a thing -> the spot its stack stands on
    for (const symbol of symbols.filter(({ above }) => above)) {
      const below = this.symbol(symbol.above);
      const spot = floors.get(below.id) ?? spots.get(placeOf(below));
      floors.set(symbol.id, spot);
      this.#stacks.set(spot, [symbol, ...(this.#stacks.get(spot) ?? [below])]);
    }
    for (const id of spots.values()) {
      const inside = this.#stacks.get(id)?.map(({ label }) => label).join("; ");
      if (inside) this.get(id).setAttribute("aria-description", inside);
      else this.get(id).removeAttribute("aria-description");
    }
    this.#lookInto();
  }

  /** Lay out the stack on a spot in a row, the top one first; without one the row goes away. */
  #lookInto(id) {
    const row = this.#svg.parentElement.querySelector(".stack");
    if (!row) return;
    const stack = this.#stacks.get(id) ?? [];
    row.toggleAttribute("hidden", !stack.length);
    row.setAttribute("viewBox", `-0.6 -0.6 ${stack.length * 1.1 + 0.1} 1.2`);
    row.replaceChildren(
      ...stack.map(({ symbol }, i) => element("use", { href: `#s-${symbol}`, x: i * 1.1 })),
    );
  }

  #create(symbol, moving) {
    const g = element("g", { "data-id": symbol.id });
    const use = element("use");
    g.append(use);
    const thing = { g, use, text: null, placed: "", slide: null, look: "", symbol };
    this.#drawn.set(symbol.id, thing);
    if (moving && !isSpot(symbol.id)) g.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
    return thing;
  }

  #update(thing, symbol, moving) {
    const { g, use } = thing;
    const turned = moving && thing.symbol !== symbol && thing.symbol.symbol !== symbol.symbol;
    thing.symbol = symbol;
    const drawing = `#s-${symbol.symbol}`;
    if (use.getAttribute("href") !== drawing) use.setAttribute("href", drawing);
    if (turned) use.animate(symbol.symbol.startsWith("die-") ? TUMBLE : FLIP, { duration: TURN_MS, easing: "ease-out" });
    // Nothing is written that is so already: each touch of a class or a place costs every frame that follows.
    const look = ["thing", ...(symbol.marks ?? []).map((mark) => `mark-${mark}`)].join(" ");
    if (look !== thing.look) g.setAttribute("class", (thing.look = look));
    if (symbol.label) g.setAttribute("aria-label", symbol.label);
    else g.removeAttribute("aria-label");
    if (symbol.text && !thing.text) {
      thing.text = element("text", { class: "print" });
      g.append(thing.text);
    }
    if (thing.text) thing.text.textContent = symbol.text ?? "";
    const placed = transform(symbol);
    if (placed === thing.placed) return;
    // Only what is still on its way has to be asked where it is; asking makes the page measure itself.
    const from = thing.slide?.playState === "running" ? getComputedStyle(g).transform : thing.placed;
    g.style.transform = placed;
    thing.placed = placed;
    if (!moving || !from) return;
    this.#slide(thing, from);
  }

  #slide(thing, from) {
    const how = { duration: this.#ms, easing: "ease-in-out" };
    thing.slide = thing.g.animate([{ transform: from }, { transform: thing.placed }], how);
  }

  #remove(id, thing, moving) {
    this.#drawn.delete(id);
    if (!moving || isSpot(id)) return thing.g.remove();
    // What leaves the table falls off it.
    const away = { opacity: 0, transform: `${thing.placed} translateY(0.7px) rotate(14deg) scale(0.75)` };
    const fall = thing.g.animate([{ transform: thing.placed }, away], { duration: FALL_MS, easing: "ease-in", fill: "forwards" });
    fall.onfinish = () => thing.g.remove();
  }

  /** How large a drawing is; measured once. */
  #boxOf({ use, symbol }) {
    if (!this.#sizes.has(symbol.symbol)) this.#sizes.set(symbol.symbol, use.getBBox());
    return this.#sizes.get(symbol.symbol);
  }

  /** A ring around a thing, or a dot on an empty spot. */
  #ring(id, kind) {
    const thing = this.#drawn.get(this.#stacks.get(id)?.[0].id ?? id);
    if (!thing) return element("g");
    const { x, y, width, height } = this.#boxOf(thing);
    const bare = this.thingOn(id) === thing && !thing.symbol.text;
    const empty = kind === "lit" && bare && isSpot(id);
    const mark = element("g", { class: kind });
    if (empty) mark.append(element("circle", { class: "dot", r: Math.min(width, height) * 0.16 }));
    else {
      // Light around dark: it shows on wood, on felt and on paper.
      const frame = { x: x + width * 0.02, y: y + height * 0.02, width: width * 0.96, height: height * 0.96 };
      frame.rx = Math.min(width, height) * 0.14;
      mark.append(element("rect", { ...frame, class: "casing" }), element("rect", { ...frame, class: "ring" }));
    }
    mark.style.transform = thing.placed;
    return mark;
  }

  #zoom(box, moving) {
    const from = this.#box;
    this.#box = box;
    if (from?.every((value, i) => value === box[i])) return;
    const before = moving && from && this.#things.getScreenCTM();
    for (const zoom of this.#zooms) zoom.cancel();
    this.#svg.setAttribute("viewBox", box.join(" "));
    if (!before) return;
    const { a, b, c, d, e, f } = this.#things.getScreenCTM().inverse().multiply(before);
    const start = [{ transform: `matrix(${[a, b, c, d, e, f]})` }, { transform: "none" }];
    const how = { duration: MOVE_MS, easing: "ease-in-out" };
    this.#zooms = [this.#things, this.#over, this.#refused, this.#focus].map((layer) => layer.animate(start, how));
  }

  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
  }
}

/** Whether an id is that of an empty square, which comes and goes with the moves that name it. */
const isSpot = (id) => id.startsWith("at-");

const placeOf = ({ x, y }) => `${Math.round(x * 2.5)} ${Math.round(y * 2.5)}`;

function transform({ x, y, turn = 0, scale = 1 }) {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
}

function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
