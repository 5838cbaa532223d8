// What one can do besides touching the board: the buttons below it, and answers to offers.

import { button } from "./made.js";
import { nameOf } from "./seats.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

/** Show what can be done; `playMove(move)` plays one, `send(request)` sends anything else. */
export function showActs({ now, sending, looking }, about, playMove, send) {
  const running = now.phase === "running";
  for (const one of document.querySelectorAll("[data-can]")) {
    one.hidden = !now.can.includes(one.dataset.can) || (now.seat === null && now.me.length > 1 && running);
    if (one.matches("button")) one.disabled = Boolean(sending);
  }
  if (now.rematch) document.querySelector("[data-do=rematch]").textContent = say("awaited");
  $("looking").hidden = !looking;
  $("type").hidden = !running || now.seat === null;
  const moves = running && !looking ? freeMoves(now) : [];
  const buttons = moves.map(([move, text]) => button(text, () => playMove(move), "main"));
  for (const one of buttons) one.disabled = Boolean(sending);
  $("moves").replaceChildren(...buttons);
  $("offers").replaceChildren(...now.offers.flatMap((offer) => offerParts(now, about, offer, send)));
}

/** Moves without anything to touch on the board. */
function freeMoves(now) {
  const buttons = Object.entries(now.buttons ?? {});
  for (const [move, path] of Object.entries(now.paths ?? {})) {
    if (!path.length) buttons.push([move, move]);
  }
  return buttons;
}

function offerParts(now, about, offer, send) {
  const [mine] = offer.yours;
  if (mine === undefined && !now.me.includes(offer.seat)) return [];
  const text = document.createElement("p");
  text.className = "offer";
  const name = nameOf(now, about, offer.seat);
  text.textContent = mine === undefined ? say("offered") : say(`offer-${offer.what}`, { name });
  if (mine === undefined) return [text];
  const answer = (accept) => send({ do: "respond", seat: mine, offer: offer.offer, accept });
  return [text, button(say("agree"), () => answer(true), "main"), button(say("refuse"), () => answer(false))];
}
