// candidates.js: the panel that chooses which candidates the grid shows.

import * as api from "./api.js";
import {button, byId, el, number, plural, time} from "./dom.js";
import {maxMarks, shown} from "./state.js";
import {latest} from "./task.js";

const kinds = [
  ["mine", "My marks", "The corner and centre marks that you enter."],
  ["simple", "Simple", "What the digits in the rows, columns, boxes and rules of a cell leave."],
  ["rules", "By rules", "What the rules of a person leave, applied to the clues and your entries."],
  ["true", "True", "Candidates that occur in some solution."],
];

export class Candidates {
  constructor(app) {
    this.app = app;
    this.root = byId("panel-candidates");
    this.kind = "mine";
    this.ladder = "";
    this.counts = false;
    this.most = 1000;
    this.result = null;
    this.ask = latest(signal => this.run(signal));
    this.note = el("p", {class: "dim", role: "status"});
    this.build();
  }

  build() {
    const choose = el(
      "div",
      {class: "segments", role: "radiogroup", "aria-label": "Candidates"},
      kinds.map(([kind, name]) => button(name, () => this.set(kind), {role: "radio", id: "candidates-" + kind})),
    );
    this.ladders = el("select", {
      onchange: e => {
        this.ladder = e.target.value;
        this.changed();
      },
    });
    this.ladderRow = el("label", {class: "option"}, "Rules: ", this.ladders);
    this.countRow = el(
      "div",
      {class: "row"},
      el(
        "label",
        {class: "option"},
        el("input", {
          type: "checkbox",
          id: "counts",
          onchange: e => {
            this.counts = e.target.checked;
            this.changed();
          },
        }),
        "Shade by the number of solutions",
      ),
      el(
        "label",
        {class: "option"},
        "up to ",
        el("input", {
          type: "number",
          min: 2,
          max: 1000000,
          class: "wide",
          value: this.most,
          onchange: e => {
            this.most = Math.max(2, Number(e.target.value) || 1000);
            this.changed();
          },
        }),
      ),
    );
    this.fill = button("Write them into the grid", () => this.app.fillCandidates(this.shown), {
      title: "as centre marks; undo takes them back",
    });
    this.what = el("p", {class: "dim"});
    this.root.replaceChildren(
      el("div", {class: "row"}, choose, this.fill),
      this.what,
      this.ladderRow,
      this.countRow,
      this.note,
    );
    this.draw();
  }

  setLadders(ladders) {
    this.ladders.replaceChildren(
      el("option", {value: ""}, "all"),
      ...ladders.map(l => el("option", {value: l.name, title: l.summary}, `${l.name}: ${l.summary}`.slice(0, 70))),
    );
  }

  set(kind) {
    this.kind = kind;
    this.result = null;
    this.draw();
    this.changed();
  }

  changed() {
    if (this.kind === "mine" || this.app.doc.n > maxMarks) {
      this.ask.stop();
      this.result = null;
      this.note.textContent = this.app.doc.n > maxMarks ? `A grid of more than ${maxMarks} rows shows clues only.` : "";
      this.app.show();
    } else this.ask();
    this.draw();
  }

  async run(signal) {
    const {app} = this,
      key = app.key(shown(app.doc)),
      kind = this.kind;
    const body = {...app.puzzle(shown(app.doc)), kind, ladder: kind === "rules" ? this.ladder : ""};
    if (kind === "true" && this.counts) body.counts = this.most;
    try {
      const r = await api.candidates(body, signal);
      if (kind !== this.kind) return;
      this.result = {...r, key};
      this.note.textContent = this.said(r);
    } catch (e) {
      if (e.name === "AbortError") throw e;
      this.result = null;
      this.note.textContent = e.message;
    }
    this.draw();
    app.show();
  }

  said(r) {
    if (!r.candidates) return r.error || "There is no solution, so no candidate is left.";
    const open = r.candidates.filter(v => v.length > 1).length;
    let text = `${plural(
      r.candidates.reduce((sum, v) => sum + v.length, 0),
      "candidate",
    )}, ${plural(open, "cell")} with more than one.`;
    if (r.counts) {
      text += r.exact
        ? ` All ${number(r.count)} solutions are counted.`
        : ` The shades count ${number(r.count || this.most)} solutions; there are more.`;
    }
    if (r.seconds && r.seconds.total) text += ` ${time(r.seconds.total)}.`;
    return text;
  }

  /** shown is the array of candidates that the grid shows, or null. */
  get shown() {
    return this.kind !== "mine" && this.result ? this.result.candidates : null;
  }

  /** shares are the numbers of solutions of the candidates, or null. */
  get shares() {
    return this.shown && this.kind === "true" && this.counts ? this.result.counts || null : null;
  }

  draw() {
    for (const [kind, , text] of kinds) {
      const b = byId("candidates-" + kind) || this.root.querySelector("#candidates-" + kind);
      b.setAttribute("aria-checked", String(kind === this.kind));
      b.setAttribute("aria-pressed", String(kind === this.kind));
      if (kind === this.kind) this.what.textContent = text;
    }
    this.ladderRow.hidden = this.kind !== "rules";
    this.countRow.hidden = this.kind !== "true";
    this.fill.disabled = !this.shown;
  }
}
