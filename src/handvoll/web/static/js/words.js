// The page's own few words, in the reader's language: the server puts them into a <script type="application/json">.

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** The words under a name, with {placeholders} put in. */
export function say(name, values = {}) {
  return (words[name] ?? name).replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}
