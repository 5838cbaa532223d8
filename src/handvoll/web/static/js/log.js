// What happened, in words; each line leads back to its moment.

import { say } from "./words.js";

/** Put the newer lines in place of all after `from`; returns the whole log. */
export function merged(log, from, newer) {
  return [...log.filter((line) => line.event <= from), ...newer];
}

/** Draw the log; `look(ply)` is called for a touched line. Only what is new is added. */
export function showLog(list, log, looking, look) {
  const wanted = log.map((line) => `${line.event}:${line.text}`);
  let same = 0;
  while (same < wanted.length && list.children[same]?.dataset.line === wanted[same]) same += 1;
  while (list.children.length > same) list.lastChild.remove();
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 60;
  for (let i = same; i < log.length; i += 1) list.append(row(log[i], wanted[i], look));
  if (atEnd && same < log.length) list.scrollTop = list.scrollHeight;
  for (const item of list.children) {
    const here = looking !== null && item.dataset.ply === String(looking);
    item.firstChild.toggleAttribute("aria-current", here);
  }
}

function row(line, key, look) {
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
  if (line.seat !== null && line.seat !== undefined) inside.dataset.seat = line.seat;
  item.append(inside);
  return item;
}

/** The steps one can look back to, in order. */
export const plies = (log) => [...new Set([0, ...log.map((line) => line.ply).filter((ply) => ply != null)])];

/** What the page says about the moment looked at. */
export function lookingAt(ply, log) {
  return ply === 0 ? say("start-step") : say("looking-back", { ply, last: plies(log).at(-1) });
}
