// The card at the end of a game: how it came out, and what one can do with it.

import { button } from "./made.js";
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
    if (seen !== now.end.text && isWon(now)) import("./party.js").then(({ celebrate }) => celebrate());
    seen = now.end.text;
  };
}

/** The headline of an end for the reader: "You won!", … */
export function headline(now, about) {
  const { places, by_rules: byRules } = now.end;
  const winners = places.filter((place) => place === 1).length;
  if (now.players === 1) return byRules && isWon(now) ? say("solo-end") : say("over");
  if (winners === now.players) return say("drawn");
  if (now.me.length !== 1) return say("over");
  if (places[now.me[0]] !== 1) return say("lost");
  return winners > 1 ? say("shared") : say("won");
}

/** Whether the reader has something to celebrate: alone, where the picture shows what was won. */
function isWon(now) {
  if (now.players === 1) return now.scene.symbols.some(({ marks }) => marks?.includes("won"));
  return now.me.some((seat) => now.end.places[seat] === 1) && new Set(now.end.places).size > 1;
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
