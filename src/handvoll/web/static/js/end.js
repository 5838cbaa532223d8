// The card at the end of a game: how it came out, and what one can do with it.

import { button } from "./made.js";
import { celebrate, headline, isWon } from "./party.js";
import { ask, trying } from "./talk.js";
import { say } from "./words.js";

/** Returns what shows the end of `now`; an end that was `seen` when the page came is not celebrated again. */
export function endCard(about, seen) {
  const place = document.getElementById("end");
  return (now) => {
    place.hidden = now.phase !== "over";
    if (place.hidden || place.dataset.shown === now.end.text) return;
    place.dataset.shown = now.end.text;
    place.querySelector("h2").textContent = headline(now, about);
    place.querySelector("p").textContent = now.end.text;
    place.lastElementChild.replaceChildren(place.querySelector("[data-do=rematch]"), ...links(now, about));
    if (seen !== now.end.text && isWon(now)) celebrate();
    seen = now.end.text;
  };
}

function links(now, about) {
  const row = [link(`/t/${now.table}/replay`, say("replay")), link(`/pictures/tables/${now.table}.png`, say("picture"))];
  if (navigator.share) {
    const shared = { text: `${about.title}: ${now.end.text}`, url: `${location.href}/replay` };
    row.push(button(say("share"), () => navigator.share(shared).catch(() => {})));
  }
  if (about.chance) {
    const check = button(say("check"), async () => {
      const verdict = await trying(() => ask("GET", `/api/tables/${now.table}/verify`));
      if (verdict) check.replaceWith(`${verdict.fair ? "✓" : "✗"} ${verdict.message}`);
    });
    row.push(check);
  }
  return row;
}

function link(href, text) {
  const made = document.createElement("a");
  made.className = "button";
  made.href = href;
  made.textContent = text;
  return made;
}
