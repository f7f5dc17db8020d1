// link.js: the state of the page as the fragment of its address, which the browser never sends to a server.
//
//   #p=TEXT    the puzzle, as a line or in the format nonet
//   &e=VALUES  the entries, separated by commas, empty for a blank
//   &v=PANEL   the open panel

import {puzzleText} from "./state.js";

/** fragment writes the puzzle and entries of a document, and the name of the open panel. */
export function fragment(doc, panel = "") {
  const parts = [];
  if (doc.shape !== "3x3" || doc.rules.length || doc.clues.some(v => v)) parts.push("p=" + quote(puzzleText(doc)));
  if (doc.values.some(v => v)) parts.push("e=" + pack(doc.values));
  if (panel) parts.push("v=" + quote(panel));
  return parts.length ? "#" + parts.join("&") : "";
}

/** parse reads a fragment: {text, values, panel}; text is null if there is no puzzle. */
export function parse(hash) {
  const found = {text: null, values: null, panel: ""};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("="),
      key = part.slice(0, at),
      value = part.slice(at + 1);
    if (at < 0) continue;
    if (key === "p") found.text = unquote(value);
    if (key === "e") found.values = unpack(value);
    if (key === "v") found.panel = unquote(value);
  }
  return found;
}

// Blanks and ends of lines become + and ; since the texts have many of them; both are quoted where they stand for
// themselves.
const quote = s => encodeURIComponent(s).replace(/%20/g, "+").replace(/%0A/g, ";");

function unquote(s) {
  try {
    return decodeURIComponent(s.replace(/\+/g, " ").replace(/;/g, "\n"));
  } catch {
    return s;
  }
}

/** pack writes values separated by commas; a run of blanks is a full stop with its length. */
export function pack(values) {
  const out = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i]) {
      out.push(values[i]);
      continue;
    }
    let run = 1;
    while (i + run < values.length && !values[i + run]) run++;
    out.push("." + run);
    i += run - 1;
  }
  return out.join(",");
}

/** unpack reads what pack writes; anything else is null. */
export function unpack(text) {
  const values = [];
  for (const part of text.split(",")) {
    const m = /^(\.?)(\d{1,5})$/.exec(part);
    if (!m || values.length > 10000) return null;
    if (m[1]) for (let i = Math.min(10000, Number(m[2])); i > 0; i--) values.push(0);
    else values.push(Number(m[2]));
  }
  return values;
}
