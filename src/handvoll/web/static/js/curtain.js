// The curtain of a device with several secret hands: who looks next says so first.

import { button } from "./made.js";
import { nameOf } from "./seats.js";
import { say } from "./words.js";

/** Hang the curtain for those who are asked `now`, or take it down (null). `lookAs(seat)` shows a seat its hand. */
export function showCurtain(now, about, lookAs) {
  const place = document.getElementById("curtain");
  place.hidden = !now;
  if (!now) return place.replaceChildren();
  const seats = now.me.filter((seat) => now.to_act.includes(seat));
  const key = seats.join();
  if (place.dataset.seats === key && place.childElementCount) return undefined;
  place.dataset.seats = key;
  const title = document.createElement("h2");
  title.textContent = say("hand-over", { name: nameOf(now, about, seats[0]) });
  const note = document.createElement("p");
  note.textContent = say("look-away");
  const look = async (seat) => {
    for (const one of buttons) one.disabled = true;
    await lookAs(seat);
    for (const one of buttons) one.disabled = false;
  };
  const buttons = seats.map((seat, i) =>
    button(say("i-am", { name: nameOf(now, about, seat) }), () => look(seat), i ? "" : "main"),
  );
  const row = document.createElement("div");
  row.className = "row";
  row.append(...buttons);
  place.replaceChildren(title, note, row);
}
