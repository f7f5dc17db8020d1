// steps.js: the next step of a person in three strengths, and the whole path as a list.
//
// The server finds the path of a position. The panel keeps it, and a place in it: a step that was taken may only remove
// candidates, which the position does not show.

import * as api from "./api.js";
import {button, byId, drawing, el, lit, plural, withCells} from "./dom.js";
import {apply, cellOf, line, shown} from "./state.js";

const strengths = ["Where is it?", "The whole step"];

export class Steps {
  constructor(app) {
    this.app = app;
    this.root = byId("panel-steps");
    this.path = null; // {base, key, steps, rating, at}
    this.strength = -1; // of the hint that is shown: 0 the rule, 1 the place, 2 the step; -1 none
    this.shown = null; // the step that the grid shows, with its picture
    this.problem = "";
    this.control = null;
    this.root.addEventListener("keydown", e => this.arrows(e));
    this.draw();
  }

  /** changed is called after each edit: what was shown is about another position. */
  changed() {
    if (this.taking) return;
    this.hide();
    if (this.path && this.path.key !== this.app.key()) {
      this.path = null;
      this.problem = "";
    }
    this.draw();
  }

  /** position is what a request says of the entries: the grid in line form, "" without entries. */
  get position() {
    const {doc} = this.app;
    return doc.values.some(v => v) ? line(shown(doc), this.app.symbols() || undefined) : "";
  }

  /** find makes sure that path is about the present position; it returns false if there is none. */
  async find() {
    const {app, position} = this,
      key = app.key();
    if (this.path && this.path.key === key && this.path.now === position) return true;
    if (this.control) this.control.abort();
    const control = (this.control = new AbortController());
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      const r = await api.steps({...app.puzzle(), grid: position}, control.signal);
      if (!r.steps || !r.steps.length) {
        this.path = null;
        this.problem =
          r.error ||
          (position && !position.includes(".") ? "All cells are filled." : "The rules of a person find no step here.");
      } else this.path = {key, base: position, now: position, at: 0, steps: r.steps, rating: r.rating};
    } catch (e) {
      if (e.name === "AbortError") return false;
      this.path = null;
      this.problem = e.message;
    } finally {
      if (this.control === control) {
        this.control = null;
        this.busy = false;
      }
    }
    this.draw();
    return Boolean(this.path);
  }

  /** hint shows the next step a little more clearly than before. */
  async hint() {
    this.app.open("steps");
    if (!(await this.find())) return;
    const {path} = this;
    if (path.at >= path.steps.length) {
      this.problem = "The path ends here.";
      return this.draw();
    }
    this.strength = Math.min(2, this.strength + 1);
    if (this.strength === 2) await this.look(path.at);
    else if (this.strength === 0) this.shown = null;
    byId("board").scrollIntoView({block: "nearest"});
    this.draw();
    this.app.say(this.hintText());
  }

  hintText() {
    const step = this.path && this.path.steps[this.path.at];
    return step && this.strength >= 0 ? (step.hints && step.hints[this.strength]) || step.sentence : "";
  }

  /** look shows a step of the path in the grid. */
  async look(index) {
    const {path, app} = this;
    let step = path.steps[index];
    if (!step.picture) {
      try {
        const r = await api.steps({...app.puzzle(), grid: path.base, only: index + 1});
        const found = (r.steps || []).find(s => s.number === step.number) || (r.steps || [])[0];
        if (found) step = path.steps[index] = {...step, ...found};
      } catch (e) {
        this.problem = e.message;
      }
    }
    if (this.path !== path) return;
    this.shown = index;
    app.cover(step.picture ? drawing(step.picture) : null);
    this.draw();
  }

  /** hide shows the grid again. */
  hide() {
    this.strength = -1;
    if (this.shown === null) return;
    this.shown = null;
    this.app.cover(null);
  }

  /** take carries the next step out. */
  async take() {
    if (!(await this.find())) return;
    const {path, app} = this;
    const step = path.steps[path.at];
    if (!step) return;
    const {doc} = app,
      symbols = app.symbols();
    const pairs = (texts, mark) =>
      (texts || [])
        .map(t => t.split(mark))
        .map(([name, v]) => [cellOf(name, doc), symbols ? symbols.indexOf(v) + 1 : Number(v)]);
    this.hide();
    this.taking = true;
    const next = apply(app.doc, pairs(step.placements, "="), pairs(step.eliminations, "<>"));
    if (next !== app.doc) app.edit(next);
    this.taking = false;
    path.at++;
    path.now = this.position;
    this.draw();
    app.say(step.sentence);
  }

  async showPath() {
    this.app.open("steps");
    await this.find();
    this.listed = true;
    this.draw();
  }

  arrows(e) {
    const move = {ArrowDown: 1, ArrowUp: -1}[e.key];
    if (!move || !e.target.closest(".path")) return;
    e.preventDefault();
    const all = [...this.root.querySelectorAll(".path button")];
    const next = all[all.indexOf(e.target) + move];
    if (next) next.focus();
  }

  draw() {
    const {path, app} = this,
      parts = [],
      light = names => app.light(names);
    const at = this.root.contains(document.activeElement) ? document.activeElement.dataset.no : undefined;
    if (path && path.rating) parts.push(this.ratingList(path.rating));
    const now = el("div", {
      class: this.busy || (path && (this.strength >= 0 || this.shown !== null)) ? "now on" : "now",
    });
    parts.push(now);
    now.append(
      el(
        "div",
        {class: "row"},
        button(this.strength < 0 ? "Hint" : strengths[this.strength] || "Hint", () => this.hint(), {
          class: "main",
          disabled: this.strength >= 2,
          data: {no: "hint"},
          title: "H",
        }),
        button("Take the step", () => this.take(), {data: {no: "take"}, title: "N"}),
        button("Show the path", () => this.showPath(), {data: {no: "path"}}),
        this.shown !== null &&
          button(
            "Back to my grid",
            () => {
              this.hide();
              this.draw();
            },
            {data: {no: "back"}},
          ),
        this.busy && el("span", {class: "spin dim"}, "searching"),
      ),
    );
    if (this.problem) now.append(el("p", {class: "dim"}, this.problem));
    const shownStep = path && (this.shown !== null ? path.steps[this.shown] : path.steps[path.at]);
    if (path && (this.strength >= 0 || this.shown !== null)) {
      const text = this.shown !== null ? shownStep.sentence : this.hintText();
      now.prepend(
        el(
          "div",
          {class: "hint", "aria-live": "polite"},
          el("p", {}, withCells(text, light)),
          this.shown !== null && shownStep.links && shownStep.links.length > 0 && this.chain(shownStep.links, light),
        ),
      );
    } else
      parts.push(
        el(
          "p",
          {class: "dim"},
          path ? "" : "A hint names the rule, then the place, then the whole step with its drawing.",
        ),
      );
    if (path && this.listed) {
      const end = path.steps.length && this.ends(path) ? "solution" : "last step that the rules find";
      parts.push(
        el("h3", {}, `${plural(path.steps.length, "step")} to the ${end}`),
        el(
          "ol",
          {class: "path"},
          path.steps.map((s, i) =>
            el(
              "li",
              {},
              button(
                "",
                () => {
                  this.strength = -1;
                  this.look(i);
                },
                {
                  "aria-current": i === this.shown ? "step" : null,
                  data: {no: String(i)},
                },
              ),
            ),
          ),
        ),
      );
      const rows = [...parts.at(-1).querySelectorAll("button")];
      rows.forEach((b, i) =>
        b.append(
          el("span", {class: "no"}, String(path.steps[i].number)),
          el("span", {}, path.steps[i].sentence),
          el(
            "span",
            {class: "er", title: "rating on nonet's ladder"},
            path.steps[i].rating ? path.steps[i].rating.toFixed(1) : "",
          ),
        ),
      );
    }
    this.root.replaceChildren(...parts.filter(Boolean));
    if (at !== undefined) {
      const again = this.root.querySelector(`[data-no="${at}"]`);
      if (again && !again.disabled) again.focus({preventScroll: true});
    }
  }

  ends(path) {
    const last = path.steps.at(-1);
    return (last.placements || []).length > 0;
  }

  ratingList(r) {
    const items = [
      ["level", r.level],
      ["hardest rule", (this.path.steps.find(s => s.rule === r.hardest) || {}).title || r.hardest],
      ["rating on nonet's ladder", r.er],
      ["up to the first digit", r.ep],
      ["first step", r.ed],
      ["score", r.score],
    ];
    return el(
      "ul",
      {class: "rating"},
      items
        .filter(([, v]) => v !== undefined && v !== null && v !== "")
        .map(([name, v]) =>
          el(
            "li",
            {},
            el("b", {}, (r.lower_bound && /rating|first|score/.test(name) ? "≥ " : "") + v),
            el("span", {}, name),
          ),
        ),
    );
  }

  /** chain lists the links of a chain; each lights its cells and its line in the drawing. */
  chain(links, light) {
    const node = x => x.value + x.cells.join(",");
    return el(
      "ul",
      {class: "chain"},
      links.map((l, i) => {
        const cells = [...l.from.cells, ...l.to.cells];
        return lit(
          el("li", {class: "lights", tabIndex: 0}, `${node(l.from)} ${l.strong ? "=" : "-"} ${node(l.to)}`),
          cells,
          names => {
            light(names);
            this.app.lightLink(names.length ? i : -1, links.length);
          },
        );
      }),
    );
  }
}
