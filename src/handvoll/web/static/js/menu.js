// Around the table: menu, invitation, sound, full screen, rules beside the board.

import { sound } from "./sound.js";
import { toast, trying } from "./talk.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

/** Bind what does not change with the game. */
export function bindMenu(now) {
  bindDrawer();
  bindInvitation();
  bindSound();
  bindFullScreen();
  bindRules(now.game);
}

function bindDrawer() {
  const button = $("menu-button");
  const menu = $("menu");
  const show = (open) => {
    menu.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) menu.querySelector("button:not([hidden])").focus();
  };
  button.addEventListener("click", () => show(menu.hidden));
  document.addEventListener("click", (event) => {
    if (!menu.hidden && !event.target.closest("#menu-button") && !event.target.closest("#sound-button")) show(false);
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    show(false);
    button.focus();
  });
}

function bindInvitation() {
  const link = $("link");
  link.addEventListener("focus", () => link.select());
  $("copy-button").addEventListener("click", async () => {
    await trying(() => navigator.clipboard.writeText(link.value));
    toast(say("copied"));
  });
  const share = $("share-button");
  share.hidden = !navigator.share;
  share.addEventListener("click", () =>
    navigator.share({ title: document.title, text: say("share-text", { game: document.querySelector("h1").textContent }), url: link.value }).catch(() => {}),
  );
  document.addEventListener("click", (event) => {
    if (!event.target.closest('[data-do="show-invite"]')) return;
    $("waiting").dataset.asked = "yes";
    $("waiting").hidden = false;
    const qr = $("qr");
    qr.src ||= `/api/tables/${location.pathname.split("/")[2]}/qr.svg`;
    qr.hidden = false;
    $("waiting").scrollIntoView({ block: "nearest" });
    $("copy-button").focus();
  });
}

function bindSound() {
  const button = $("sound-button");
  const show = () => button.setAttribute("aria-pressed", String(sound.on));
  button.addEventListener("click", () => {
    sound.on = !sound.on;
    show();
  });
  show();
}

function bindFullScreen() {
  const button = $("full-button");
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
  document.addEventListener("fullscreenchange", () =>
    button.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement))),
  );
}

function bindRules(game) {
  const dialog = $("rules");
  const text = $("rules-text");
  const open = async (ruling) => {
    if (!text.childElementCount) {
      const answer = await trying(() => fetch(`/rules/${game}?part=1`).then((got) => got.text()));
      if (!answer) return;
      const parsed = new DOMParser().parseFromString(answer, "text/html");
      text.replaceChildren(...parsed.body.childNodes);
    }
    if (!dialog.open) dialog.show();
    const place = ruling ? document.getElementById(ruling) : null;
    for (const old of text.querySelectorAll(".here")) old.classList.remove("here");
    place?.classList.add("here");
    place?.scrollIntoView({ block: "center" });
    dialog.querySelector("button").focus();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#rules-button, [data-rule]");
    if (link && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (dialog.open && !link.dataset.rule) dialog.close();
      else open(link.dataset.rule);
    }
    if (event.target.closest('[data-do="close-rules"]')) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && dialog.close());
}
