// The shelf: a tap opens a table and goes there.

import { post, toast, trying } from "./talk.js";
import { say } from "./words.js";

/** Open a table and go there. */
async function open(wanted) {
  const opened = await trying(() => post("/api/tables", wanted));
  if (opened) location.assign(`/t/${opened.table}`);
}

const CHAIRS = {
  play: (seats, level) => ["host", ...Array(seats - 1).fill(`bot:${level}`)],
  invite: (seats) => ["host", ...Array(seats - 1).fill("open")],
  device: (seats) => Array(seats).fill("host"),
};

document.querySelector(".shelf")?.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-open]");
  if (!button) return;
  const box = button.closest(".box");
  const seats = "alone" in box.dataset ? 1 : Number(box.querySelector("select")?.value ?? 2);
  button.disabled = true;
  await open({ game: box.dataset.game, chairs: CHAIRS[button.dataset.open](seats, box.dataset.level) });
  button.disabled = false;
});
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("[data-open]")) button.disabled = false;
});

const name = document.getElementById("name");
name?.addEventListener("change", async () => {
  const me = await trying(() => post("/api/me", { name: name.value }));
  if (!me) return;
  name.value = me.name;
  toast(say("saved"));
});

const form = document.getElementById("new-table");
const chairs = form ? [...form.querySelectorAll(".chairs li")] : [];
form?.elements.seats?.addEventListener("change", () => {
  chairs.forEach((chair, n) => (chair.hidden = n >= Number(form.elements.seats.value)));
});
// What happens when time is over matters only where there is a limit.
form?.elements.pace.addEventListener("change", () => {
  document.getElementById("on-timeout").hidden = JSON.parse(form.elements.pace.value).kind === "none";
});
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { elements } = form;
  const options = {};
  for (const select of form.querySelectorAll("[data-option]")) {
    options[select.dataset.option] = JSON.parse(select.selectedOptions[0].dataset.value);
  }
  await open({
    game: form.dataset.game,
    chairs: chairs.filter((chair) => !chair.hidden).map((chair) => chair.querySelector("select").value),
    options,
    pace: JSON.parse(elements.pace.value),
    on_timeout: elements.on_timeout.value,
    speed: Number(elements.speed?.value ?? 100),
    lot: elements.lot?.checked ?? false,
    listed: elements.listed.checked,
    spectators: elements.spectators.checked,
  });
});
