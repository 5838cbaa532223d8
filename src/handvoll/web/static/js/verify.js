// Check a record, from a file or from its text.

import { post } from "./talk.js";

const form = document.getElementById("record-form");

form.elements.file.addEventListener("change", async () => {
  form.elements.record.value = (await form.elements.file.files[0]?.text()) ?? "";
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const record = form.elements.record.value;
  const verdict = await post("/api/verify", { record }).catch(({ message }) => ({ fair: false, message }));
  const place = form.querySelector(".verdict");
  place.hidden = false;
  place.classList.toggle("good", verdict.fair);
  place.textContent = `${verdict.fair ? "✓" : "✗"} ${verdict.message}`;
});
