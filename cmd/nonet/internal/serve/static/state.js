// state.js: a puzzle with its entries and marks as plain values, edits as pure functions, and the history of them.
//
// A document is never changed. An edit returns a new document that shares the arrays it leaves alone, so the history
// is an array of documents. Cells are numbered row by row from 0. Values count from 1; 0 is a blank. A set of marks is
// a number whose bit v is set for the value v, so grids of up to 30 rows have marks.

/** maxMarks is the largest number of rows of a grid that has marks and candidates. */
export const maxMarks = 25;

/** layers are the parts of a document that an edit may change, one number for each cell. */
export const layers = ["clues", "values", "corner", "centre", "colours"];

/** usualBox returns height and width of the usual box of a grid of n rows: the height is at most the width. */
export function usualBox(n) {
  let h = Math.floor(Math.sqrt(n));
  while (n % h) h--;
  return [h, n / h];
}

/**
 * blank returns an empty document. shape is "3x3", or the number of rows for a grid without boxes; another grid follows
 * with its rows and columns, its numbers and the cells beside it: "2x4 6x8 0-7 +2". n is the number of values.
 */
export function blank(shape, rules = [], extra = {}) {
  const [box, size, numbers, ...more] = String(shape).split(" ");
  const [h, w] = box.split("x").map(Number);
  const [least, most] = numbers ? numbers.split("-").map(Number) : [1, w ? h * w : h];
  const n = most - least + 1;
  const [rows, columns] = size ? size.split("x").map(Number) : [n, n];
  const beside = Number(more.at(-1)) || 0; // "free" may stand before it
  const doc = {
    n,
    rows,
    columns,
    beside,
    offset: least - 1,
    shape: String(shape),
    rules,
    title: "",
    author: "",
    prose: [],
    ...housesOf(rows, columns, h, w),
    ...extra,
  };
  for (const layer of layers) doc[layer] = new Array(rows * columns + beside).fill(0);
  return doc;
}

/** empty tells whether the document has no clue, no entry and no rule. */
export const empty = doc => !doc.rules.length && !shown(doc).some(v => v);

/** classic tells whether the document has no rule but rows, columns and the usual boxes. */
export function classic(doc) {
  const [h, w] = usualBox(doc.n);
  return doc.rules.length === 0 && doc.shape === `${h}x${w}`;
}

/** symbol writes a value as one character, as the server does: 1 to 9, A for 10 to Z for 35. */
export const symbol = v => (v <= 9 ? String(v) : String.fromCharCode(55 + v));

/** line writes a grid in line form: a symbol for each cell, a full stop for a blank. */
export function line(cells, symbols = usualSymbols(35)) {
  const width = symbols[0].length,
    even = symbols.every(s => s.length === width);
  return cells.map(v => (v ? symbols[v - 1] : ".".repeat(even ? width : 1))).join(even ? "" : ",");
}

/** usualSymbols lists the symbols of the values of a grid of n rows. */
export const usualSymbols = n => Array.from({length: n}, (_, i) => symbol(i + 1));

/** fromLine reads what line writes. */
export function fromLine(text, symbols = usualSymbols(35)) {
  const cells = text.includes(",") ? text.split(",") : text.match(new RegExp(`.{${symbols[0].length}}`, "g")) || [];
  return cells.map(s => symbols.indexOf(s) + 1);
}

/** cellName and cellOf translate between the number of a cell and its name: r1c9, or x1 for a cell beside the grid. */
export const cellName = (c, {rows, columns}) =>
  c < rows * columns ? `r${Math.floor(c / columns) + 1}c${(c % columns) + 1}` : `x${c - rows * columns + 1}`;
export function cellOf(name, {rows, columns}) {
  const [, r, k, x] = /^(?:r(\d+)c(\d+)|x(\d+))$/.exec(name) || [];
  return r ? (r - 1) * columns + (k - 1) : x ? rows * columns + (x - 1) : -1;
}

/** joined tells whether cells of a grid are one area: connected by their sides. */
export function joined(cells, columns) {
  const left = new Set(cells.slice(1)),
    area = cells.slice(0, 1);
  for (const c of area) {
    for (const d of [c - columns, c + columns, ...(c % columns ? [c - 1] : []), ...((c + 1) % columns ? [c + 1] : [])])
      if (left.delete(d)) area.push(d);
  }
  return left.size === 0;
}

/** housesOf lists the rows, columns and boxes of a grid as arrays of cells, and the box of each cell, from 1; or 0. */
export function housesOf(rows, columns, h, w) {
  const each = (length, f) => Array.from({length}, (_, i) => f(i)),
    regions = new Array(rows * columns).fill(0);
  const houses = [
    ...each(rows, r => each(columns, k => r * columns + k)),
    ...each(columns, k => each(rows, r => r * columns + k)),
  ];
  if (w) {
    const boxes = each((rows / h) * (columns / w), () => []);
    regions.forEach((_, c) => {
      const box = Math.floor(c / columns / h) * (columns / w) + Math.floor((c % columns) / w);
      regions[c] = box + 1;
      boxes[box].push(c);
    });
    houses.push(...boxes);
  }
  return {houses, regions};
}

/** puzzleText writes the puzzle of a document, clues and rules, as a text that the server reads. */
export function puzzleText(doc, cells = doc.clues) {
  const {offset, columns} = doc;
  const symbols = offset && doc.symbols?.every((s, i) => s === String(i + 1 + offset)) ? null : doc.symbols;
  if (classic(doc) && doc.n <= 9 && doc.n !== 1 && !doc.title && !symbols && cells.some(v => v)) return line(cells);
  const rows = ["nonet 1"];
  if (doc.title) rows.push("name " + doc.title);
  if (doc.author) rows.push("author " + doc.author);
  for (const p of doc.prose) rows.push("rules " + p);
  rows.push("shape " + doc.shape);
  if (symbols) rows.push("symbols " + symbols.join(symbols.every(s => s.length === 1) ? "" : " "));
  rows.push("grid");
  const grid = cells.map(v => (v ? v + offset : ".")),
    end = doc.rows * columns;
  for (let c = 0; c < end; c += columns) rows.push(grid.slice(c, c + columns).join(" "));
  if (end < grid.length) rows.push(grid.slice(end).join(" ")); // the cells beside the grid
  return rows.concat(doc.rules).join("\n") + "\n";
}

/** shown returns what stands in each cell: its clue, or else its entry. */
export const shown = doc => doc.clues.map((v, c) => v || doc.values[c]);

/** same tells whether two documents are equal in all layers and rules. */
export function same(a, b) {
  return (
    a.shape === b.shape &&
    a.title === b.title &&
    a.rules.join("\n") === b.rules.join("\n") &&
    layers.every(l => a[l] === b[l] || (a[l].length === b[l].length && a[l].every((v, i) => v === b[l][i])))
  );
}

/** change returns doc with the layer's value of each cell replaced by f(value, cell); doc itself if nothing changes. */
function change(doc, layer, cells, f) {
  const next = doc[layer].slice();
  let changed = false;
  for (const c of cells) {
    const v = f(next[c], c);
    if (v !== next[c]) {
      next[c] = v;
      changed = true;
    }
  }
  return changed ? {...doc, [layer]: next} : doc;
}

/**
 * enter writes the value v into cells in a mode. A clue replaces an entry. An entry, a mark or a colour is taken away
 * if all cells have it already, otherwise all cells get it. Clues are not changed by the other modes.
 */
export function enter(doc, cells, mode, v) {
  if (mode === "colour") {
    const all = cells.every(c => doc.colours[c] === v);
    return change(doc, "colours", cells, () => (all ? 0 : v));
  }
  if (v > doc.n) return doc;
  if (mode === "clue") {
    return change(
      change(doc, "clues", cells, () => v),
      "values",
      cells,
      () => 0,
    );
  }
  const free = cells.filter(c => !doc.clues[c]);
  if (mode === "digit") {
    const all = free.every(c => doc.values[c] === v);
    return change(doc, "values", free, () => (all ? 0 : v));
  }
  const open = free.filter(c => !doc.values[c]),
    bit = 1 << v;
  const all = open.every(c => doc[mode][c] & bit);
  return change(doc, mode, open, s => (all ? s & ~bit : s | bit));
}

/**
 * clear empties cells: first what the mode shows; if there is nothing of it, the next layer of entries, centre marks,
 * corner marks and colours that is not empty. Clues are cleared in mode "clue" only.
 */
export function clear(doc, cells, mode) {
  const first = {clue: "clues", digit: "values", corner: "corner", centre: "centre", colour: "colours"}[mode];
  for (const layer of [first, "values", "centre", "corner", "colours"]) {
    const next = change(doc, layer, cells, () => 0);
    if (next !== doc) return next;
  }
  return doc;
}

/** clearAll takes away entries, marks and colours, and keeps the clues. */
export function clearAll(doc) {
  const all = doc.clues.map((_, c) => c);
  return layers.slice(1).reduce((d, layer) => change(d, layer, all, () => 0), doc);
}

/** fillCentre sets the centre marks of all blank cells to candidates: an array of values for each cell. */
export function fillCentre(doc, candidates) {
  const all = doc.clues.map((_, c) => c);
  return change(doc, "centre", all, (s, c) =>
    doc.clues[c] || doc.values[c] || !candidates[c] ? s : candidates[c].reduce((set, v) => set | (1 << v), 0),
  );
}

/** apply carries out placements and eliminations of a step: arrays of [cell, value]. Eliminations need marks. */
export function apply(doc, placements, eliminations) {
  let next = doc;
  for (const [c, v] of placements) if (!next.clues[c]) next = change(next, "values", [c], () => v);
  for (const [c, v] of eliminations) next = change(next, "centre", [c], s => s & ~(1 << v));
  return next;
}

/** members lists the values of a set of marks in increasing order. */
export function members(set) {
  const all = [];
  for (let v = 1; set >> v; v++) if ((set >> v) & 1) all.push(v);
  return all;
}

/** alike lists the cells whose content in the mode equals that of cell c; only c if it has none. */
export function alike(doc, c, mode) {
  const all = doc.clues.map((_, i) => i),
    key = {
      corner: i => doc.corner[i],
      centre: i => doc.centre[i],
      colour: i => doc.colours[i],
    }[mode];
  const value = i => doc.clues[i] || doc.values[i];
  for (const f of [
    value(c) || !key ? value : key,
    value,
    i => doc.centre[i],
    i => doc.corner[i],
    i => doc.colours[i],
  ]) {
    if (f(c)) return all.filter(i => f(i) === f(c));
  }
  return [c];
}

/** clashes lists the cells whose shown value stands twice in a house; houses are arrays of cells. */
export function clashes(doc, houses) {
  const cells = shown(doc),
    bad = new Set();
  for (const house of houses) {
    const seen = new Map();
    for (const c of house) {
      if (!cells[c]) continue;
      if (seen.has(cells[c])) {
        bad.add(c);
        bad.add(seen.get(cells[c]));
      }
      seen.set(cells[c], c);
    }
  }
  return [...bad].sort((a, b) => a - b);
}

/** A History is a list of documents with a place in it. Undo and redo move the place; push drops what was undone. */
export class History {
  constructor(doc, limit = 2000) {
    this.docs = [doc];
    this.at = 0;
    this.limit = limit;
  }
  get doc() {
    return this.docs[this.at];
  }
  get canUndo() {
    return this.at > 0;
  }
  get canRedo() {
    return this.at < this.docs.length - 1;
  }
  /** push adds a document and returns whether it differs from the current one. */
  push(doc) {
    if (doc === this.doc) return false;
    this.docs.length = this.at + 1;
    this.docs.push(doc);
    if (this.docs.length > this.limit) this.docs.shift();
    this.at = this.docs.length - 1;
    return true;
  }
  /** replace changes the current document in place, for facts about it that arrive later. */
  replace(doc) {
    this.docs[this.at] = doc;
  }
  undo() {
    return this.canUndo ? (this.at--, true) : false;
  }
  redo() {
    return this.canRedo ? (this.at++, true) : false;
  }
}
