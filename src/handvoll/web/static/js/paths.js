// What can be touched next: the legal moves as a tree of the symbols to touch in order. Knows no rules.

/**
 * @param {Record<string, string[]>} paths for each move the ids to touch
 */
export class Paths {
  constructor(paths = {}) {
    this.root = node();
    for (const [move, ids] of Object.entries(paths)) {
      let here = this.root;
      for (const id of ids) {
        if (!here.next.has(id)) here.next.set(id, node());
        here = here.next.get(id);
      }
      here.move = move;
    }
    this.chosen = [];
  }

  /** The ids that may be touched now. */
  get lit() {
    return new Set(this.#here().next.keys());
  }

  /** All ids that occur in any path. */
  get ids() {
    const found = new Set();
    const collect = (here) => {
      for (const [id, below] of here.next) {
        found.add(id);
        collect(below);
      }
    };
    collect(this.root);
    return found;
  }

  /**
   * Touch one id: {move} when that completes a move, {more: true} when the choice goes on, {again: true} when
   * the choice was dropped or begun anew, {refused: ids} when nothing legal goes that way.
   */
  touch(id) {
    const here = this.#here();
    if (here.next.has(id)) {
      this.chosen = [...this.chosen, id];
      const { move } = here.next.get(id);
      if (move === undefined) return { more: true };
      this.chosen = [];
      return { move };
    }
    const tried = [...this.chosen, id];
    if (this.chosen.includes(id)) {
      this.chosen = [];
      return { again: true };
    }
    if (this.root.next.has(id)) {
      this.chosen = [id];
      const { move } = this.root.next.get(id);
      if (move === undefined) return { again: true };
      this.chosen = [];
      return { move };
    }
    return { refused: tried };
  }

  /** Drop what was chosen so far. */
  reset() {
    this.chosen = [];
  }

  #here() {
    return this.chosen.reduce((here, id) => here.next.get(id), this.root);
  }
}

function node() {
  return { next: new Map(), move: undefined };
}
