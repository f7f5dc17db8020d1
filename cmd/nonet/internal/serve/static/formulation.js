// formulation.js: the puzzle as each kind of formula: sizes, the first lines of the file, and what its lines say.

import * as api from "./api.js";
import {button, byId, el, lit, number} from "./dom.js";
import {latest} from "./task.js";

export class Formulation {
  constructor(app) {
    this.app = app;
    this.root = byId("panel-formulation");
    this.key = null;
    this.formulas = [];
    this.format = "cnf";
    this.from = 1;
    this.problem = "";
    this.ask = latest(signal => this.run(signal));
    this.root.addEventListener("keydown", e => this.arrows(e));
  }

  /** changed is called after each edit, and when the panel is opened. */
  changed() {
    if (this.root.hidden || this.key === this.app.key()) return;
    this.from = 1;
    this.ask();
  }

  async run(signal) {
    const {app} = this,
      key = app.key();
    this.root.setAttribute("aria-busy", "true");
    try {
      const r = await api.formulation({...app.puzzle(), units: 24}, signal);
      Object.assign(this, {formulas: r.formulas, key, problem: ""});
      if (!this.formulas.some(f => f.format === this.format && !f.error)) {
        this.format = (this.formulas.find(f => !f.error) || {}).format;
      }
    } catch (e) {
      if (e.name === "AbortError") throw e;
      Object.assign(this, {formulas: [], key, problem: e.message});
    }
    this.root.removeAttribute("aria-busy");
    this.draw();
  }

  /** page fetches other units of the chosen format. */
  async page(from) {
    const f = this.formulas.find(f => f.format === this.format);
    this.from = Math.max(1, Math.min(from, f.formula.units));
    try {
      const r = await api.formulation({...this.app.puzzle(), formats: [this.format], from: this.from, units: 24});
      Object.assign(f, r.formulas[0]);
    } catch (e) {
      this.problem = e.message;
    }
    this.draw();
  }

  arrows(e) {
    const move = {ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling"}[e.key];
    const item = e.target.closest(".units li");
    if (!move || !item || !item[move]) return;
    e.preventDefault();
    item[move].focus();
  }

  choose(format) {
    this.format = format;
    this.from = 1;
    const f = this.formulas.find(f => f.format === format);
    if (f && f.lines && f.lines.length && f.lines[0].number !== 1) this.page(1);
    else this.draw();
    this.root.querySelector(`[data-format="${format}"]`).focus();
  }

  draw() {
    const light = names => this.app.light(names);
    if (this.problem && !this.formulas.length) {
      this.root.replaceChildren(el("p", {class: "problem"}, this.problem));
      return;
    }
    const rows = this.formulas.map(f =>
      el(
        "tr",
        {"aria-selected": String(f.format === this.format)},
        el(
          "th",
          {scope: "row"},
          f.error ? f.format : button(f.format, () => this.choose(f.format), {data: {format: f.format}}),
        ),
        el(
          "td",
          {class: "text"},
          f.error
            ? el("span", {class: "dim"}, f.error)
            : (f.sizes || []).map(s => `${number(s.n)} ${s.name}`).join(", "),
        ),
        el("td", {class: "text dim"}, f.encoding || f.summary || ""),
      ),
    );
    const parts = [
      el(
        "div",
        {class: "scroll", tabIndex: 0, role: "region", "aria-label": "Formulations"},
        el(
          "table",
          {class: "data"},
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              ["format", "size", "encoding"].map(h => el("th", {scope: "col", class: "text"}, h)),
            ),
          ),
          el("tbody", {}, rows),
        ),
      ),
    ];
    const f = this.formulas.find(f => f.format === this.format && !f.error);
    if (f) {
      const unit = f.formula ? f.formula.unit : "lines";
      if (f.propagation || f.sources) {
        parts.push(
          el(
            "p",
            {class: "small dim"},
            [
              f.propagation && `Unit propagation finds ${f.propagation}.`,
              f.keeps_models !== undefined &&
                (f.keeps_models ? "Each solution is one model." : "A solution may be several models."),
              f.sources && f.sources.length && f.sources.join("; "),
            ]
              .filter(Boolean)
              .join(" "),
          ),
        );
      }
      if (f.lines && f.lines.length) {
        const jump = el("input", {
          type: "number",
          min: 1,
          max: f.formula.units,
          value: this.from,
          "aria-label": `first of the ${unit} shown`,
          onchange: e => this.page(Number(e.target.value) || 1),
        });
        parts.push(
          el("h3", {}, `What the ${unit} say`),
          el(
            "div",
            {class: "row"},
            button("Earlier", () => this.page(this.from - 24), {disabled: this.from <= 1}),
            jump,
            el("span", {class: "dim"}, `of ${number(f.formula.units)}`),
            button("Later", () => this.page(this.from + 24), {disabled: this.from + 24 > f.formula.units}),
          ),
          el(
            "ol",
            {class: "units"},
            f.lines.map((u, i) =>
              lit(
                el(
                  "li",
                  {tabIndex: i ? -1 : 0},
                  el("span", {class: "no"}, number(u.number)),
                  el("span", {class: "says"}, u.says),
                  el("span", {class: "why"}, u.why),
                ),
                u.cells || [],
                light,
              ),
            ),
          ),
        );
      }
      if (f.head && f.head.length) {
        parts.push(
          el("h3", {}, `The file begins`),
          el(
            "pre",
            {tabIndex: 0, "aria-label": `first lines of the file in the format ${f.format}`},
            f.head.join("\n"),
          ),
          el(
            "div",
            {class: "row"},
            button(`Download ${f.format}`, () => this.app.download(f.format, {})),
          ),
        );
      }
    }
    if (this.problem) parts.push(el("p", {class: "problem"}, this.problem));
    this.root.replaceChildren(...parts);
  }
}
