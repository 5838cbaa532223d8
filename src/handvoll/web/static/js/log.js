// What happened, in words; each line leads back to its moment.

import { say } from "./words.js";

/** Put the newer lines in place of all after `from`; returns the whole log. */
export function merged(log, from, newer) {
  return [...log.filter((line) => line.event <= from), ...newer];
}

/** Draw the log, the newest line first; `look(ply)` is called for a touched one. Only what is new is added. */
export function showLog(list, log, { looking, look, colours }) {
  const wanted = log.map((line) => `${line.event}:${line.text}`);
  let same = 0;
  const old = () => list.children.length;
  while (same < wanted.length && list.children[old() - 1 - same]?.dataset.line === wanted[same]) same += 1;
  while (old() > same) list.firstChild.remove();
  for (let i = same; i < log.length; i += 1) list.prepend(row(log[i], wanted[i], look, colours));
  for (const item of list.children) {
    const here = looking !== null && item.dataset.ply === String(looking);
    item.firstChild.toggleAttribute("aria-current", here);
  }
}

/** One line; where one can look back to its moment, `look(ply)` is called. */
export function row(line, key, look, colours) {
  const item = document.createElement("li");
  item.dataset.line = key;
  const seen = line.ply !== null && line.ply !== undefined;
  const inside = document.createElement(seen ? "button" : "span");
  inside.textContent = line.text;
  if (seen) {
    item.dataset.ply = line.ply;
    inside.type = "button";
    inside.addEventListener("click", () => look(line.ply));
  }
  if (line.seat !== null && line.seat !== undefined) {
    inside.style.setProperty("--seat", `var(--${colours[line.seat]})`);
    inside.classList.add("of-seat");
  }
  item.append(inside);
  return item;
}

/** The steps one can look back to, in order. */
export const plies = (log) => [...new Set([0, ...log.map((line) => line.ply).filter((ply) => ply != null)])];

/** What the page says about the moment looked at. */
export function lookingAt(ply, log) {
  const text = log.find((line) => line.ply === ply)?.text;
  return ply === 0 ? say("start-step") : say("looking-back", { ply, last: plies(log).at(-1), text });
}
