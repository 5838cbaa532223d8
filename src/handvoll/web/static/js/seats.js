// The seats around the table: names, clocks, scores, who is to act.

import { say } from "./words.js";

const PRESENT_CHAIR = "guest";
let ticking = 0;

/** What a seat is called. */
export function nameOf(now, about, seat) {
  const given = now.seats[seat]?.name;
  return given || about.seats[seat] || say("player", { number: seat + 1 });
}

/** Draw the seats, and let the running clocks run until the next snapshot. */
export function showSeats(list, now, about) {
  clearInterval(ticking);
  list.hidden = now.players === 1 && !now.seats[0].clock; // who plays alone knows who plays
  const arrived = performance.now();
  list.replaceChildren(...now.seats.map((seat) => chip(now, about, seat)));
  const clocks = now.seats.filter((seat) => seat.clock);
  const tick = () => {
    for (const seat of clocks) {
      const passed = seat.clock.running ? performance.now() - arrived : 0;
      const left = Math.max(0, seat.clock.left_ms - passed);
      const shown = list.children[seat.seat].querySelector(".clock");
      shown.textContent = clockText(left);
      shown.classList.toggle("short", left < 10_000);
    }
  };
  tick();
  if (clocks.some((seat) => seat.clock.running)) ticking = setInterval(tick, 250);
}

function chip(now, about, seat) {
  const item = document.createElement("li");
  const acts = now.phase === "running" && now.to_act.includes(seat.seat);
  item.className = ["seat", acts && "asked", seat.mine && "own", seat.lost && "out"].filter(Boolean).join(" ");
  item.style.setProperty("--seat", `var(--${about.colours[seat.seat]})`);
  add(item, "dot", "");
  add(item, "who", nameOf(now, about, seat.seat));
  const notes = [];
  if (seat.mine && now.seats.length > 1) notes.push(say("you"));
  if (seat.kind === "bot") notes.push(say("computer", { level: seat.level }));
  if (seat.kind === "open") notes.push(say(seat.kept ? "kept" : "free"));
  if (seat.away) notes.push(say("away"));
  else if (seat.kind === PRESENT_CHAIR && !seat.mine && !seat.here) notes.push(say("gone"));
  if (notes.length) add(item, "note", notes.join(", "));
  if (acts) add(item, "unseen", say(seat.kind === "bot" ? "thinks" : "to-play"));
  if (acts && seat.kind === "bot") item.append(thinking());
  if (seat.clock) add(item, "clock", "");
  if (seat.score !== null && now.players > 1) add(item, "score", String(seat.score));
  if (seat.place === 1 && now.players > 1) item.classList.add("winner");
  return item;
}

function add(item, kind, text) {
  const span = document.createElement("span");
  span.className = kind;
  span.textContent = text;
  item.append(span);
}

function thinking() {
  const dots = document.createElement("span");
  dots.className = "thinking";
  dots.setAttribute("aria-hidden", "true");
  dots.append(...[0, 1, 2].map(() => document.createElement("i")));
  return dots;
}

function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} d`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)} h`;
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

const pad = (number) => String(number).padStart(2, "0");
