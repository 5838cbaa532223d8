// Requests to the house, each with a key of its own, so that one that comes twice counts once.

import { say } from "./words.js";

/** The house said no: `code`, the sentence, perhaps a ruling and the table as it is now. */
export class Refused extends Error {
  constructor(status, { error, table } = {}) {
    super(error?.message ?? String(status));
    this.status = status;
    this.code = error?.code ?? "internal";
    this.ruling = error?.ruling;
    this.table = table;
  }
}

/** There was no answer: nobody knows whether the request arrived. The same key may ask again. */
export class NoLine extends Error {}

export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

export async function ask(method, path, body, key) {
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (key) headers["idempotency-key"] = key;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new NoLine(say("no-line"));
  }
  const text = await answer.text();
  const json = text && (answer.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : undefined;
  if (answer.ok) return json;
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new NoLine(say("no-line"));
  throw new Refused(answer.status, json);
}

export const post = (path, body, key = newKey()) => ask("POST", path, body, key);

let hiding = 0;
/** A short notice at the edge of the page. */
export function toast(text) {
  const place = document.querySelector(".toast");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (place.hidden = true), 4000);
}

/** Run what may fail, and say why it did. */
export async function trying(what) {
  try {
    return await what();
  } catch (error) {
    toast(say("failed", { why: error.message }));
    return undefined;
  }
}
