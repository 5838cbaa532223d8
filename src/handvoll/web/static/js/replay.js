// A game step by step: of a table, or of a record that somebody has kept.

import { row } from "./log.js";
import { Stage } from "./stage.js";
import { ask, post } from "./talk.js";
import { say } from "./words.js";

const STEP_MS = 1100;
const $ = (id) => document.getElementById(id);
const stage = new Stage($("stage"));
const given = JSON.parse($("replay-data").textContent);
let fetchAt = null; // ply -> {scene, hidden}
let lines = []; // {ply, text}, in order
let here = 0;
let wanted = 0;
let running = 0;

function begin({ lines: found, colours }, fetcher) {
  lines = found;
  fetchAt = fetcher;
  $("slider").max = lines.length - 1;
  const look = (ply) => go(lines.findIndex((line) => line.ply === ply));
  $("log").replaceChildren(...lines.map((line) => row(line, line.ply, look, colours)));
  return go(0);
}

async function go(n) {
  wanted = Math.max(0, Math.min(lines.length - 1, n));
  $("slider").value = wanted;
  const line = lines[wanted];
  const asked = wanted;
  const seen = await fetchAt(line.ply);
  if (asked !== wanted) return; // the reader is further already
  const near = Math.abs(wanted - here) <= 1;
  here = wanted;
  if (seen.scene) stage.show(seen.scene, { animate: near });
  $("status").textContent = seen.hidden ? say("hidden-step") : line.text;
  $("count").textContent = say("step-of", { ply: here, last: lines.length - 1 });
  $("slider").setAttribute("aria-valuetext", line.text);
  [...$("log").children].forEach((item, i) => item.firstChild.toggleAttribute("aria-current", i === here));
  const list = $("log");
  const row = list.children[here];
  list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function run(on) {
  clearInterval(running);
  running = on ? setInterval(() => (here + 1 < lines.length ? go(here + 1) : run(false)), STEP_MS) : 0;
  $("run").textContent = say(on ? "pause" : "play");
}

$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("run").addEventListener("click", () => {
  if (!running && here === lines.length - 1) go(0);
  run(!running);
});
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (!step) return;
  run(false);
  go(wanted + Number(step));
});

if (given) begin(given, (ply) => ask("GET", `/api/tables/${given.table}?with=scene&ply=${ply}`));

const form = $("record-form");
form?.elements.file.addEventListener("change", async () => {
  form.elements.record.value = (await form.elements.file.files[0]?.text()) ?? "";
});
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const alert = form.querySelector(".alert");
  const record = form.elements.record.value;
  try {
    const first = await post("/replay", { record });
    await stage.load(first.symbols);
    alert.hidden = true;
    $("title").textContent = first.title;
    $("replay").hidden = false;
    await begin(first, (ply) => post("/replay", { record, ply }));
    $("replay").scrollIntoView();
  } catch (error) {
    alert.hidden = false;
    alert.textContent = error.message;
  }
});
