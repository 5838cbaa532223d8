// A chosen move on its way: kept until the house has answered, sent again with the same key after a bad line,
// never sent twice, never lost in silence.

import { NoLine, Refused, newKey, post } from "./talk.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;
const EARLY_MS = 120;
const LATEST_MS = 500; // clocks may differ

/**
 * An outbox for one table. `onChange(state)` is told "sending", "early" (its time has not come), "waiting" (for the
 * line) or null; `onDone(answer)` and `onRefused(refused)` how it came out; `untilTime()` gives the milliseconds
 * after which what is early may be asked again.
 */
export function outbox(table, { onChange, onDone, onRefused, untilTime }) {
  const kept = `handvoll-move-${table}`;
  let pending = null; // {body, key}
  let wait = FIRST_WAIT_MS;
  let retry = 0;

  const settle = () => {
    pending = null;
    sessionStorage.removeItem(kept);
    onChange(null);
  };
  const send = async () => {
    clearTimeout(retry);
    const mine = pending;
    try {
      const answer = await post(`/api/tables/${table}`, mine.body, mine.key);
      settle();
      onDone(answer, mine.body);
    } catch (error) {
      if (error instanceof NoLine) return later("waiting", wait);
      if (!(error instanceof Refused)) throw error;
      if (error.code === "too-early") return later("early", Math.max(EARLY_MS, Math.min(untilTime(), LATEST_MS)));
      if (error.code === "too-many") return later("waiting", LONGEST_WAIT_MS);
      settle();
      onRefused(error, mine.body);
    }
  };
  const later = (state, ms) => {
    onChange(state);
    wait = state === "waiting" ? Math.min(wait * 2, LONGEST_WAIT_MS) : wait;
    retry = setTimeout(send, ms);
  };

  return {
    get busy() {
      return pending !== null;
    },
    /** Send a request; false while another is on its way. */
    put(body) {
      if (pending) return false;
      pending = { body, key: newKey() };
      wait = FIRST_WAIT_MS;
      sessionStorage.setItem(kept, JSON.stringify(pending));
      onChange("sending");
      send();
      return true;
    },
    /** The line is back: do not wait any longer. */
    nudge() {
      if (!pending || !retry) return;
      wait = FIRST_WAIT_MS;
      send();
    },
    /** Take up what was on its way when the page was closed or loaded anew. */
    resume() {
      const text = sessionStorage.getItem(kept);
      if (!text || pending) return;
      pending = JSON.parse(text);
      onChange("sending");
      send();
    },
  };
}
