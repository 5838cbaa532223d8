// A little paper in the air for who won.

const PIECES = 70;
const COLOURS = ["--red", "--yellow", "--green", "--blue", "--violet", "--turquoise"];
const still = matchMedia("(prefers-reduced-motion: reduce)");

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
