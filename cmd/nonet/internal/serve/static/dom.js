// dom.js: making elements, and parts of the page that several panels use.

/** el makes an element: properties, then children. Text from puzzles becomes text, never markup. */
export function el(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props)) {
    if (v === undefined || v === null || v === false) continue;
    if (k === "class") e.className = v;
    else if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (k === "data") Object.assign(e.dataset, v);
    else if (k in e && k !== "list" && !k.startsWith("aria")) e[k] = v;
    else e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

/** byId returns the element with an id. */
export const byId = id => document.getElementById(id);

/** button makes a button with a text. */
export const button = (text, onclick, props = {}) => el("button", {type: "button", onclick, ...props}, text);

const svgSpace = "http://www.w3.org/2000/svg";

/** svg makes an element of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  const e = document.createElementNS(svgSpace, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

/** drawing parses SVG from the server as XML; null if it is none. */
export function drawing(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== svgSpace || root.localName !== "svg") return null;
  const copy = document.importNode(root, true);
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("width");
  copy.removeAttribute("height");
  return copy;
}

/** time writes seconds with three digits and a unit. */
export function time(seconds) {
  if (seconds === undefined || seconds === null) return "";
  for (const [unit, size] of [
    ["s", 1],
    ["ms", 1e-3],
    ["µs", 1e-6],
  ]) {
    if (seconds >= size * 0.9995) return three(seconds / size) + " " + unit;
  }
  return three(seconds / 1e-9) + " ns";
}

const three = x => (x >= 99.95 ? Math.round(x).toLocaleString("en") : x.toFixed(x >= 9.995 ? 1 : 2));

/** number writes an integer with commas; it may be a decimal string of any length. */
export const number = n => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** plural writes a number with its noun. */
export const plural = (n, one, many = one + "s") => `${number(n)} ${String(n) === "1" ? one : many}`;

// Names of cells in a text: r1c9, and R1C9 in texts of other programs.
const reference = /\br\d+c\d+(?:[,/ ]+r\d+c\d+)*/gi;

/**
 * withCells makes a text whose names of cells light the cells up while the pointer is over them. light is called with
 * an array of names, or with none at the end.
 */
export function withCells(text, light) {
  const parts = [];
  let at = 0;
  for (const m of text.matchAll(reference)) {
    parts.push(text.slice(at, m.index));
    const names = m[0].toLowerCase().match(/r\d+c\d+/g);
    parts.push(lit(el("span", {class: "ref"}, m[0]), names, light));
    at = m.index + m[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

/** lit makes an element light up cells under the pointer and with the focus. */
export function lit(element, names, light) {
  for (const on of ["pointerenter", "focus"]) element.addEventListener(on, () => light(names));
  for (const off of ["pointerleave", "blur"]) element.addEventListener(off, () => light([]));
  return element;
}

/** copyButton makes a button that copies text() to the clipboard and says so. */
export function copyButton(text, label = "Copy", props = {}) {
  return button(
    label,
    async e => {
      const b = e.currentTarget;
      let said = "Copied";
      try {
        await navigator.clipboard.writeText(text());
      } catch {
        said = "Not allowed";
      }
      b.textContent = said;
      setTimeout(() => {
        b.textContent = label;
      }, 1200);
    },
    props,
  );
}
