// The elements that scripts make more than once.

/** A button with a text that does something. */
export function button(text, onClick, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = text;
  made.addEventListener("click", onClick);
  return made;
}
