// draw.js: rules drawn over the grid or typed in the words of nonet, and the list of the rules of the puzzle.
//
// The server says what a kind of rules takes. A rule that is drawn is the line of text in the field, which may be typed
// as well: the name of the kind, its number, lists of cells, and values. The server reads the line, and says what is
// wrong with it. A rule stays open until the next stroke begins: digits then change its number.

import {button, byId, el, lit, plural} from "./dom.js";
import {cellName, joined} from "./state.js";

const groups = [
  ["Cages, lines and areas", k => k.draw === "" && k.lists[1] === 1 && k.cells[1] !== 2],
  ["Dots between two cells", k => k.draw === "" && k.cells[1] === 2 && k.lists[1] === 1],
  ["Several groups of cells", k => k.draw === "" && k.lists[0] > 1],
  ["Clues outside the grid", k => k.draw === "outside"],
  ["The whole grid", k => k.draw === "" && k.lists[0] === 0],
  ["Regions", k => k.draw === "regions"],
  ["Core constraints and alternatives", k => k.draw === "typed"],
];

export class Draw {
  constructor(app, grid) {
    this.app = app;
    this.grid = grid;
    this.root = byId("panel-rules");
    this.kind = null; // what is drawn, an object of the server
    this.asked = 0; // the number of the last question
    this.kinds = el("select", {
      "aria-label": "Kind of rule",
      onchange: () => this.begin(),
      onkeydown: e => {
        if (e.key !== "Enter") return;
        e.preventDefault();
        grid.moveTo(grid.current, true);
      },
    });
    this.field = el("input", {
      type: "text",
      id: "rule-text",
      spellcheck: false,
      autocomplete: "off",
      "aria-label": "Rule in the words of nonet",
      "aria-describedby": "rule-said",
      oninput: () => this.say(""),
    });
    this.said = el("p", {id: "rule-said", class: "small dim", role: "status"});
    byId("rule").append(
      this.kinds,
      this.field,
      el("button", {class: "main"}, "Add"),
      this.said,
      button("Or", () => this.join("|"), {title: "Or another rule instead (|)"}),
      button("And", () => this.join("&"), {title: "And another rule in the same alternative (&)"}),
    );
    byId("rule").addEventListener("submit", e => {
      e.preventDefault();
      this.commit(this.field.value.trim());
    });
    this.clear();
  }

  setKinds(kinds) {
    this.all = kinds;
    this.kinds.replaceChildren(
      ...groups.map(([name, holds]) =>
        el(
          "optgroup",
          {label: name},
          kinds.filter(holds).map(k => el("option", {value: k.rule, title: k.summary}, k.rule)),
        ),
      ),
    );
    this.kinds.value = "cage";
    this.begin();
  }

  /** show shows or hides the tools. */
  show(on) {
    byId("rule").hidden = !on;
    this.begin(on);
  }

  /** begin begins a rule of the chosen kind. */
  begin(shown = !byId("rule").hidden) {
    this.kind = (this.all || []).find(k => k.rule === this.kinds.value);
    const margin = shown && this.kind && this.kind.draw === "outside" ? 1 : 0;
    if (margin !== this.grid.margin) {
      this.grid.margin = margin;
      this.app.frame();
    }
    if (!this.kind) return;
    this.next();
    this.write();
    this.say("");
  }

  /** clear ends the rule that is open. */
  clear() {
    if (this.areas) this.grid.ruled(this.app.doc.regions);
    Object.assign(this, {lists: [], number: "", values: [], open: null, picking: false, before: "", areas: null});
  }

  /** next begins another rule: the next part of alternatives if it was asked for, otherwise a rule of its own. */
  next() {
    const {open, before} = this,
      part = before && !this.lists.length;
    this.clear();
    if (part) Object.assign(this, {open, before});
  }

  /** join makes the open rule a part of the rule any-of, alternatives: the rule that is drawn next follows the sign. */
  join(sign) {
    const {open} = this,
      text = this.field.value.trim();
    if (!open || open.doc !== this.app.doc) return this.say("Draw or add a rule first, then its alternative.", true);
    this.clear();
    Object.assign(this, {open, before: `${text.startsWith("any-of ") ? "" : "any-of "}${text} ${sign} `});
    this.write();
    this.say("Now draw the next rule; choose its kind first if it is another one.");
  }

  /** write writes the rule into the field. */
  write() {
    const k = this.kind,
      {doc} = this.app;
    const cells = this.lists.map(list => list.map(c => cellName(c, doc)).join(" ")).join(" / ");
    const values = this.values.length ? ": " + this.values.join(" ") : "";
    this.field.value = this.before + [k.rule, this.number, cells, values].filter(Boolean).join(" ");
  }

  /** say writes a message about the rule, or how to draw it. */
  say(text, bad = false) {
    this.said.textContent = text || this.advice();
    this.said.classList.toggle("problem", bad);
    this.field.setAttribute("aria-invalid", String(bad));
  }

  advice() {
    const k = this.kind;
    if (!k) return "";
    if (k.rule === "any-of") return "Draw a rule of another kind, press Or, and draw its alternative. Or type both.";
    if (k.draw === "typed") return `Draw over cells to write them here, and type the rest, as in: ${k.example}`;
    if (k.draw === "regions") return `Draw over the ${plural(this.size(), "cell")} of each region, in any order.`;
    const [least, most] = k.cells,
      what = k.needs_values ? k.values : k.number || k.values;
    const cells = least === most ? plural(most, "cell") : least > 1 ? `${least} or more cells` : "cells";
    const how =
      k.lists[0] === 0
        ? "Press Add"
        : k.draw === "outside"
          ? "Drag into the grid from where the clue stands, or tap there"
          : `Draw over ${cells}` + (k.lists[0] > 1 ? ", once for each group" : "");
    const then = what ? `; then type the ${what}${k.optional || (!k.number && !k.needs_values) ? ", if any" : ""}` : "";
    return `${k.summary[0].toUpperCase()}${k.summary.slice(1)}. ${how}${then}.`;
  }

  /** stroke takes cells that were drawn over or selected. */
  stroke(cells) {
    const k = this.kind;
    this.picking = false;
    if (!k) return;
    const [least, most] = k.lists;
    if (k.draw === "typed") return this.put(cells);
    if (k.draw === "regions") return this.region(cells);
    if (k.draw === "outside") return this.line(cells);
    if (least === 0) return this.commit(this.field.value);
    const more = least > 1 && (!most || this.lists.length < most);
    const [first] = this.lists,
      again = this.open && first && cells.length > first.length && first.every(c => cells.includes(c));
    if (!more && !again) this.next();
    this.lists = more ? [...this.lists, cells] : [cells.slice(0, k.cells[1] || cells.length)];
    this.drawn();
  }

  /** put writes the names of cells into the field, as terms of a sum for the kind linear. */
  put(cells) {
    const {field, kind} = this,
      sum = kind.rule === "linear",
      at = field.selectionStart,
      before = field.value.slice(0, at).trimEnd(),
      term = sum && before !== kind.rule && /\w$/.test(before) ? " + " : before.endsWith("*") ? "" : " ";
    const names = cells.map(c => cellName(c, this.app.doc)).join(sum ? " + " : " ");
    field.setRangeText(term + names, before.length, field.selectionEnd, "end");
    field.focus();
  }

  /** size is the number of cells of a region. */
  size() {
    const [h, w] = this.app.doc.shape.split(" ")[0].split("x").map(Number);
    return h * (w || 1);
  }

  /**
   * region takes cells as one region. The rule is complete when the other cells are in regions of the right size, or
   * are one area of that size.
   */
  region(cells) {
    const {doc} = this.app,
      size = this.size(),
      at = doc.rules.findIndex(text => text.startsWith("regions"));
    const all = doc.rows * doc.columns;
    if (!this.areas) {
      this.areas = doc.regions.slice(0, all);
      if (at >= 0 && !this.open) this.open = {doc, rules: doc.rules, at, drawn: false};
    }
    const region = 1 + Math.max(...this.areas);
    for (const c of cells) if (c < all) this.areas[c] = region;
    const sizes = new Map();
    for (const area of this.areas) sizes.set(area, (sizes.get(area) || 0) + 1);
    const rest = [...this.areas.keys()].filter(c => !this.areas[c] || sizes.get(this.areas[c]) !== size);
    if (rest.length && (rest.length !== size || !joined(rest, doc.columns))) {
      this.grid.ruled(this.areas);
      return this.say(`Cells that are in no region of ${size} yet: ${rest.length}.`);
    }
    const labels = [...sizes.keys()].filter(area => area && sizes.get(area) === size);
    const words = this.areas.map(area => labels.indexOf(area) + 1 || labels.length + 1);
    this.areas = words;
    const row = r => words.slice(r * doc.columns, (r + 1) * doc.columns).join(" ");
    this.field.value = "regions " + Array.from({length: doc.rows}, (_, r) => row(r)).join(" / ");
    return this.commit(this.field.value);
  }

  /** pick takes the current cell of the grid into the next stroke, or out of it. */
  pick() {
    const {selected, current} = this.grid,
      cells = this.picking ? [...selected].filter(c => c !== current) : [];
    this.grid.select(this.picking && selected.has(current) ? cells : [...cells, current]);
    this.picking = true;
  }

  /** line takes the first and last of cells as the direction of a line from one side of the grid to the other. */
  line(cells) {
    const {columns} = this.app.doc,
      at = c => [Math.floor(c / columns), c % columns];
    this.ray(at(cells[0]), at(cells.at(-1)));
  }

  /** ray draws the line through the place from to the place to, or from a side of the grid straight into it. */
  ray(from, to) {
    const {rows, columns} = this.app.doc;
    let step = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
    const inward = (x, size) => (x <= 0 ? 1 : x >= size - 1 ? -1 : 0),
      outside = (x, size) => x < 0 || x >= size;
    if (!step[0] && !step[1]) {
      const beside = [outside(from[0], rows), outside(from[1], columns)];
      step = [inward(from[0], rows), inward(from[1], columns)];
      if (beside[0] !== beside[1]) step[beside[0] ? 1 : 0] = 0;
      if (Boolean(step[0]) === Boolean(step[1])) return this.say("Draw in the direction of the line.", true);
    }
    const inside = ([r, k]) => r >= 0 && k >= 0 && r < rows && k < columns;
    let at = inside(from) ? from : [from[0] + step[0], from[1] + step[1]];
    if (!inside(at)) return this.say("No line of the grid begins there.", true);
    for (let back = at; inside(back); back = [back[0] - step[0], back[1] - step[1]]) at = back;
    const cells = [];
    for (; inside(at); at = [at[0] + step[0], at[1] + step[1]]) cells.push(at[0] * columns + at[1]);
    this.next();
    this.lists = [cells];
    this.grid.select(cells);
    this.grid.moveTo(cells[0], true);
    this.drawn();
  }

  /** drawn adds the rule as soon as it is complete. */
  drawn() {
    const k = this.kind;
    this.write();
    const missing =
      this.lists.length < k.lists[0] || this.lists.some(list => list.length < k.cells[0])
        ? this.advice()
        : k.number && !k.optional && this.number === ""
          ? `Type the ${k.number}.`
          : k.needs_values && !this.values.length
            ? `Type the ${k.values}.`
            : "";
    if (missing) return this.say(missing);
    return this.commit(this.field.value);
  }

  /** digit adds a digit to the number of the rule, or a value to its values. */
  digit(v) {
    const k = this.kind;
    if (!k || !(k.number || k.values)) return;
    if (k.number && !k.needs_values) this.number = this.number === "0" ? String(v) : this.number + v;
    else this.values.push(v);
    if (this.lists.length || k.lists[0] === 0) this.drawn();
    else this.write();
  }

  /** back takes the last digit away, or else the rule. */
  back() {
    if (this.number) this.number = this.number.slice(0, -1);
    else if (!this.values.pop() && this.lists.length) {
      if (this.open && this.app.doc === this.open.doc) this.app.undo();
      this.clear();
      return this.write();
    }
    if (this.lists.length) this.drawn();
    else this.write();
  }

  /** commit puts the rule of a text into the puzzle: in the place of the rule that is open, or as the last one. */
  async commit(text) {
    const {app} = this,
      {doc} = app,
      asked = ++this.asked;
    const open = this.open && this.open.doc === doc ? this.open : null;
    const before = open ? open.rules : doc.rules,
      at = open ? open.at : before.length;
    const next = await this.ask([...before.slice(0, at), text, ...before.slice(at + 1)]);
    if (!next || asked !== this.asked || app.doc !== doc) return;
    this.open = {doc: next, rules: before, at, drawn: true};
    if (open && open.drawn) app.replace(next);
    else app.edit(next);
    this.say(next.notes.join("; "));
  }

  /** ask returns the document with these rules, or null and says what is wrong. */
  async ask(rules) {
    try {
      return await this.app.ruled(rules);
    } catch (e) {
      this.say(e.message.replace(/^rule \d+: /, "") + (e.expected ? `, expected ${e.expected}` : ""), true);
      if (e.column && document.activeElement === this.field) this.field.setSelectionRange(e.column - 1, 1000);
      return null;
    }
  }

  /** change puts the rule number at into the field. */
  change(at) {
    const {doc} = this.app;
    if (this.app.mode !== "rule") this.app.setMode("rule");
    this.clear();
    this.kinds.value = doc.listed[at].kind;
    this.begin();
    this.open = {doc, rules: doc.rules, at, drawn: false};
    this.field.value = doc.rules[at];
    this.field.focus();
  }

  async remove(at) {
    const {doc} = this.app,
      next = await this.ask(doc.rules.filter((_, i) => i !== at));
    if (next && this.app.doc === doc) this.app.edit(next);
  }

  /** changed is called after each edit: it lists the rules by kind. */
  changed() {
    const {doc} = this.app,
      light = names => this.app.light(names);
    if (this.open ? this.open.doc !== doc : this.areas) {
      this.clear(); // undone, or another edit
      this.write();
    }
    if (this.root.hidden || this.listed === doc.listed) return;
    this.listed = doc.listed;
    const rules = (doc.listed || []).map((c, i) => ({...c, at: i})),
      kinds = [...new Set(rules.map(c => c.kind))];
    this.root.replaceChildren(
      ...doc.prose.map(p => el("p", {class: "small"}, p)),
      ...kinds.flatMap(kind => {
        const same = rules.filter(c => c.kind === kind);
        return [
          el("h3", {}, kind + (same.length > 1 ? ` × ${same.length}` : "")),
          el("p", {class: "small dim"}, same[0].says),
          el(
            "ul",
            {class: "rules"},
            same.slice(0, 200).map(c => {
              const text = c.text.slice(kind.length).trim() || kind;
              return el(
                "li",
                {},
                lit(button(text, () => this.change(c.at), {class: "plain", title: "Change it"}), c.cells, light),
                button("×", () => this.remove(c.at), {class: "plain", "aria-label": `Remove ${c.text}`}),
              );
            }),
          ),
        ];
      }),
      el(
        "p",
        {class: "small dim"},
        kinds.length ? "" : "Rows, columns and boxes have different values, and there is no other rule.",
      ),
      button("Draw a rule", () => this.app.setMode("rule"), {title: "B"}),
    );
  }
}
