// main.js: the page: one document with its history, the grid, the keypad and the panels.

import * as api from "./api.js";
import {Answer} from "./answer.js";
import {Candidates} from "./candidates.js";
import {Compare} from "./compare.js";
import {button, byId, drawing, el, plural} from "./dom.js";
import {Draw} from "./draw.js";
import {Formulation} from "./formulation.js";
import {Grid, colourNames} from "./grid.js";
import {action, help, modes, move, twoKeys} from "./keys.js";
import {fragment, parse} from "./link.js";
import * as state from "./state.js";
import {Steps} from "./steps.js";
import {Text, place} from "./text.js";

const panels = ["candidates", "steps", "compare", "formulation", "rules", "text"];
const modeNames = {
  clue: "Clue",
  digit: "Digit",
  corner: "Corner",
  centre: "Centre",
  colour: "Colour",
  rule: "Rule",
};
const modeWords = {clue: "clue", digit: "", corner: "corner mark", centre: "centre mark", colour: "colour"};
const sizes = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "4x4", "4x5", "5x5"];
const draftKey = "nonet.draft",
  settingsKey = "nonet.settings";

const app = {
  history: new state.History(state.blank("3x3")),
  mode: "clue",
  filter: 0,
  waiting: false, // F was pressed: the next digit is the filter
  panel: "text",
  settings: {wrap: true, advance: true, numbers: false, scheme: ""},

  get doc() {
    return app.history.doc;
  },

  /** puzzle is what a request says of the puzzle; cells are other values than the clues. */
  puzzle: (cells = app.doc.clues) => ({
    values: cells,
    box: app.doc.shape,
    rules: app.doc.rules,
    symbols: app.symbols(),
  }),

  typesNumbers: () => app.settings.numbers && app.doc.n > 9 && !app.doc.symbols,

  /** symbols are those of the values, as the puzzle was written or as the setting says; null for integers. */
  symbols: () =>
    app.doc.symbols ||
    (app.settings.numbers || app.doc.n <= 9 || app.doc.n > 35 ? null : state.usualSymbols(app.doc.n)),

  /** key names a puzzle for as long as the page is open. */
  key: (cells = app.doc.clues) => `${app.doc.shape}|${app.doc.rules.join("|")}|${cells.join(",")}|${app.symbols()}`,

  text: () => state.puzzleText(app.doc),

  /** edit makes doc the current document. */
  edit(doc) {
    if (app.history.push(doc)) changed();
  },

  /** replace makes doc the current document in the place of the last edit. */
  replace(doc) {
    app.history.replace(doc);
    changed();
  },

  undo: () => undo(),

  /** ruled returns the current document with other rules; it fails if they are wrong. Regions replace the boxes. */
  async ruled(rules) {
    const {doc} = app,
      jigsaw = rules.some(rule => rule.startsWith("regions")),
      box = jigsaw ? doc.shape.replace(/^(\d+)x(\d+)/, (_, h, w) => `1x${h * w}`) : doc.shape,
      {puzzles, errors} = await api.read({...app.puzzle(), box, rules}),
      p = puzzles[0];
    if (!p) throw new api.Problem(400, errors[0]);
    const next = {...docOf(p), title: doc.title, author: doc.author, prose: doc.prose, symbols: doc.symbols};
    for (const layer of state.layers) next[layer] = doc[layer];
    return next;
  },

  /** load reads a text and makes its puzzle number index the current document. */
  async load(text, index = 0, more = {}) {
    if (!text.trim()) return false;
    let r;
    try {
      r = await api.read({text, index});
    } catch (e) {
      r = {puzzles: [], errors: [{error: e.message, line: e.line, column: e.column, expected: e.expected}]};
    }
    const p = r.puzzles.find(p => p.index === index) || r.puzzles[0];
    if (!p) {
      const problem = r.errors[0] || {error: "the text has no puzzle"};
      textPanel.box.value = text.slice(0, 100000);
      app.open("text");
      textPanel.problem(problem);
      app.say(place(problem));
      return false;
    }
    hideNotice();
    textPanel.offer(text, r.puzzles, r.more, p.index);
    const doc = docOf(p);
    if (more.values && more.values.length === doc.values.length)
      doc.values = more.values.map((v, c) => (doc.clues[c] ? 0 : Math.min(v, doc.n)));
    for (const layer of ["corner", "centre", "colours"]) {
      if (more[layer] && more[layer].length === doc.clues.length) doc[layer] = more[layer];
    }
    app.history.push(doc);
    grid.selected.clear();
    setMode("digit");
    if (r.puzzles.length > 1) app.open("text");
    changed(!more.quiet);
    return true;
  },

  fillCandidates(candidates) {
    app.edit(state.fillCentre(app.doc, candidates));
    candidatesPanel.set("mine");
  },

  async download(to, options) {
    try {
      const {name, blob} = await api.file("export?to=" + encodeURIComponent(to), {...app.puzzle(), ...options});
      save(blob, name);
    } catch (e) {
      notice(e.message);
    }
  },

  /** picture saves the puzzle with the entries as SVG, or as PNG of 1,600 pixels. */
  async picture(to) {
    try {
      const grid = app.doc.values.some(v => v) ? state.line(state.shown(app.doc), app.symbols() || undefined) : "";
      const {blob} = await api.file("picture", {...app.puzzle(), grid, file: true});
      if (to === "svg") return save(blob, "puzzle.svg");
      const image = el("img", {src: URL.createObjectURL(blob)});
      await image.decode();
      const scale = 1600 / Math.max(image.width, image.height);
      const canvas = el("canvas", {width: scale * image.width, height: scale * image.height});
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(image.src);
      canvas.toBlob(png => save(png, "puzzle.png"));
    } catch (e) {
      notice(e.message);
    }
  },

  /** show draws the grid again. */
  show: () => render(),

  /** light lights cells up; cover lays a drawing over the grid. */
  light: names => grid.lightUp(names),
  lightLink(index, count) {
    // a head and a curve for each link
    const all = [...byId("board").querySelectorAll(".over :is(.strong, .weak) path")];
    if (all.length === 2 * count) all.forEach((p, i) => p.classList.toggle("faint", index >= 0 && i >> 1 !== index));
  },
  cover(svg) {
    grid.cover(svg);
  },

  open: panel => openPanel(panel),

  setMode: mode => setMode(mode),

  /** frame leaves room for clues outside the grid. */
  frame: () => grid.frame(rulesPicture),

  /** say speaks a sentence to people who listen to the page. */
  say(text) {
    byId("live").textContent = text;
  },
};

/** save offers a file to the browser. */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  el("a", {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** docOf makes a document of a puzzle that the server read. */
function docOf(p) {
  const cell = name => state.cellOf(name, doc);
  const doc = state.blank(p.box, p.rules || [], {
    title: p.name || "",
    author: p.author || "",
    prose: (p.statement || "").split("\n").filter(Boolean),
  });
  doc.clues = p.values;
  doc.symbols = p.symbols;
  doc.notes = p.notes || [];
  if (p.houses) {
    doc.houses = p.houses.map(h => h.cells.map(cell)).concat((p.pairs || []).map(pair => pair.map(cell)));
    const areas = p.houses.filter(h => h.kind === "box" || h.kind === "regions" || h.kind === "region");
    doc.regions = doc.clues.map(() => 0);
    areas.forEach((h, i) =>
      h.cells.forEach(name => {
        doc.regions[cell(name)] = i + 1;
      }),
    );
  }
  doc.listed = p.constraints || [];
  doc.constraints = new Map();
  for (const rule of doc.listed) {
    const cells = rule.cells || [];
    if (cells.length === 0 || cells.length > 12) continue;
    for (const name of cells) {
      const others = cells.filter(other => other !== name).join(" ");
      const said = rule.kind + (rule.value ? " " + rule.value : "") + (others ? " with " + others : "");
      doc.constraints.set(cell(name), (doc.constraints.get(cell(name)) || []).concat(said));
    }
  }
  return doc;
}

// The grid.

const grid = new Grid(byId("board"), (name, data) => {
  if (name === "key") key(data);
  if (name === "alike" && app.mode !== "rule") grid.select(state.alike(app.doc, data, app.mode));
  if (name === "stroke" && app.mode === "rule") draw.stroke(data);
  if (name === "ray") draw.ray(...data);
  if (name === "selection") keypadState();
});

const answer = new Answer(app),
  candidatesPanel = new Candidates(app),
  steps = new Steps(app),
  compare = new Compare(app),
  formulation = new Formulation(app),
  draw = new Draw(app, grid),
  textPanel = new Text(app);
let rulesPicture = null; // the drawing of the rules
let drawn = null; // the shape and rules that the grid is built for

/** changed follows each edit. loaded: the puzzle is another one, and gets an entry in the browser's history. */
function changed(loaded = false) {
  build();
  render();
  for (const part of [steps, answer, candidatesPanel, compare, formulation, draw, textPanel]) part.changed();
  remember(loaded);
}

/** build makes the table again if the grid has another shape or other rules. */
function build() {
  const {doc} = app,
    now = `${doc.shape}|${doc.rules.join("|")}`;
  if (now === drawn) return;
  const focused = byId("board").contains(document.activeElement),
    {current} = grid;
  drawn = now;
  if (["n", "rows", "columns", "beside"].some(size => grid[size] !== doc[size])) {
    grid.build(doc);
    lay(null);
    if (focused) grid.moveTo(Math.min(current, grid.cells.length - 1), true);
  }
  grid.seen = [];
  grid.ruled(doc.regions);
  if (!doc.rules.length) lay(null); // otherwise the old drawing stays until the new one is there
  keypad();
  if (doc.rules.length) background(now);
}

/** lay lays the drawing of the rules below the grid. */
function lay(picture) {
  rulesPicture = picture;
  grid.frame(picture);
  grid.background(picture);
}

/** background fetches the drawing of the rules of a variant. */
async function background(now) {
  try {
    const {doc} = app;
    const text = await api.picture({...app.puzzle(doc.clues.map(() => 0)), layer: "rules"});
    const picture = drawing(text);
    if (now !== drawn || !picture) return;
    lay(picture);
  } catch (e) {
    lay(null);
    notice(`The rules are not drawn: ${e.message}.`);
  }
}

function render() {
  const {doc} = app;
  grid.render({
    doc,
    clashes: [...new Set([...state.clashes(doc, doc.houses), ...answer.clash])],
    differ: (candidatesPanel.shown || app.mode === "rule") && !answer.which ? [] : answer.differ,
    wrong: answer.mistakes ? answer.wrong : [],
    ghost: answer.ghost,
    candidates: candidatesPanel.shown,
    counts: candidatesPanel.shares,
    filter: app.filter,
    symbols: app.symbols(),
  });
  const clues = doc.clues.filter(v => v).length;
  byId("summary").replaceChildren(
    ...[
      doc.title && el("b", {}, doc.title + " "),
      doc.author && `by ${doc.author}, `,
      `${doc.rows}×${doc.columns}${doc.beside ? ` and ${doc.beside} beside` : ""}, ${plural(clues, "clue")}`,
      doc.rules.length ? `, ${plural(doc.rules.length, "rule")}` : "",
    ].filter(Boolean),
  );
  byId("heading").replaceChildren(doc.title, doc.author && el("span", {}, ` by ${doc.author}`)); // in print
  const says = (doc.listed || []).map(c => c.kind[0].toUpperCase() + c.kind.slice(1) + ": " + c.says + ".");
  const texts = doc.prose.length ? doc.prose : [...new Set(says)];
  byId("statement").replaceChildren(...texts.map(text => el("p", {}, text)));
  document.title = (doc.title ? doc.title + " - " : "") + "nonet";
  byId("undo").disabled = !app.history.canUndo;
  byId("redo").disabled = !app.history.canRedo;
  keypadState();
}

// Keys.

let lastDigit = {value: 0, time: -1e9};

function key(e) {
  if (app.waiting && /^(Digit|Numpad)\d$|^Key[A-Z]$|^Escape$/.test(e.code)) {
    app.waiting = false;
    const a = action(e, {n: app.doc.n, mode: "digit", numbers: app.typesNumbers(), symbols: app.doc.symbols});
    app.filter = a && a.do === "enter" && a.value !== app.filter && e.code !== "KeyF" ? a.value : 0;
    e.preventDefault();
    app.say(app.filter ? `Places of ${app.filter}` : "No filter");
    return render();
  }
  const a = action(e, {n: app.doc.n, mode: app.mode, numbers: app.typesNumbers(), symbols: app.doc.symbols});
  if (!a) return;
  e.preventDefault();
  perform(a);
}

function perform(a) {
  const {doc} = app,
    {columns} = doc;
  switch (a.do) {
    case "move": {
      const to = move(grid.current, a.by, doc, app.settings.wrap);
      if (app.mode === "rule" && a.extend) draw.picking = true;
      else if (app.mode === "rule" && draw.picking) return grid.moveTo(to, true);
      return grid.go(to, true, a.extend);
    }
    case "edge": {
      const row = grid.current - (grid.current % columns);
      const last = Math.min(grid.cells.length, a.whole ? Infinity : row + columns) - 1;
      return grid.go(a.end ? last : a.whole ? 0 : row, true, a.extend);
    }
    case "enter":
      return enter(a.value, a.mode);
    case "pick":
      return draw.pick();
    case "join":
      return draw.join(a.sign);
    case "number":
      return draw.digit(a.value);
    case "stroke":
      return draw.stroke(cells());
    case "blank":
      if (app.mode === "rule") return draw.back();
      app.edit(state.clear(doc, cells(), app.mode));
      if (app.mode === "clue") advance(1);
      return;
    case "clear":
      if (app.mode === "rule") return draw.back();
      if (app.mode === "clue" && a.back && cells().length === 1 && !doc.clues[grid.current]) advance(-1);
      return app.edit(state.clear(app.doc, cells(), app.mode));
    case "mode":
      if (a.to === "rule" && app.mode === "rule") return setTimeout(() => draw.kinds.focus()); // after this key
      return setMode(a.to || modes[(modes.indexOf(app.mode) + a.by + modes.length) % modes.length]);
    case "undo":
      return undo();
    case "redo":
      return redo();
    case "all":
      return grid.select(grid.cells.keys());
    case "invert":
      return grid.select([...grid.cells.keys()].filter(c => !grid.selected.has(c)));
    case "none":
      app.filter = 0;
      answer.which = 0;
      steps.hide();
      grid.select([]);
      answer.draw();
      steps.draw();
      return render();
    case "hint":
      return steps.hint();
    case "step":
      return steps.take();
    case "answer":
      return answer.result && ["unique", "multiple"].includes(answer.result.verdict) ? answer.toggle(1) : undefined;
    case "filter":
      app.waiting = true;
      return app.say("Type the digit whose places are shown");
    case "help":
      return toggleHelp();
  }
}

/** cells lists the cells that an edit is about: the selection, or else the current cell. */
function cells() {
  return grid.selected.size ? [...grid.selected] : [grid.current];
}

function enter(value, mode) {
  const now = performance.now(),
    {doc} = app;
  if (app.typesNumbers() && mode !== "colour") {
    const both = twoKeys(lastDigit.value, value, now - lastDigit.time, doc.n);
    lastDigit = {value: both ? 0 : value, time: now};
    if (both) {
      if (lastDigit.stepped) advance(-1);
      app.history.undo();
      value = both;
    } else if (value === 0) return;
    app.edit(state.enter(app.doc, cells(), mode, value));
    return;
  }
  if (mode !== "colour" && value > doc.n) return;
  app.edit(state.enter(doc, cells(), mode, value));
  if (mode === "clue") advance(1);
}

/** advance steps on to the next cell while clues are entered. */
function advance(by) {
  if (!app.settings.advance || grid.selected.size > 1) return;
  const all = grid.cells.length;
  grid.go((grid.current + by + all) % all, byId("board").contains(document.activeElement));
}

function undo() {
  if (app.history.undo()) changed();
}
function redo() {
  if (app.history.redo()) changed();
}

// The keypad.

function keypad() {
  const {n} = app.doc,
    numbers = app.mode === "rule"; // digits of the number of a rule, instead of values
  byId("modes").replaceChildren(
    ...modes.map(m =>
      button(modeNames[m], () => setMode(m), {
        data: {mode: m},
        title: {clue: "G", digit: "Z", corner: "X", centre: "C", colour: "V", rule: "B"}[m],
      }),
    ),
    button(
      "Multi",
      () => {
        grid.multi = !grid.multi;
        keypadState();
      },
      {id: "multi", title: "Select several cells by touch"},
    ),
  );
  const digits = Array.from({length: numbers ? 10 : n}, (_, i) =>
    numbers
      ? button(String((i + 1) % 10), () => draw.digit((i + 1) % 10))
      : button("", () => perform({do: "enter", value: i + 1, mode: app.mode}), {data: {value: String(i + 1)}}),
  );
  const clear = button("Clear", () => perform({do: app.mode === "clue" ? "blank" : "clear"}), {class: "word"});
  byId("digits").replaceChildren(...digits, clear);
  byId("digits").classList.toggle("wide", digits.length > 9);
  keypadState();
}

let keypadDue = false;

/** keypadState shows what the keys mean and which are pressed, once for all changes of a task. */
function keypadState() {
  if (keypadDue) return;
  keypadDue = true;
  queueMicrotask(() => {
    keypadDue = false;
    drawKeypad();
  });
}

/** set changes an attribute that differs. */
const set = (e, name, value) => {
  if (e.getAttribute(name) !== value) e.setAttribute(name, value);
};

function drawKeypad() {
  const {doc, mode} = app;
  for (const b of byId("modes").children) {
    set(b, "aria-pressed", String(b.dataset.mode ? b.dataset.mode === mode : grid.multi));
  }
  const shown = state.shown(doc).slice(0, doc.rows * doc.columns),
    chosen = cells(),
    symbols = app.symbols();
  const most = doc.shape.includes("free") ? Infinity : Math.min(doc.rows, doc.columns);
  set(byId("digits"), "data-mode", mode);
  for (const b of byId("digits").children) {
    const v = Number(b.dataset.value);
    if (!v) continue;
    const left = most - shown.filter(x => x === v).length;
    const on =
      mode === "colour"
        ? chosen.every(c => doc.colours[c] === v)
        : mode === "clue"
          ? chosen.every(c => doc.clues[c] === v)
          : mode === "digit"
            ? chosen.every(c => doc.values[c] === v)
            : chosen.every(c => (doc[mode][c] >> v) & 1);
    const text = symbols ? symbols[v - 1] : String(v),
      rest = mode === "digit" && left > 0 && left < most ? String(left) : "";
    set(b, "class", mode === "colour" ? "colour-" + v : left <= 0 ? "done" : "");
    b.hidden = mode === "colour" && v > 9;
    set(b, "aria-pressed", String(on));
    set(b, "aria-label", mode === "colour" ? colourNames[v] || "" : [text, modeWords[mode]].filter(Boolean).join(", "));
    const key = [mode === "colour", text, rest].join();
    if (b.drawn === key) continue;
    b.drawn = key;
    b.replaceChildren(
      mode === "colour" ? "" : text,
      ...(rest ? [el("span", {class: "left-over", title: `${rest} left`}, rest)] : []),
    );
  }
}

function setMode(mode) {
  const other = (mode === "rule") !== (app.mode === "rule");
  app.mode = mode;
  if (other) {
    draw.show(mode === "rule");
    keypad();
    if (mode === "rule") openPanel("rules");
    render();
  } else keypadState();
  app.say(modeNames[mode]);
}

// Panels.

function buildTabs() {
  byId("tabs").replaceChildren(
    ...panels.map(p =>
      button(p[0].toUpperCase() + p.slice(1), () => openPanel(p), {
        id: "tab-" + p,
        role: "tab",
        "aria-controls": "panel-" + p,
      }),
    ),
  );
  byId("tabs").addEventListener("keydown", e => {
    const by = {ArrowLeft: -1, ArrowRight: 1}[e.key];
    if (!by) return;
    e.preventDefault();
    openPanel(panels[(panels.indexOf(app.panel) + by + panels.length) % panels.length]);
    byId("tab-" + app.panel).focus();
  });
}

function openPanel(panel) {
  const other = panel !== app.panel;
  app.panel = panel;
  for (const p of panels) {
    const on = p === panel;
    byId("panel-" + p).hidden = !on;
    byId("tab-" + p).setAttribute("aria-selected", String(on));
    byId("tab-" + p).tabIndex = on ? 0 : -1;
  }
  if (!other) return;
  formulation.changed();
  draw.changed();
  textPanel.changed();
  remember(false);
}

// Memory: the address has puzzle and entries; the tab keeps the marks over a reload; the browser keeps a draft.

const marksOf = doc => ({values: doc.values, corner: doc.corner, centre: doc.centre, colours: doc.colours});

let rememberTimer = 0;

/** remember writes the address and the draft: at once if the puzzle was loaded, otherwise after the last edit. */
function remember(loaded) {
  clearTimeout(rememberTimer);
  rememberTimer = 0;
  if (loaded) writeDown(true);
  else rememberTimer = setTimeout(writeDown, 250, false);
}

/** rememberNow writes what remember has put off. */
function rememberNow() {
  if (!rememberTimer) return;
  clearTimeout(rememberTimer);
  writeDown(false);
}

function writeDown(loaded) {
  rememberTimer = 0;
  const {doc} = app,
    hash = fragment(doc, app.panel === "text" ? "" : app.panel);
  const url = location.pathname + location.search + hash;
  if (url !== location.pathname + location.search + location.hash) {
    if (loaded) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }
  store(sessionStorage, draftKey, {text: app.text(), ...marksOf(doc), mode: app.mode});
  if (doc.clues.some(v => v) || doc.rules.length)
    store(localStorage, draftKey, {text: app.text(), ...marksOf(doc), time: Date.now()});
}

function store(where, key, value) {
  try {
    where.setItem(key, JSON.stringify(value));
  } catch {
    /* the browser keeps nothing: then nothing is offered */
  }
}

function stored(where, key) {
  try {
    return JSON.parse(where.getItem(key)) || null;
  } catch {
    return null;
  }
}

let restored = false;

/** restore makes the document of the address. */
async function restore() {
  const kept = stored(sessionStorage, draftKey);
  let {text, values, panel} = parse(location.hash);
  // After a reload the address may lack the last edit, since the browser has read it before the page could write it.
  if (!restored && kept && performance.getEntriesByType("navigation")[0]?.type === "reload") ({text, values} = kept);
  restored = true;
  const draft = stored(localStorage, draftKey);
  if (text) {
    const marks = kept && kept.text === text ? {corner: kept.corner, centre: kept.centre, colours: kept.colours} : {};
    if (await app.load(text, 0, {...marks, values, quiet: true})) {
      app.history = new state.History(app.doc);
      if (kept && kept.text === text && modes.includes(kept.mode)) setMode(kept.mode);
      render();
      if (panels.includes(panel)) openPanel(panel);
    } else changed();
    return;
  }
  if (panels.includes(panel)) openPanel(panel);
  if (values && values.length === app.doc.clues.length) app.history.replace({...app.doc, values});
  changed();
  if (draft && draft.text && !draft.offered) offerDraft(draft);
}

/** offerDraft offers the puzzle of another time, once. */
function offerDraft(draft) {
  store(localStorage, draftKey, {...draft, offered: true});
  const when = new Date(draft.time).toLocaleString([], {dateStyle: "medium", timeStyle: "short"});
  notice(
    `A puzzle from ${when} is kept in this browser.`,
    button("Restore it", () => {
      hideNotice();
      app.load(draft.text, 0, draft);
    }),
    button("Discard it", () => {
      hideNotice();
      localStorage.removeItem(draftKey);
    }),
  );
}

function notice(text, ...buttons) {
  byId("notice").replaceChildren(text, ...buttons, ...(buttons.length ? [] : [button("Close", hideNotice)]));
  byId("notice").hidden = false;
}

function hideNotice() {
  byId("notice").hidden = true;
}

// Settings and the rest of the page.

function applySettings() {
  const {scheme} = app.settings,
    next = {"": "as the system", light: "light", dark: "dark"}[scheme];
  if (scheme) document.documentElement.dataset.scheme = scheme;
  else delete document.documentElement.dataset.scheme;
  byId("scheme").setAttribute("aria-label", `Colours: ${next}`);
  byId("scheme").title = `Colours: ${next}`;
  store(localStorage, settingsKey, app.settings);
}

function buildHelp() {
  const setting = (name, text) =>
    el(
      "label",
      {class: "option"},
      el("input", {
        type: "checkbox",
        checked: app.settings[name],
        onchange: e => {
          app.settings[name] = e.target.checked;
          applySettings();
          grid.seen = [];
          keypad();
          render();
        },
      }),
      text,
    );
  byId("help").replaceChildren(
    el("h2", {}, "Keys while the grid has the focus"),
    el(
      "dl",
      {},
      help.map(([keys, what]) => el("div", {}, el("dt", {}, keys), el("dd", {}, what))),
    ),
    el(
      "div",
      {class: "row"},
      setting("wrap", "The cursor goes round at the edges"),
      setting("advance", "Step on after each clue"),
      setting("numbers", "Values above 9 as numbers: type both digits"),
    ),
    el(
      "p",
      {class: "small dim"},
      "The page talks to nonet on this machine and to nothing else. Puzzles stay in the address and in this browser.",
    ),
  );
}

function toggleHelp() {
  const hidden = (byId("help").hidden = !byId("help").hidden);
  byId("keys").setAttribute("aria-expanded", String(!hidden));
}

function buildTools() {
  byId("new").append(
    ...sizes.map(s => {
      const [h, w] = s.split("x").map(Number);
      return el("option", {value: s}, `${h * w} × ${h * w}`);
    }),
  );
  byId("new").addEventListener("change", e => {
    const shape = e.target.value;
    e.target.value = "";
    if (!shape) return;
    app.history.push(state.blank(shape));
    textPanel.offer("", [], false, 0);
    setMode("clue");
    changed(true);
    grid.go(0);
  });
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("print").addEventListener("click", () => print());
  byId("keys").addEventListener("click", toggleHelp);
  byId("scheme").addEventListener("click", () => {
    app.settings.scheme = {"": "light", light: "dark", dark: ""}[app.settings.scheme];
    applySettings();
  });
  byId("copylink").addEventListener("click", async e => {
    const b = e.currentTarget;
    rememberNow();
    try {
      await navigator.clipboard.writeText(location.href);
      b.textContent = "Copied";
    } catch {
      b.textContent = "Not allowed";
    }
    setTimeout(() => {
      b.textContent = "Copy link";
    }, 1200);
  });
}

const isField = e => e && (e.matches("input, textarea, select") || e.isContentEditable);

function listen() {
  document.addEventListener("paste", e => {
    if (isField(e.target)) return;
    const text = e.clipboardData && e.clipboardData.getData("text/plain");
    if (!text) return;
    e.preventDefault();
    app.load(text);
  });
  document.addEventListener("dragover", e => {
    e.preventDefault();
    document.body.classList.add("drop");
  });
  for (const end of ["dragleave", "drop"]) document.addEventListener(end, () => document.body.classList.remove("drop"));
  document.addEventListener("drop", async e => {
    e.preventDefault();
    const file = e.dataTransfer.files[0];
    app.load(file ? await file.text() : e.dataTransfer.getData("text/plain"));
  });
  document.addEventListener("keydown", e => {
    if (e.defaultPrevented || isField(e.target) || byId("board").contains(e.target)) return;
    if (!(e.ctrlKey || e.metaKey)) return;
    if (e.code === "KeyZ") {
      e.preventDefault();
      (e.shiftKey ? redo : undo)();
    }
    if (e.code === "KeyY") {
      e.preventDefault();
      redo();
    }
  });
  addEventListener("pagehide", rememberNow);
  addEventListener("popstate", () => {
    if (fragment(app.doc, app.panel === "text" ? "" : app.panel) !== location.hash) restore();
  });
}

Object.assign(app.settings, stored(localStorage, settingsKey) || {});
applySettings();
buildTools();
buildTabs();
buildHelp();
listen();
openPanel("text");
build();
render();
grid.go(0, true);
restore();
api.onWaiting((n, place) => {
  byId("busy").hidden = !n && !place;
  byId("busy").textContent = place
    ? `Your question is number ${place} in the line.`
    : "The server is busy. Your question waits for its turn.";
});
api
  .methods()
  .then(r => {
    compare.setMethods(r);
    candidatesPanel.setLadders(r.ladders || []);
  })
  .catch(e => notice(e.message));
api
  .formats()
  .then(r => {
    textPanel.setFormats(r.exports || []);
    draw.setKinds(r.rules || []);
  })
  .catch(() => {});
