// compare.js: methods side by side, row by row as the server answers.

import * as api from "./api.js";
import {button, byId, el, number, plural, time} from "./dom.js";

const finished = ["done", "stopped", "missing"];
const columns = ["reduce", "encode", "solve", "total", "answer"];

export class Compare {
  constructor(app) {
    this.app = app;
    this.root = byId("panel-compare");
    this.methods = [];
    this.chosen = new Set();
    this.rows = [];
    this.run = null; // {control, id}
    this.said = "";
  }

  setMethods(r) {
    this.methods = r.methods;
    this.cores = r.cores;
    this.chosen = new Set(r.methods.filter(m => m.compared && m.available).map(m => m.name));
    this.build();
  }

  build() {
    const kinds = [...new Set(this.methods.map(m => m.kind))];
    this.boxes = new Map();
    const choose = el(
      "div",
      {class: "methods"},
      kinds.map(kind => {
        const group = this.methods.filter(m => m.kind === kind);
        return [
          el(
            "div",
            {class: "group"},
            el("b", {}, kind),
            button("all", () => this.choose(group, true), {class: "plain", "aria-label": `all of ${kind}`}),
            button("none", () => this.choose(group, false), {class: "plain", "aria-label": `none of ${kind}`}),
          ),
          ...group.map(m => {
            const box = el("input", {
              type: "checkbox",
              checked: this.chosen.has(m.name),
              disabled: !m.available,
              onchange: e => {
                this.set(m.name, e.target.checked);
              },
            });
            this.boxes.set(m.name, box);
            return el(
              "label",
              {class: m.available ? "" : "missing", title: m.summary},
              box,
              m.name,
              !m.available && el("small", {}, m.install || "not available"),
            );
          }),
        ];
      }),
    );
    this.start = button("Compare", () => this.begin(), {class: "main", id: "compare"});
    this.stop = button("Stop all", () => this.end(), {id: "stop-all", hidden: true});
    this.repeat = el("input", {type: "number", min: 1, max: 50, value: 1, "aria-label": "runs of each method"});
    this.limit = el("input", {type: "number", min: 1, max: 600, value: 10, "aria-label": "seconds for each method"});
    this.summary = el("summary", {});
    this.state = el("p", {class: "dim", role: "status"});
    this.table = el("table", {class: "data race"});
    const head = columns.map(c => el("th", {scope: "col", class: /total|answer/.test(c) ? "text" : ""}, c));
    this.body = el("tbody");
    this.table.append(
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", {scope: "col", class: "text"}, "method"),
          head,
          el("th", {scope: "col"}, el("span", {class: "hidden"}, "stop")),
        ),
      ),
      this.body,
    );
    this.scroll = el(
      "div",
      {class: "scroll", tabIndex: 0, role: "region", "aria-label": "Comparison", hidden: true},
      this.table,
    );
    this.root.replaceChildren(
      el(
        "div",
        {class: "row"},
        this.start,
        this.stop,
        el("label", {class: "option"}, this.repeat, " runs of"),
        el("label", {class: "option"}, this.limit, " s at most"),
      ),
      el("details", {}, this.summary, choose),
      this.state,
      this.scroll,
      el(
        "p",
        {class: "dim small"},
        "Bars are on a logarithmic scale. Times of one run on a machine that does other things are rough.",
      ),
    );
    this.count();
  }

  choose(group, on) {
    for (const m of group.filter(m => m.available)) {
      this.boxes.get(m.name).checked = on;
      this.set(m.name, on);
    }
  }

  set(name, on) {
    if (on) this.chosen.add(name);
    else this.chosen.delete(name);
    this.count();
  }

  count() {
    this.summary.textContent = `${this.chosen.size} of ${plural(this.methods.length, "method")} chosen`;
    this.start.disabled = !this.chosen.size;
  }

  /** changed is called after each edit: the rows are about another puzzle. */
  changed() {
    if (this.about && this.about !== this.app.key()) {
      this.end();
      this.about = null;
      this.scroll.hidden = true;
      this.state.textContent = "";
    }
  }

  async begin() {
    this.end();
    const control = new AbortController(),
      run = (this.run = {control, id: ""});
    this.about = this.app.key();
    this.rows = [];
    this.verdict = null;
    this.start.hidden = true;
    this.stop.hidden = false;
    this.scroll.hidden = false;
    this.body.replaceChildren();
    const names = this.methods.filter(m => this.chosen.has(m.name)).map(m => m.name);
    try {
      await api.events(
        "compare",
        {
          ...this.app.puzzle(),
          methods: names,
          repeat: Number(this.repeat.value) || 1,
          timeout: Number(this.limit.value) || 10,
        },
        (name, data) => {
          if (this.run === run) this.event(name, data);
        },
        control.signal,
      );
    } catch (e) {
      if (e.name !== "AbortError") this.state.textContent = e.message;
    }
    if (this.run === run) {
      this.run = null;
      this.finish();
    }
  }

  /** end stops all rows by closing the stream. */
  end() {
    const run = this.run;
    this.run = null;
    if (!run) return;
    run.control.abort();
    for (const r of this.rows) if (!finished.includes(r.state)) this.update({...r, state: "stopped"});
    this.finish();
  }

  finish() {
    this.start.hidden = false;
    this.stop.hidden = true;
    const done = this.rows.filter(r => r.state === "done").length,
      stopped = this.rows.filter(r => r.state === "stopped").length;
    if (!this.verdict && this.rows.length) {
      this.state.textContent = `Stopped: ${plural(done, "method")} answered, ${number(stopped)} did not.`;
    }
    this.app.say(this.state.textContent);
  }

  event(name, data) {
    if (name === "begin") {
      this.run.id = data.id;
      this.rows = data.rows;
      this.draw();
      const atOnce = data.at_once === 1 ? "one method" : `${data.at_once} methods`;
      this.state.textContent = `${plural(data.cores, "core")}, ${atOnce} at a time.`;
    }
    if (name === "row") this.update(data);
    if (name === "progress") {
      const row = this.rows[data.number];
      if (row) this.update({...row, ...data, elapsed: data.seconds, seconds: row.seconds});
    }
    if (name === "done") {
      this.verdict = data.verdict;
      const answered = this.rows.filter(r => r.state === "done" && r.verdict && r.verdict !== "unknown").length;
      const word =
        {unique: "exactly one solution", multiple: "several solutions", none: "no solution", unknown: "undecided"}[
          data.verdict
        ] || data.verdict;
      const verb = answered === 1 ? "finds" : "agree on";
      this.state.textContent =
        data.disagree && data.disagree.length
          ? `Refuted: ${data.disagree.join(", ")}. The answer is ${word}.`
          : `${plural(answered, "method")} answered and ${verb} ${word}, in ${time(data.seconds)}.`;
      this.state.classList.toggle("bad", Boolean(data.disagree && data.disagree.length));
    }
  }

  draw() {
    this.lines = new Map();
    const kinds = [...new Set(this.rows.map(r => r.kind))];
    this.body.replaceChildren(
      ...kinds.flatMap(kind => [
        el("tr", {class: "kind"}, el("th", {scope: "rowgroup", colSpan: columns.length + 2}, kind)),
        ...this.rows
          .filter(r => r.kind === kind)
          .map(r => {
            const tr = el("tr");
            this.lines.set(r.number, tr);
            return tr;
          }),
      ]),
    );
    this.table.classList.add("unreduced");
    for (const r of this.rows) this.update(r);
  }

  update(row) {
    const old = this.rows[row.number] || {},
      r = (this.rows[row.number] = {...old, ...row});
    const tr = this.lines.get(r.number),
      s = r.seconds || {};
    const done = r.state === "done",
      running = r.state === "running";
    const cells = {
      reduce: s.preprocess >= 1e-6 ? time(s.preprocess) : "",
      encode: time(s.encode || null),
      solve: time(s.solve || null),
      total: running ? time(r.elapsed || 0) : done ? time(s.total) : r.state,
      answer: done ? this.answer(r) : "",
    };
    if (cells.reduce) this.table.classList.remove("unreduced");
    const notes = [
      r.state === "missing" && r.install,
      r.error,
      done && [size(r.model), effort(r.stats)].filter(Boolean).join("; "),
    ];
    tr.className = [r.state, r.agrees === false ? "wrong" : ""].join(" ");
    tr.replaceChildren(
      el(
        "th",
        {scope: "row", title: r.summary},
        r.method,
        notes.filter(Boolean).map(text => el("span", {class: "note"}, text)),
      ),
      ...columns.map(c =>
        c === "total"
          ? el("td", {class: "bar", "data-of": c}, el("span", {class: running ? "spin" : "meter"}, cells[c]))
          : el("td", {class: c === "answer" ? "text" : "", "data-of": c}, cells[c]),
      ),
      el(
        "td",
        {},
        running || r.state === "waiting"
          ? button("Stop", () => this.stopRow(r), {"aria-label": `Stop ${r.method}`})
          : "",
      ),
    );
    if (done) {
      r.total = s.total;
      this.bars();
    }
  }

  answer(r) {
    const word =
      (r.status === "sat" && r.verdict === "unknown" && "solved") ||
      {
        unique: "unique",
        multiple: "several",
        none: "none",
        unknown: r.timed_out ? "time limit" : "undecided",
        error: "failed",
      }[r.verdict] ||
      r.status ||
      "";
    return r.agrees === false ? `${word}: refuted` : word;
  }

  /** bars sets the lengths: the shortest time has a tenth of the width, the longest all of it. */
  bars() {
    const all = this.rows.filter(r => r.state === "done" && r.total > 0),
      logs = all.map(r => Math.log(r.total));
    const low = Math.min(...logs),
      high = Math.max(...logs);
    all.forEach((r, i) => {
      const part = high > low ? 0.1 + (0.9 * (logs[i] - low)) / (high - low) : 0.5;
      this.lines
        .get(r.number)
        .querySelector(".meter")
        .style.setProperty("--length", (100 * part).toFixed(1) + "%");
    });
  }

  stopRow(r) {
    if (!this.run) return;
    api.stopRow(this.run.id, r.number).catch(e => {
      this.state.textContent = e.message;
    });
  }
}

/** size writes the sizes of a formula or model. */
function size(m) {
  if (!m) return "";
  const parts = [];
  if (m.variables) parts.push(number(m.variables) + " vars");
  if (m.clauses) parts.push(number(m.clauses) + " clauses");
  else if (m.rows) parts.push(number(m.rows) + " rows");
  return parts.join(", ");
}

/** effort writes the two counters that say most. */
function effort(stats) {
  if (!stats) return "";
  const order = ["conflicts", "decisions", "nodes", "lps", "iterations", "failures", "propagations"];
  return order
    .filter(k => stats[k])
    .slice(0, 2)
    .map(k => `${number(stats[k])} ${k === "lps" ? "LPs" : k}`)
    .join(", ");
}
