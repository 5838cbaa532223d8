// Name, devices, tokens.

import { button } from "./made.js";
import { ask, post, toast, trying } from "./talk.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

$("me-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, language, theme } = event.target.elements;
  const change = { name: name.value, language: language.value, theme: theme.value };
  if (await trying(() => post("/api/me", change))) location.reload();
});

$("link-button")?.addEventListener("click", async () => {
  const link = await trying(() => post("/api/me/links"));
  if (!link) return;
  const place = $("device-link");
  place.hidden = false;
  place.querySelector("input").value = link.url;
  place.querySelector("img").src = `data:image/svg+xml,${encodeURIComponent(link.qr)}`;
  place.querySelector(".note").textContent = say("one-use");
  place.querySelector("input").select();
});

$("enter")
  ?.querySelector("button")
  .addEventListener("click", async () => {
    if (await trying(() => post("/api/enter", { code: $("enter").dataset.code }))) location.assign("/");
  });

async function showTokens(known) {
  const tokens = known ?? (await trying(() => ask("GET", "/api/tokens"))) ?? [];
  const rows = tokens.map((token) => {
    const item = document.createElement("li");
    const text = document.createElement("span");
    text.textContent = `${token.label} (${token.scopes.map((scope) => say(`may-${scope}`)).join(", ")})`;
    const revoke = button(say("revoke"), async () => {
      const left = await trying(() => ask("DELETE", `/api/tokens/${token.id}`));
      if (left) showTokens(left);
    });
    item.append(text, revoke);
    return item;
  });
  const none = document.createElement("li");
  none.className = "note";
  none.textContent = say("no-tokens");
  $("tokens").replaceChildren(...(rows.length ? rows : [none]));
}

$("token-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const scopes = [...event.target.querySelectorAll('[name="scope"]:checked')].map((box) => box.value);
  if (!scopes.length) return;
  const made = await trying(() => post("/api/tokens", { label: event.target.elements.label.value, scopes }));
  if (!made) return;
  const place = $("new-token");
  place.hidden = false;
  place.querySelector("p").textContent = say("token-once");
  place.querySelector("input").value = made.token;
  place.querySelector("input").select();
  event.target.reset();
  toast(say("saved"));
  showTokens();
});

if ($("tokens")) showTokens();
