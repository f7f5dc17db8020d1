// text.js: the panel of texts: reading anything, and the puzzle as text, link, command line or file.

import * as api from "./api.js";
import {button, byId, copyButton, el, plural} from "./dom.js";
import {latest} from "./task.js";

export class Text {
  constructor(app) {
    this.app = app;
    this.root = byId("panel-text");
    this.key = null;
    this.exports = [];
    this.list = null; // {text, puzzles, more}
    this.peek = latest(signal => this.preview(signal));
    this.ask = latest(signal => this.run(signal));
    this.build();
  }

  build() {
    this.box = el("textarea", {
      id: "source",
      spellcheck: false,
      "aria-label": "Text of a puzzle",
      "aria-describedby": "said",
      placeholder:
        "Paste a puzzle here or anywhere on the page: a line, a grid, a file, a link of f-puzzles or SudokuPad …",
      oninput: () => this.peek(),
      onkeydown: e => {
        if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) this.load();
      },
    });
    this.said = el("p", {id: "said", class: "small dim", role: "status"});
    this.loadButton = button("Load", () => this.load(), {class: "main", title: "Ctrl+Enter"});
    const file = el("input", {
      type: "file",
      class: "hidden",
      id: "file",
      onchange: e => {
        const f = e.target.files[0];
        if (f) f.text().then(text => this.app.load(text));
        e.target.value = "";
      },
    });
    this.choose = el("ol", {class: "list", hidden: true});
    this.written = el("ul", {class: "links"});
    this.refused = el("details", {hidden: true});
    this.commands = el("ul", {class: "links"});
    this.files = el("div", {class: "row"});
    this.root.replaceChildren(
      this.box,
      this.said,
      el(
        "div",
        {class: "row"},
        this.loadButton,
        el("label", {class: "file", for: "file"}, "Open a file", file),
        button("Show the text of this puzzle", () => this.own()),
      ),
      this.choose,
      el("h3", {}, "Written as"),
      this.written,
      this.refused,
      el("h3", {}, "On the command line"),
      this.commands,
      el("h3", {}, "As a picture"),
      el(
        "div",
        {class: "row"},
        ["svg", "png"].map(to => button(to.toUpperCase(), () => this.app.picture(to), {id: "picture-" + to})),
      ),
      el("h3", {}, "Files for solvers"),
      this.files,
    );
  }

  setFormats(exports) {
    this.exports = exports;
    this.files.replaceChildren(
      ...exports.map(f => button(f.name, () => this.app.download(f.name, {}), {title: f.summary || ""})),
    );
  }

  /** own writes the puzzle of the grid into the box. */
  own() {
    this.box.value = this.app.text();
    this.peek();
    this.box.focus();
  }

  /** preview says what the text in the box is, or where it cannot be read. */
  async preview(signal) {
    const text = this.box.value;
    if (!text.trim()) return this.say("");
    try {
      const r = await api.read({text}, signal);
      if (r.puzzles.length === 0) return this.problem(r.errors[0] || {error: "no puzzle"}, text);
      const p = r.puzzles[0],
        clues = p.values.filter(v => v).length;
      const rules = p.rules && p.rules.length ? ", " + plural(p.rules.length, "rule") : "";
      const notes = [
        r.puzzles.length > 1
          ? plural(r.puzzles.length, "puzzle") + (r.more ? " and more" : "")
          : `${p.size}x${p.size}, ${plural(clues, "clue")}${rules}`,
        ...(p.notes || []),
      ];
      this.say(`Read: ${notes.join("; ")}.` + (r.errors.length ? ` ${place(r.errors[0])}` : ""));
    } catch (e) {
      if (e.name === "AbortError") throw e;
      this.problem(e, text);
    }
  }

  say(text, bad = false) {
    this.said.textContent = text;
    this.said.classList.toggle("problem", bad);
    this.box.setAttribute("aria-invalid", String(bad));
  }

  problem(e) {
    this.say(place(e), true);
  }

  async load() {
    if (await this.app.load(this.box.value)) this.say("");
  }

  /** offer shows a list of puzzles to choose from. */
  offer(text, puzzles, more, current) {
    this.list = puzzles.length > 1 ? {text, puzzles} : null;
    this.choose.hidden = !this.list;
    if (!this.list) return;
    this.choose.replaceChildren(
      ...puzzles.map(p =>
        el(
          "li",
          {},
          button("", () => this.app.load(text, p.index), {
            "aria-current": p.index === current ? "true" : null,
          }),
        ),
      ),
    );
    [...this.choose.querySelectorAll("button")].forEach((b, i) =>
      b.append(
        el("span", {class: "dim"}, String(i + 1)),
        el("span", {}, puzzles[i].name || ""),
        el("span", {class: "mono"}, puzzles[i].puzzle),
      ),
    );
    if (more)
      this.choose.append(el("li", {class: "dim small"}, "The text has more puzzles; the first 1,000 are listed."));
  }

  changed() {
    if (this.root.hidden || this.key === this.app.key()) return;
    this.ask();
  }

  async run(signal) {
    const {app} = this,
      key = app.key();
    try {
      const r = await api.links({...app.puzzle()}, signal);
      this.key = key;
      const refused = r.links.filter(l => !l.text);
      this.written.replaceChildren(
        ...r.links
          .filter(l => l.text)
          .map(l =>
            el(
              "li",
              {},
              el("span", {title: l.summary}, l.title),
              l.link
                ? el("a", {class: "url", href: safe(l.text), target: "_blank", rel: "noopener noreferrer"}, l.text)
                : el("span", {class: "url"}, l.text.split("\n")[0]),
              copyButton(() => l.text, "Copy", {"aria-label": `Copy as ${l.title}`}),
              l.lost && l.lost.length ? el("span", {class: "lost"}, "without " + l.lost.join("; ")) : null,
            ),
          ),
      );
      this.refused.hidden = !refused.length;
      const all = refused.every(l => l.lost.join() === refused[0].lost.join());
      this.refused.replaceChildren(
        el(
          "summary",
          {},
          `${plural(refused.length, "format")} cannot hold ${app.doc.rules.length ? "these rules" : "this puzzle"}`,
        ),
        el("p", {class: "small dim"}, refused.map(l => l.title).join(", ") + (all ? ": " : ".")),
        ...(all ? refused.slice(0, 1) : refused).map(l =>
          el("p", {class: "small dim"}, `${all ? "" : l.title + ": "}${l.lost.join("; ")}`),
        ),
      );
      this.commands.replaceChildren(
        ...r.commands.map(c =>
          el(
            "li",
            {},
            el("span", {}, c.split(" ").slice(0, 2).join(" ")),
            el("span", {class: "url", title: c}, c),
            copyButton(() => c, "Copy", {"aria-label": `Copy the command ${c.split(" ").slice(0, 2).join(" ")}`}),
          ),
        ),
      );
    } catch (e) {
      if (e.name === "AbortError") throw e;
      this.written.replaceChildren(el("li", {class: "problem"}, e.message));
    }
  }
}

/** safe returns a link only if it is one of the web. */
const safe = url => (/^https:\/\//.test(url) ? url : "#");

/** place writes an error with its line and column. */
export function place(e) {
  const text = e.error || e.message;
  if (!e.line) return text;
  return (
    `Line ${e.line}${e.column ? `, column ${e.column}` : ""}: ${text}` + (e.expected ? `, expected ${e.expected}` : "")
  );
}
