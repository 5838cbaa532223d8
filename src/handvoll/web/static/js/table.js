// The table: one state, shown in one place each; what is touched goes out through the outbox.

import { showActs } from "./acts.js";
import { showCurtain } from "./curtain.js";
import { endCard, headline } from "./end.js";
import { bindInput } from "./input.js";
import { lookingAt, merged, plies, showLog } from "./log.js";
import { bindMenu } from "./menu.js";
import { outbox } from "./outbox.js";
import { Paths } from "./paths.js";
import { nameOf, showSeats } from "./seats.js";
import { play as sound } from "./sound.js";
import { Stage } from "./stage.js";
import { createState } from "./state.js";
import { follow } from "./stream.js";
import { ask, newKey, post, toast, trying } from "./talk.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);
const read = (id) => JSON.parse($(id).textContent);
const about = read("about");
const first = read("now");
const base = `/api/tables/${first.table}`;
const ownTitle = document.title;
const SLOW_MS = 400; // what takes longer is told
const STATUS_LENGTH = 95; // what fits into three lines on a phone

const state = createState({
  now: first,
  log: first.log,
  eye: null, // the seat that looks at a device with several hands
  looking: null, // {ply, scene}: a moment looked back at
  sending: null, // null, "sending" or "waiting"
  slow: false,
  line: true,
  alert: null, // {text, ruling}
  hint: null, // ids to touch
});
const stage = new Stage($("stage"));
let paths = new Paths();
let shownEvent = 0;
let shownScene = null;
let lookedAt = -1;
const showEnd = endCard(about, first.end?.text);
let hangUp = () => {};

// --- what comes in ---------------------------------------------------------------------------------------

function arrive(now) {
  const { now: old, log, looking } = state.get();
  if (now.event < old.event) return; // told already, on another way
  const asked = isAsked(now);
  if (now.event > old.event) {
    if (now.phase === "over" && old.phase !== "over") sound("end");
    else if (asked && !isAsked(old)) sound("mine");
    else if (now.phase === "running") sound("step");
  }
  const lines = now.log ? merged(log, now.log_from, now.log) : log;
  const change = { now, log: lines };
  if (now.event > old.event || now.seat !== old.seat) Object.assign(change, { hint: null });
  if (now.event > old.event && asked) change.alert = null;
  if (looking && now.phase === "running" && asked && now.event > old.event) change.looking = null;
  state.set(change);
  announce(lines.filter((line) => line.event > old.event).map((line) => line.text), asked ? now.ask : null);
  settleEye(now);
  sitDown(now);
}

function connect() {
  hangUp();
  const url = () => {
    const { eye, now, log } = state.get();
    const seat = eye === null ? "" : `&seat=${eye}`;
    return `${base}/stream?with=scene,log&after=${log.length ? now.event : 0}${seat}`;
  };
  hangUp = follow(url, {
    onEvent: arrive,
    onHere: ({ here, spectators }) => {
      const { now } = state.get();
      const seats = now.seats.map((seat) => ({ ...seat, here: here.includes(seat.seat) }));
      state.set({ now: { ...now, seats, spectators } });
    },
    onBeat: (word) => post("/api/beats", { word }).catch(() => {}),
    onLine: (line) => {
      if (line && !state.get().line) {
        toast(say("back"));
        out.nudge();
      }
      state.set({ line });
    },
  });
}

const isAsked = (now) => now.phase === "running" && now.me.some((seat) => now.to_act.includes(seat));

/** On a device with several secret hands: when the looking seat is done, nobody looks any more. */
function settleEye(now) {
  const { eye } = state.get();
  if (eye === null || now.phase !== "running" || now.to_act.includes(eye)) return;
  if (!now.me.some((seat) => now.to_act.includes(seat))) return;
  lookAs(null);
}

async function lookAs(seat) {
  const seen = seat === null ? "" : `?seat=${seat}`;
  const now = await trying(() => ask("GET", `${base}${seen}`));
  if (!now) return;
  delete now.view;
  const log = await trying(() => ask("GET", `${base}/log${seen}`));
  state.set({ eye: seat, now, log: log?.log ?? state.get().log, looking: null, hint: null, alert: null });
  connect();
}

// --- what goes out ---------------------------------------------------------------------------------------

let slowly = 0;
const out = outbox(first.table, {
  onChange: (sending) => {
    clearTimeout(slowly);
    slowly = sending && !state.get().slow ? setTimeout(() => state.set({ slow: true }), SLOW_MS) : 0;
    state.set(sending ? { sending } : { sending, slow: false });
  },
  onDone: (answer, body) => {
    if (answer.rematch) location.assign(`/t/${answer.rematch}#again`);
    if (body.do === "leave" && state.get().now.phase === "waiting") location.assign("/");
    catchUp(answer.number);
  },
  untilTime: () => Math.max(0, ...state.get().now.timers.map((timer) => timer.from - Date.now() - skew)),
  onRefused: (refused, body) => {
    sound("refused");
    if (refused.table) arrive({ ...refused.table, log: undefined });
    const late = refused.code === "stale" || (refused.code === "not-your-turn" && body.do === "play");
    state.set({ alert: { text: late ? say("came-late") : refused.message, ruling: refused.ruling } });
    catchUp(Infinity);
  },
});

/** The stream tells what the answer told; should it be late, ask. */
function catchUp(number) {
  setTimeout(async () => {
    const { now, eye } = state.get();
    if (now.event >= number) return;
    const fresh = await ask("GET", `${base}?with=scene${eye === null ? "" : `&seat=${eye}`}`).catch(() => null);
    if (fresh) arrive(fresh);
  }, 800);
}

function playMove(move) {
  const { now } = state.get();
  if (out.busy || now.question === null) return;
  state.set({ alert: null, hint: null });
  out.put({ do: "play", seat: now.seat, move, question: now.question });
}

function touch(id) {
  const { now, looking } = state.get();
  if (looking || out.busy || !now.paths) return;
  if (!paths.chosen.length && !paths.lit.has(id) && stage.isStack(id)) return; // only to be looked into
  const answer = paths.touch(id);
  if (answer.move !== undefined) playMove(answer.move);
  else if (answer.refused) explain({ ids: answer.refused });
  else state.set({ alert: null, hint: null });
  light();
}

/** Ask the house what was meant, or why it is no move; true if there was a move. */
async function explain(tried) {
  const { now } = state.get();
  if (now.seat === null) return;
  const answer = await trying(() => post(`${base}/explain`, { seat: now.seat, ...tried }));
  if (!answer) return;
  if (answer.move) return playMove(answer.move);
  sound("refused");
  stage.refuse(tried.ids ?? stage.named(tried.move));
  state.set({ alert: { text: answer.error?.message ?? say("typed-unknown"), ruling: answer.error?.ruling } });
}

const word = () => newKey().slice(0, 40);
let sitting = false;
let satAt = 0; // the table's last event when I sat down

/** Take the chairs that are kept for me, as soon as I have seen what the dealer has promised. */
async function sitDown(now, chosen = false) {
  const kept = now.host && now.seats.some((seat) => seat.kept);
  if (sitting || !now.can.includes("sit") || (now.event < satAt && !chosen)) return;
  if (!kept && !chosen && now.phase !== "running") return;
  sitting = true;
  const sat = await trying(() => post(base, { do: "sit", word: word() }));
  satAt = sat?.number ?? Infinity; // who was refused tries again by hand
  sitting = false;
  catchUp(Infinity);
}

const DO = {
  undo: () => out.put({ do: "undo", seat: state.get().now.seat }),
  draw: () => out.put({ do: "draw", seat: state.get().now.seat }),
  resign: () => confirm(say("resign-sure")) && out.put({ do: "resign", seat: state.get().now.seat }),
  leave: () => confirm(say("leave-sure")) && out.put({ do: "leave" }),
  start: () => out.put({ do: "start", level: Number($("start-level").value) }),
  rematch: () => out.put({ do: "rematch" }),
  claim: () => {
    const { now } = state.get();
    const silent = now.to_act.find((seat) => !now.me.includes(seat));
    if (silent !== undefined) out.put({ do: "claim", seat: silent });
  },
  hint: async () => {
    const { now } = state.get();
    const found = await trying(() => post(`${base}/hint`, { seat: now.seat }));
    if (!found || state.get().now.event !== now.event) return;
    paths.reset();
    const text = say("hint", { move: found.move }) + (found.why ? ` – ${found.why}` : "");
    state.set({ hint: found.path, alert: { text, kind: "hint" } });
  },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do], [data-look]");
  if (!button) return;
  if (button.dataset.look) lookBy(button.dataset.look);
  else DO[button.dataset.do]?.();
});

$("sit-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name } = event.target.elements;
  if (name.value.trim() && !(await trying(() => post("/api/me", { name: name.value })))) return;
  await sitDown(state.get().now, true);
  connect(); // as a guest with a cookie now
});

$("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.elements.move;
  if (!field.value.trim()) return;
  explain({ move: field.value });
  field.value = "";
});

$("type").addEventListener("focusin", () => {
  const moves = Object.keys(state.get().now.paths ?? {}).slice(0, 200);
  $("legal").replaceChildren(...moves.map((move) => new Option(move, move)));
});

// --- looking back ----------------------------------------------------------------------------------------

async function look(ply) {
  const seen = await trying(() => ask("GET", `${base}?ply=${ply}&with=scene`));
  if (seen) state.set({ looking: seen });
}

function lookBy(step) {
  const { looking, log } = state.get();
  if (step === "now") return state.set({ looking: null });
  const all = plies(log);
  const next = all[all.indexOf(looking.ply) + Number(step)];
  if (next === undefined) return undefined;
  return next === all.at(-1) ? state.set({ looking: null }) : look(next);
}

// --- showing ---------------------------------------------------------------------------------------------

state.subscribe((shown) => {
  const { now, log, looking, line, sending } = shown;
  const curtain = now.phase === "running" && now.me.length > 1 && now.seat === null && isAsked(now);
  showSeats($("seats"), now, about);
  showStatus(shown, curtain);
  showBoard(shown);
  showWaiting(now);
  showCurtain(curtain ? now : null, about, lookAs);
  showEnd(now);
  showActs(shown, about, playMove, out.put);
  showLog($("log"), log, { looking: looking?.ply ?? null, look, colours: about.colours });
  const notice = !line ? say(sending ? "not-sent" : "offline") : sending === "waiting" ? say("not-sent") : "";
  $("line").hidden = !notice;
  $("line").textContent = notice;
  const watching = $("watching");
  watching.hidden = !now.spectators;
  watching.title = say("spectators", { n: now.spectators });
  watching.setAttribute("aria-label", watching.title);
  watching.lastElementChild.textContent = now.spectators;
  document.title = (isAsked(now) && !sending ? `● ${say("your-turn")} · ` : "") + ownTitle;
});

/** How it came out for the reader, and how by the rules; a draw is told once. */
function ending(now) {
  const head = headline(now, about);
  return now.end.text.startsWith(head.slice(0, -1)) ? now.end.text : `${head} ${now.end.text}`;
}

/** What is going on while others play: what was done last, and who is to play. */
function goingOn(now, log) {
  const last = log.at(-1);
  const text = now.phase === "running" && last?.ply ? `${last.text} ${now.line}` : now.line;
  return text.length > (now.timers.length ? STATUS_LENGTH * 0.65 : STATUS_LENGTH) ? now.line : text;
}

function showStatus({ now, looking, sending, slow, alert, log }, curtain) {
  const mine = isAsked(now) && now.ask && !looking && !curtain;
  let text = now.end ? ending(now) : now.ask || goingOn(now, log);
  if (mine && now.me.length > 1) text = `${nameOf(now, about, now.seat)}: ${text}`;
  if (looking) text = looking.hidden ? say("hidden-step") : lookingAt(looking.ply, log);
  else if (slow) text = say(sending === "early" ? "soon" : "sending");
  const place = $("status");
  place.textContent = text;
  place.classList.toggle("mine", Boolean(mine) && !slow);
  const told = $("alert");
  told.hidden = !alert;
  told.classList.toggle("hint", alert?.kind === "hint");
  const words = alert ? [document.createTextNode(alert.text)] : [];
  if (alert?.ruling) {
    const link = document.createElement("a");
    link.href = `/rules/${now.game}#${alert.ruling}`;
    link.dataset.rule = alert.ruling;
    link.textContent = say("ruling", { number: alert.ruling });
    words.push(document.createTextNode(" "), link);
  }
  told.replaceChildren(...words);
}

function showBoard({ now, looking }) {
  const scene = looking ? looking.scene : now.scene;
  $("stage").toggleAttribute("hidden", !scene);
  if (!scene) return;
  const jumped = looking ? Math.abs(looking.ply - lookedAt) > 1 : now.event > shownEvent + 12;
  lookedAt = looking ? looking.ply : -1;
  const slide = now.timers.find((timer) => timer.kind === "push");
  const ms = slide ? Math.min(4000, Math.max(300, slide.from - now.now)) : undefined;
  if (shownScene !== scene) stage.show(scene, { animate: !jumped, ms });
  shownScene = scene;
  shownEvent = now.event;
  // What is asked may come again with other news; what I have begun to choose stays chosen.
  const asked = looking ? "" : JSON.stringify([now.seat, now.question, now.paths]);
  if (paths.asked !== asked) {
    paths = new Paths(looking ? {} : now.paths);
    paths.asked = asked;
  }
  light();
}

/** What answers a touch: what moves are made of, and every other square of the board with the reason why not. */
function touchable() {
  const { ids } = paths;
  const squares = ids.size ? stage.ids(({ id }) => id.startsWith("at-")) : [];
  return new Set([...ids, ...squares]);
}

function light() {
  const { looking, hint, sending, now } = state.get();
  const off = looking || sending || now.phase !== "running";
  const lit = off ? new Set() : paths.lit;
  stage.light(off ? new Set() : touchable(), lit, paths.chosen, hint ?? []);
  input.settle();
}

function showWaiting(now) {
  const waiting = now.phase === "waiting";
  $("waiting").hidden = !waiting && !$("waiting").dataset.asked;
  const kept = now.host && now.seats.some((seat) => seat.kept);
  $("sit-form").hidden = !waiting || !now.can.includes("sit") || kept;
  // Who has just come by the link need not be told it.
  $("waiting").querySelector(".invitation").hidden = !$("sit-form").hidden && !$("waiting").dataset.asked;
  const qr = $("qr");
  if (!$("waiting").hidden && !qr.src) {
    qr.src = `${base}/qr.svg`;
    qr.hidden = false;
  }
}

function announce(lines, asked) {
  const text = [...lines.slice(-6), asked].filter(Boolean).join(" ");
  if (text) $("announce").textContent = text;
}

// --- time ------------------------------------------------------------------------------------------------

let skew = first.now - Date.now(); // the house's clock minus ours
setInterval(() => {
  const { now } = state.get();
  const timer = now.timers.find((one) => one.kind === "cover" || one.kind === "flip");
  const place = $("timer");
  place.hidden = !timer || now.phase !== "running";
  if (place.hidden) return;
  place.firstElementChild.textContent = say(timer.kind === "cover" ? "memory" : "sand");
  const bar = place.lastElementChild;
  bar.hidden = timer.until === null;
  if (timer.until === null) return;
  const began = now.now ? Math.min(now.now, timer.from) : timer.from;
  const passed = (Date.now() + skew - began) / (timer.until - began);
  bar.value = Math.round(1000 * (1 - Math.min(1, Math.max(0, passed))));
}, 200);

// --- beginning -------------------------------------------------------------------------------------------

const input = bindInput($("stage"), stage, {
  touch,
  drop: () => {
    paths.reset();
    light();
  },
});
bindMenu(first);
state.set({});
connect();
out.resume();
sitDown(first, location.hash === "#again"); // who plays again need not say so twice
history.replaceState(null, "", location.pathname);
addEventListener("pagehide", () => hangUp());
addEventListener("pageshow", (event) => event.persisted && connect());
