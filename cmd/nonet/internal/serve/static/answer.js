// answer.js: how many solutions the puzzle has, asked again after each edit, and what follows for the grid.

import * as api from "./api.js";
import {button, byId, el, lit, number, plural, time, withCells} from "./dom.js";
import * as state from "./state.js";
import {cellOf, fromLine, shown} from "./state.js";
import {latest} from "./task.js";

// Puzzles that an empty page offers.
const sandwich = `nonet 1
name Thermometers and sandwiches
rules Cages have their sum, and values increase along thermometers. Beside the grid: the sum between 1 and 9.
shape 3x3
grid
1 . . . . . . . .
. . . . . 9 . . .
. . . . . . 5 . .
. . . . . . . . .
. . . . 8 . . . .
. . . . . . . . .
. 5 . . . . . . .
. . . . . . . . .
. . . . . . . . 4
cage 12 r1c2 r1c3 r2c3
cage 9 r4c4 r4c5 r5c4
cage 23 r8c1 r8c2 r9c1 r9c2
cage 10 r7c5 r8c5
cage 11 r3c8 r3c9 r2c9
thermometer r1c1 r2c2 r2c3 r3c4 r3c3
thermometer r5c2 r6c2 r7c2 r7c3 r6c3
thermometer r8c3 r9c4 r9c5 r8c4
thermometer r9c7 r9c8 r8c8 r8c9 r7c9
arrow r4c4 r4c5 r4c6
arrow r6c6 r6c7 r6c8
sandwich 32 r1c1..r1c9
sandwich 20 r3c1..r3c9
sandwich 11 r1c2..r9c2
sandwich 25 r1c4..r9c4
sandwich 28 r1c6..r9c6
sandwich 24 r1c8..r9c8
`;
const examples = {
  "A hard classic": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
  "Thermometers and sandwiches": sandwich,
  "Six by six": "..6.1......2......4.2..5.6.52..4....",
};

const titles = {unique: "One solution", multiple: "Several solutions", none: "No solution", unknown: "Undecided"};

export class Answer {
  constructor(app) {
    this.app = app;
    this.root = byId("answer");
    this.result = null; // the object of /api/check for the clues
    this.key = null; // of the puzzle that result is about
    this.which = 0; // 0: no solution is shown; 1, 2
    this.mistakes = false; // mark the entries that are wrong
    this.counting = null;
    this.timeout = 0;
    this.ask = latest(signal => this.run(signal));
    this.askPosition = latest(signal => this.check(signal));
    this.root.replaceChildren(el("h2", {class: "dim"}, "One moment"));
  }

  /** changed is called after each edit. */
  changed() {
    const key = this.app.key();
    if (key !== this.key) {
      this.which = 0;
      this.timeout = 0;
      this.stopCount();
      this.root.classList.add("busy");
      this.ask();
    } else {
      this.ask.stop();
      this.root.classList.remove("busy");
      this.entries();
      this.askPosition();
      this.draw();
    }
  }

  /** check asks whether the entries leave one solution of several. */
  async check(signal) {
    const {app, key} = this,
      cells = shown(app.doc),
      about = app.key(cells);
    if (!this.result || this.result.verdict !== "multiple" || !app.doc.values.some(v => v)) {
      this.position = null;
      return;
    }
    const position = await api.check({...app.puzzle(cells), no_explain: true}, signal).catch(e => {
      if (e.name === "AbortError") throw e;
      return null;
    });
    if (this.key !== key || app.key(shown(app.doc)) !== about) return;
    this.position = position;
    this.draw();
  }

  async run(signal) {
    const {app} = this,
      key = app.key();
    let result;
    try {
      result = await api.check({...app.puzzle(), no_explain: true, timeout: this.timeout}, signal);
    } catch (e) {
      if (e.name === "AbortError") throw e;
      result = {verdict: "error", error: e.message};
    }
    if (app.key() !== key) return; // the puzzle has changed, and is asked about again
    Object.assign(this, {result, key, explain: null, count: null, position: null, spare: null});
    this.solutions = [result.solution, result.other]
      .filter(Boolean)
      .map(text => fromLine(text, app.symbols() || undefined));
    this.entries();
    this.root.classList.remove("busy");
    this.draw();
    app.show();
    app.say(titles[result.verdict] || result.error);
    if (result.verdict === "none") {
      const why = await api.explain({...app.puzzle()}, signal).catch(e => {
        if (e.name === "AbortError") throw e;
        return null;
      });
      if (this.key === key) {
        this.explain = why;
        this.draw();
        app.show();
      }
    }
    this.askPosition();
  }

  /** entries counts the entries and compares them with the solution, if there is one. */
  entries() {
    const {doc} = this.app,
      solution = this.result && this.result.verdict === "unique" ? this.solutions[0] : null;
    this.entered = doc.values.filter(v => v).length;
    this.open = doc.clues.filter(v => !v).length;
    this.wrong = solution ? doc.values.map((v, c) => (v && v !== solution[c] ? c : -1)).filter(c => c >= 0) : [];
  }

  /** clash lists the cells of the clues and rules that contradict each other. */
  get clash() {
    if (!this.explain || this.key !== this.app.key()) return [];
    const cells = new Set();
    for (const m of this.explain.members || []) {
      if (m.kind === "clue") for (const name of m.cells) cells.add(cellOf(name, this.app.doc));
    }
    return [...cells];
  }

  /** differ lists the cells in which two solutions differ. */
  get differ() {
    if (!this.result || this.result.verdict !== "multiple" || this.key !== this.app.key()) return [];
    if (state.empty(this.app.doc)) return [];
    const all = (this.result.differ || []).map(name => cellOf(name, this.app.doc));
    return all.length > 0.6 * this.app.doc.clues.length && !this.which ? [] : all;
  }

  /** ghost is the solution that the grid shows in blank cells. */
  get ghost() {
    return this.which && this.key === this.app.key() ? this.solutions[this.which - 1] || null : null;
  }

  toggle(which) {
    this.which = this.which === which ? 0 : which;
    this.draw();
    this.app.show();
  }

  draw() {
    const {result: r, app} = this;
    if (!r) return;
    this.root.dataset.verdict = r.verdict;
    const took = r.seconds && r.seconds.total ? `${r.method || "native"}, ${time(r.seconds.total)}` : "";
    const parts = [
      el(
        "h2",
        {},
        titles[r.verdict] || "No answer",
        took && el("span", {class: "by", title: "the solver that answered, and its time"}, took),
      ),
    ];
    const light = names => app.light(names);
    if (r.verdict === "unique") {
      parts.push(el("p", {}, this.progress()));
      if (this.spare) parts.push(...this.spareList(light));
      parts.push(
        el(
          "div",
          {class: "row"},
          button(this.which ? "Hide the solution" : "Show the solution", () => this.toggle(1), {
            "aria-pressed": String(Boolean(this.which)),
          }),
          !this.spare && button("What could go?", () => this.askSpare(), {title: "clues and rules that are redundant"}),
          this.entered > 0 &&
            button(
              "Check my entries",
              () => {
                this.mistakes = !this.mistakes;
                this.draw();
                app.show();
              },
              {"aria-pressed": String(this.mistakes)},
            ),
        ),
      );
    } else if (state.empty(app.doc)) {
      this.root.dataset.verdict = "empty";
      parts.splice(
        0,
        1,
        el("h2", {}, "An empty grid"),
        el("p", {}, "Type clues, draw rules, paste a puzzle anywhere on the page, or try one of these:"),
        el(
          "div",
          {class: "row"},
          Object.entries(examples).map(([name, text]) => button(name, () => app.load(text))),
        ),
      );
    } else if (r.verdict === "multiple") {
      parts.push(el("p", {}, this.severalText()));
      const pick = (which, text) =>
        button(text, () => this.toggle(which), {"aria-pressed": String(this.which === which)});
      parts.push(
        el(
          "div",
          {class: "row"},
          el("span", {class: "segments"}, pick(1, "Solution 1"), pick(2, "Solution 2")),
          this.counting ? button("Stop", () => this.stopCount()) : button("Count them", () => this.startCount()),
        ),
      );
    } else if (r.verdict === "none") {
      const why = this.explain;
      parts.push(el("p", {}, withCells((why && why.contradiction) || r.reason || "", light)));
      if (why && why.members && why.members.length) {
        parts.push(
          el("p", {class: "small dim"}, why.minimal ? "These clash, and no part of them alone:" : "These clash:"),
        );
        parts.push(
          el(
            "ul",
            {class: "members"},
            why.members
              .slice(0, 60)
              .map(m => el("li", {}, lit(el("span", {class: "lights", tabIndex: 0}, m.text), m.cells, light))),
          ),
        );
      }
    } else if (r.verdict === "unknown") {
      parts.push(
        el("p", {}, r.error || "The time limit ended the search."),
        el(
          "div",
          {class: "row"},
          button(
            "Go on for a minute",
            () => {
              this.timeout = 60;
              this.root.classList.add("busy");
              this.ask();
            },
            {class: "main"},
          ),
        ),
      );
    } else {
      parts.push(el("p", {class: "problem"}, r.error || ""));
    }
    this.root.replaceChildren(...parts);
  }

  progress() {
    if (!this.open) return "All cells are given.";
    if (!this.entered) return `${plural(this.open, "cell")} to fill.`;
    const left = this.open - this.entered;
    if (!left && !this.wrong.length) return "Solved: every entry is right.";
    let text = `${number(this.entered)} of ${plural(this.open, "cell")} filled.`;
    if (this.mistakes) {
      text += this.wrong.length
        ? ` ${plural(this.wrong.length, "entry differs", "entries differ")} from the solution.`
        : " All entries are right so far.";
    } else if (!left) text += " Something is wrong.";
    return text;
  }

  /** askSpare asks which clues and rules are redundant, each alone, and which a proof uses: these suffice. */
  async askSpare() {
    const {app, key} = this;
    const [spare, proof] = await Promise.all([
      api.check({...app.puzzle(), no_explain: true, minimal: true, timeout: 60}).catch(e => ({error: e.message})),
      api.explain({...app.puzzle(), timeout: 60}).catch(() => ({})),
    ]);
    if (this.key !== key) return;
    this.spare = {...spare, used: proof.clues_used, usedRules: proof.clues_used && (proof.rules_used || [])};
    this.draw();
    app.say(spare.error || `${plural((spare.redundant || []).length, "clue")} could go`);
  }

  spareList(light) {
    const {redundant: clues = [], redundant_rules: rules, used = [], usedRules, error} = this.spare;
    if (error) return [el("p", {class: "problem"}, error)];
    const {doc} = this.app,
      part = (used, all, what) => all && `${used.length} of ${plural(all, what)}`,
      needs = [part(used, doc.clues.filter(v => v).length, "clue"), part(usedRules, doc.rules.length, "rule")];
    const line = (what, n) => `${n ? plural(n, what) : `No ${what}`} could go${n ? ", each alone:" : "."}`;
    return [
      el("p", {class: "small dim"}, line("clue", clues.length)),
      clues.length > 0 && el("p", {}, withCells(clues.join(" "), light)),
      rules && el("p", {class: "small dim"}, line("rule", rules.length)),
      rules && el("ul", {class: "members"}, rules.map(text => el("li", {}, withCells(text, light)))),
      usedRules && el("p", {class: "small dim"}, `A proof needs ${needs.filter(Boolean).join(" and ")}.`),
      used.length > 0 && el("p", {}, withCells(used.join(" "), light)),
    ].filter(Boolean);
  }

  severalText() {
    if (this.count) {
      const {count, exact, error} = this.count;
      if (exact) return `Exactly ${number(count)} solutions.`;
      return `At least ${number(count)} solutions: ${error || "the count was stopped"}.`;
    }
    if (this.counting) return `Counting for ${this.counting.seconds.toFixed(1)} s …`;
    const d = (this.result.differ || []).length;
    let text = `At least 2. The two found differ in ${plural(d, "cell")}.`;
    if (this.position) {
      text +=
        " With your entries: " +
        {unique: "one solution.", multiple: "several, still.", none: "no solution.", unknown: "undecided."}[
          this.position.verdict
        ];
    }
    return text;
  }

  async startCount() {
    const control = new AbortController(),
      {app} = this;
    this.counting = {control, seconds: 0};
    this.draw();
    try {
      await api.events(
        "count",
        app.puzzle(),
        (name, data) => {
          if (name === "progress") this.counting.seconds = data.seconds;
          if (name === "done") this.count = data;
          this.draw();
        },
        control.signal,
      );
      if (this.count) app.say(this.severalText());
    } catch (e) {
      if (e.name !== "AbortError") this.count = {count: "2", exact: false, error: e.message};
    }
    this.counting = null;
    this.draw();
  }

  stopCount() {
    if (this.counting) this.counting.control.abort();
    this.counting = null;
  }
}
