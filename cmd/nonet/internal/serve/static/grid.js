// grid.js: the grid as a table with one tab stop, its selection, and the drawings below and above it.
//
// The table carries the meaning: a cell has a label that says what stands in it. Drawings are hidden from assistive
// technology. The grid knows nothing of the history: it shows what render is given, and reports what people do.

import {svg} from "./dom.js";
import {cellName, cellOf, members, maxMarks} from "./state.js";

export const colourNames = ["", "blue", "orange", "green", "violet", "yellow", "pink", "grey", "teal", "brown"];

const unit = 64; // the side of a cell in drawings
const gap = 0.3; // between the grid and the cells beside it, in cells; as in drawings

/** boxOf returns the viewBox of a drawing as numbers, null without a drawing. */
const boxOf = drawing => (drawing ? drawing.getAttribute("viewBox").split(/[ ,]+/).map(Number) : null);

export class Grid {
  /** board is the element around the table; report is called with the name of an event and its data. */
  constructor(board, report) {
    this.board = board;
    this.report = report;
    this.selected = new Set();
    this.current = 0;
    this.rows = this.columns = this.n = this.beside = 0;
    this.multi = false;
    this.margin = 0; // cells to leave free on each side, for clues that are to be drawn there
    this.lines = svg("svg", {class: "lines", "aria-hidden": "true"});
    this.under = document.createElement("div");
    this.over = document.createElement("div");
    this.under.className = "under";
    this.over.className = "over";
    this.table = document.createElement("table");
    this.table.setAttribute("role", "grid");
    this.table.setAttribute("aria-multiselectable", "true");
    board.append(this.under, this.over, this.table, this.lines);
    this.table.addEventListener("keydown", e => report("key", e));
    this.table.addEventListener("focusin", e => {
      const c = this.cells.indexOf(e.target);
      if (c >= 0 && c !== this.current) this.go(c, false);
      this.label(this.current);
    });
    this.pointer();
  }

  /** build makes the table of the grid of a document; the cells beside the grid are its last rows. */
  build({rows, columns, n, beside}) {
    Object.assign(this, {rows, columns, n, beside});
    this.cells = [];
    this.seen = [];
    this.selected.clear();
    this.current = 0;
    const body = document.createElement("tbody");
    body.setAttribute("role", "rowgroup");
    for (let r = 0, left = rows * columns + beside; left > 0; r++, left -= columns) {
      const tr = document.createElement("tr");
      tr.setAttribute("role", "row");
      tr.setAttribute("aria-rowindex", r + 1);
      tr.classList.toggle("beside", r === rows);
      for (let k = 0; k < Math.min(columns, left); k++) {
        const td = document.createElement("td");
        td.setAttribute("role", "gridcell");
        td.setAttribute("aria-colindex", k + 1);
        td.setAttribute("aria-selected", "false");
        td.tabIndex = -1;
        tr.append(td);
        this.cells.push(td);
      }
      body.append(tr);
    }
    this.table.replaceChildren(body);
    this.table.setAttribute("aria-label", `Sudoku, ${rows} by ${columns}`);
    this.table.setAttribute("aria-rowcount", body.children.length);
    this.table.setAttribute("aria-colcount", columns);
    this.below = beside ? gap + Math.ceil(beside / columns) : 0; // height of the cells beside the grid
    this.board.style.setProperty("--rows", rows);
    this.board.style.setProperty("--below", this.below);
    this.board.style.setProperty("--columns", columns);
    this.board.style.setProperty("--root", Math.ceil(Math.sqrt(n)));
    this.board.classList.toggle("small", Math.max(rows, columns) > 16);
    this.cells[0].tabIndex = 0;
  }

  /** frame leaves room around the grid for a drawing that extends beyond it, as clues outside the grid do. */
  frame(drawing) {
    const across = this.columns * unit,
      down = (this.rows + this.below) * unit,
      [x, y, w, h] = boxOf(drawing) || [0, 0, across, down];
    const room = {left: -x, top: -y, right: x + w - across, bottom: y + h - down};
    for (const name of Object.keys(room)) {
      room[name] = Math.max(this.margin, room[name] > unit / 4 ? room[name] / unit : 0); // less is the width of a line
      this.board.style.setProperty("--" + name, room[name]);
    }
    this.board.style.setProperty(
      "--across",
      Math.max(this.columns + room.left + room.right, this.rows + this.below + room.top + room.bottom),
    );
  }

  /** ruled draws the lines between the cells: thick where regions differ. */
  ruled(regions) {
    const {rows, columns} = this,
      across = columns * unit,
      down = rows * unit,
      thin = [],
      thick = [];
    for (let r = 1; r < rows; r++) thin.push(`M0 ${r * unit}H${across}`);
    for (let k = 1; k < columns; k++) thin.push(`M${k * unit} 0V${down}`);
    for (let c = 0; c < rows * columns; c++) {
      const x = (c % columns) * unit,
        y = Math.floor(c / columns) * unit;
      if (c % columns < columns - 1 && regions[c] !== regions[c + 1]) thick.push(`M${x + unit} ${y}v${unit}`);
      if (c + columns < rows * columns && regions[c] !== regions[c + columns]) thick.push(`M${x} ${y + unit}h${unit}`);
    }
    thick.push(`M0 0H${across}V${down}H0Z`);
    for (let x = 0; x < this.beside; x++)
      thick.push(
        `M${(x % columns) * unit} ${down + (gap + Math.floor(x / columns)) * unit}h${unit}v${unit}h${-unit}z`,
      );
    this.lines.setAttribute("viewBox", `0 0 ${across} ${down}`);
    this.lines.replaceChildren(
      svg("path", {class: "thin", d: thin.join("")}),
      svg("path", {class: "thick", d: thick.join("")}),
    );
  }

  /**
   * render shows a view: {doc, clashes, differ, ghost, candidates, counts, light, filter, invalid}. Only cells whose
   * look changes are touched.
   */
  render(view) {
    this.view = view;
    const {doc} = view,
      n = doc.n;
    const clash = new Set(view.clashes),
      differ = new Set(view.differ),
      wrong = new Set(view.wrong);
    for (let c = 0; c < this.cells.length; c++) {
      const clue = doc.clues[c],
        value = clue || doc.values[c],
        colour = doc.colours[c];
      const ghost = !value && view.ghost ? view.ghost[c] : 0;
      const candidates = !value && !ghost && view.candidates ? view.candidates[c] : null;
      const marks = !value && !ghost && !candidates && n <= maxMarks;
      const look = [
        clue ? "clue" : value ? "entry" : "",
        clash.has(c) ? "clash" : "",
        differ.has(c) ? "differ" : "",
        wrong.has(c) ? "wrong" : "",
        colour ? "colour-" + colour : "",
        ghost ? "ghost" : "",
        view.filter &&
        (value === view.filter ||
          (!value &&
            (candidates ? candidates.includes(view.filter) : ((doc.corner[c] | doc.centre[c]) >> view.filter) & 1)))
          ? "filtered"
          : "",
      ]
        .filter(Boolean)
        .join(" ");
      const counts = candidates && view.counts ? view.counts[c] : null;
      const key = [
        look,
        value || ghost,
        candidates,
        counts,
        marks ? doc.corner[c] : 0,
        marks ? doc.centre[c] : 0,
        view.symbols,
      ].join("|");
      if (this.seen[c] === key) continue;
      this.seen[c] = key;
      const td = this.cells[c];
      td.className = look;
      td.setAttribute("aria-selected", "true"); // so that edges() sets the classes of a selected cell again
      td.replaceChildren(
        ...this.content(value || ghost, candidates, counts, marks ? doc.corner[c] : 0, marks ? doc.centre[c] : 0),
      );
      if (clash.has(c)) td.setAttribute("aria-invalid", "true");
      else td.removeAttribute("aria-invalid");
      td.setAttribute("aria-readonly", clue ? "true" : "false");
      if (n <= maxMarks || c === this.current) this.label(c);
    }
    this.edges();
  }

  /** text writes a value as the grid shows it. */
  text(v) {
    return this.view && this.view.symbols ? this.view.symbols[v - 1] : String(v);
  }

  content(value, candidates, counts, corner, centre) {
    const span = (name, text) => {
      const s = document.createElement("span");
      s.className = name;
      if (text) s.textContent = text;
      return s;
    };
    if (value) return [span("value" + (this.text(value).length > 1 ? " two" : ""), this.text(value))];
    if (candidates) {
      const box = span("candidates");
      const total = counts ? Math.max(...counts.map(Number)) : 0;
      candidates.forEach((v, i) => {
        const s = span("candidate", this.text(v));
        const root = Math.ceil(Math.sqrt(this.n));
        s.style.gridArea = `${Math.ceil(v / root)} / ${((v - 1) % root) + 1}`;
        if (counts) {
          s.style.setProperty(
            "--share",
            total ? Math.round(15 + 70 * Math.sqrt(Number(counts[i]) / total)) + "%" : "0%",
          );
          s.classList.add("shaded");
        }
        box.append(s);
      });
      return [box];
    }
    const parts = [];
    if (corner) {
      const box = span("corner");
      members(corner).forEach(v => box.append(span("", this.text(v))));
      parts.push(box);
    }
    if (centre) {
      const all = members(centre).map(v => this.text(v));
      const s = span(
        "centre",
        all.join(this.n > 9 && !(this.view.symbols && this.view.symbols[0].length === 1) ? " " : ""),
      );
      if (all.length > 5) s.classList.add("many");
      parts.push(s);
    }
    return parts;
  }

  /** label writes the words for a cell. */
  label(c) {
    const {doc, candidates, counts, ghost, clashes = [], differ = []} = this.view;
    const words = [this.name(c).replace(/^r(\d+)c/, "row $1 column ").replace("x", "beside the grid x")];
    if (doc.clues[c]) words.push(`given ${this.text(doc.clues[c])}`);
    else if (doc.values[c]) words.push(`entry ${this.text(doc.values[c])}`);
    else {
      words.push("empty");
      if (ghost && ghost[c]) words.push(`solution ${this.text(ghost[c])}`);
      else if (candidates && candidates[c]) {
        words.push(
          "candidates " + candidates[c].map((v, i) => this.text(v) + (counts ? ` in ${counts[c][i]}` : "")).join(" "),
        );
      } else {
        if (doc.corner[c])
          words.push(
            "corner " +
              members(doc.corner[c])
                .map(v => this.text(v))
                .join(" "),
          );
        if (doc.centre[c])
          words.push(
            "centre " +
              members(doc.centre[c])
                .map(v => this.text(v))
                .join(" "),
          );
      }
    }
    if (doc.colours[c]) words.push(colourNames[doc.colours[c]]);
    if (clashes.includes(c)) words.push("conflict");
    if (differ.includes(c)) words.push("differs between solutions");
    const said = doc.constraints ? doc.constraints.get(c) : null;
    if (said) words.push(...said.map(s => s.replaceAll(/\br(\d+)c(\d+)/g, "row $1 column $2")));
    this.cells[c].setAttribute("aria-label", words.join(", "));
  }

  /** lightUp marks cells for as long as a text about them has the pointer. */
  lightUp(names) {
    for (const td of this.table.querySelectorAll(".lit")) td.classList.remove("lit");
    for (const name of names) {
      const c = cellOf(name, this);
      if (this.cells[c]) this.cells[c].classList.add("lit");
    }
  }

  /**
   * background lays a drawing of the rules below the cells; cover lays one of a step in the place
   * of what stands in them. */
  background(drawing) {
    this.lay(drawing, this.under);
  }
  cover(drawing) {
    this.lay(drawing, this.over);
    this.board.classList.toggle("covered", Boolean(drawing));
  }

  /** lay puts a drawing into a layer so that its grid lies on the grid of the page. */
  lay(drawing, layer) {
    layer.replaceChildren(...(drawing ? [drawing] : []));
    if (!drawing) return;
    boxOf(drawing).forEach((v, i) => {
      drawing.style[["left", "top", "width", "height"][i]] = `calc(var(--cell) * ${v / unit})`;
    });
  }

  // Selection.

  /** go makes c the current cell and selects it; extend keeps what is selected. */
  go(c, focus = true, extend = false) {
    if (!extend) this.selected.clear();
    this.selected.add(c);
    this.moveTo(c, focus);
    this.edges();
  }

  moveTo(c, focus) {
    if (this.cells[this.current]) this.cells[this.current].tabIndex = -1;
    this.current = c;
    this.cells[c].tabIndex = 0;
    if (focus) this.cells[c].focus({preventScroll: false});
  }

  select(cells) {
    this.selected = new Set(cells);
    this.edges();
  }

  /** edges draws the outline of the selection: a side of a cell has a line if the cell beside it is not selected. */
  edges() {
    const n = this.columns,
      first = n * this.rows, // of the cells beside the grid
      has = c => this.selected.has(c),
      below = c => has(c + n) && (c >= first || c + n < first);
    for (let c = 0; c < this.cells.length; c++) {
      const td = this.cells[c],
        on = has(c);
      if (!on && td.getAttribute("aria-selected") === "false") continue;
      td.classList.toggle("selected", on);
      td.setAttribute("aria-selected", on ? "true" : "false");
      td.classList.toggle("top", on && !(has(c - n) && below(c - n)));
      td.classList.toggle("down", on && !below(c));
      td.classList.toggle("left", on && !(c % n > 0 && has(c - 1)));
      td.classList.toggle("right", on && !(c % n < n - 1 && has(c + 1)));
    }
    this.report("selection", this.selected);
  }

  /** place returns the row and column of a point of the window, which may be beside the grid. */
  place(x, y) {
    const box = this.table.getBoundingClientRect(),
      size = box.width / this.columns;
    return [Math.floor((y - box.top) / size), Math.floor((x - box.left) / size)];
  }

  /** at returns the cell under a point of the window, and the distance from its middle in cells. */
  at(x, y) {
    const box = this.table.getBoundingClientRect(),
      size = box.width / this.columns;
    const u = (x - box.left) / size,
      v = (y - box.top) / size;
    const out = v >= this.rows,
      w = out ? v - gap : v,
      cell = Math.floor(w) * this.columns + Math.floor(u);
    if (u < 0 || v < 0 || u >= this.columns || (out && w < this.rows) || cell >= this.cells.length)
      return {cell: -1, off: 9};
    return {cell, off: Math.hypot((u % 1) - 0.5, (w % 1) - 0.5)};
  }

  // A drag selects the cells whose middle it passes within 0.4 cells, so that a diagonal does not catch neighbours.
  pointer() {
    let drag = null;
    this.table.addEventListener("pointerdown", e => {
      if (e.button !== 0) return;
      const {cell} = this.at(e.clientX, e.clientY);
      if (cell < 0) return;
      e.preventDefault();
      const keep = e.ctrlKey || e.metaKey || e.shiftKey || this.multi;
      const add = e.shiftKey || !keep || !this.selected.has(cell);
      if (!keep) this.selected.clear();
      drag = {add, x: e.clientX, y: e.clientY};
      this.table.setPointerCapture(e.pointerId);
      this.mark(cell, add);
      this.moveTo(cell, true);
    });
    this.table.addEventListener("pointermove", e => {
      if (!drag) return;
      const far = Math.hypot(e.clientX - drag.x, e.clientY - drag.y);
      const steps = Math.max(1, Math.ceil(far / (this.table.clientWidth / this.columns / 5)));
      for (let i = 1; i <= steps; i++) {
        const {cell, off} = this.at(
          drag.x + ((e.clientX - drag.x) * i) / steps,
          drag.y + ((e.clientY - drag.y) * i) / steps,
        );
        if (cell < 0 || off > 0.4 || this.selected.has(cell) === drag.add) continue;
        this.mark(cell, drag.add);
        this.moveTo(cell, true);
      }
      drag.x = e.clientX;
      drag.y = e.clientY;
    });
    for (const end of ["pointerup", "pointercancel"])
      this.table.addEventListener(end, () => {
        if (drag) this.report("stroke", [...this.selected]);
        drag = null;
      });
    // A stroke that begins beside the grid is about the line that begins there.
    this.board.parentElement.addEventListener("pointerdown", e => {
      if (!this.margin || this.table.contains(e.target)) return;
      e.preventDefault();
      const from = this.place(e.clientX, e.clientY);
      addEventListener("pointerup", up => this.report("ray", [from, this.place(up.clientX, up.clientY)]), {once: true});
    });
    this.table.addEventListener("dblclick", e => {
      const {cell} = this.at(e.clientX, e.clientY);
      if (cell >= 0) this.report("alike", cell);
    });
  }

  mark(c, add) {
    if (add) this.selected.add(c);
    else this.selected.delete(c);
    this.edges();
  }

  name(c) {
    return cellName(c, this);
  }
}
