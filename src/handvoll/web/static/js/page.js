// What every page can do: change the language and the colours.

import { post, trying } from "./talk.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-language], [data-theme-next]");
  if (!button) return;
  const { language, themeNext } = button.dataset;
  const change = language ? { language } : { theme: themeNext };
  if (await trying(() => post("/api/me", change))) location.reload();
});
