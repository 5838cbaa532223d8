// How a game came out, and a little paper in the air for who won.

import { say } from "./words.js";

const PIECES = 70;
const COLOURS = ["--red", "--yellow", "--green", "--blue", "--violet", "--turquoise"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

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
export function isWon(now) {
  if (now.players === 1) return now.scene.symbols.some(({ marks }) => marks?.includes("won"));
  return now.me.some((seat) => now.end.places[seat] === 1) && new Set(now.end.places).size > 1;
}

/** Let paper fall over the page, once. */
export function celebrate() {
  if (still.matches || document.hidden) return;
  const air = document.createElement("div");
  air.className = "confetti";
  air.setAttribute("aria-hidden", "true");
  document.body.append(air);
  const falls = Array.from({ length: PIECES }, (_, i) => {
    const piece = document.createElement("i");
    piece.style.background = `var(${COLOURS[i % COLOURS.length]})`;
    piece.style.left = `${Math.random() * 100}%`;
    air.append(piece);
    const drift = (Math.random() - 0.5) * 30;
    const turn = (Math.random() - 0.5) * 1400;
    return piece.animate(
      [
        { transform: "translate(0, -10vh) rotate(0deg)", opacity: 1 },
        { transform: `translate(${drift}vw, 105vh) rotate(${turn}deg)`, opacity: 0.9 },
      ],
      { duration: 1800 + Math.random() * 1600, delay: Math.random() * 500, easing: "cubic-bezier(.2,.5,.6,1)", fill: "both" },
    ).finished;
  });
  Promise.allSettled(falls).then(() => air.remove());
}
