// keys.js: what a key does while the grid has the focus, as a pure function of the key event.

/** modes in the order in which Space goes through them. */
export const modes = ["clue", "digit", "corner", "centre", "colour", "rule"];

const arrows = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const letterMoves = {KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1]};
const letterModes = {KeyZ: "digit", KeyX: "corner", KeyC: "centre", KeyV: "colour", KeyG: "clue", KeyB: "rule"};
const letterActions = {KeyH: "hint", KeyN: "step", KeyU: "answer", KeyF: "filter"};

/** help lists the keys for people; main.js shows it. */
export const help = [
  ["arrows, W A S D", "move; Shift or Ctrl extends the selection"],
  ["1 to 9, A to P above 9", "write in the current mode"],
  ["Shift + digit", "corner mark"],
  ["Ctrl + digit", "centre mark"],
  ["Alt + digit", "colour"],
  ["Z X C V G B", "digit, corner, centre, colour, clue, rule; Space and Shift + Space go through them"],
  ["in the mode rule", "Shift + arrows, or Space on each cell: draw; Enter: add; digits: the number; B: the kind"],
  ["| and & there", "the next rule is an alternative, or a part of the same one"],
  ["0 . Backspace Delete", "clear; 0 and . step on while clues are entered"],
  ["Home End", "ends of the row; with Ctrl first and last cell"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["Ctrl + A, Ctrl + I, Escape", "select all, invert, none"],
  ["F, then a digit", "show the places of the digit; F F shows none"],
  ["H, N, U", "hint, take the step, show the answer"],
  ["Ctrl + V", "load what is on the clipboard: any format, any link"],
  ["Tab", "leave the grid"],
];

/** digitOf returns the number on a digit key of either keypad, or -1. */
function digitOf(code) {
  const m = /^(?:Digit|Numpad)(\d)$/.exec(code);
  return m ? Number(m[1]) : -1;
}

/** letterOf returns the value that a letter stands for above 9: A is 10. */
function letterOf(code) {
  const m = /^Key([A-Z])$/.exec(code);
  return m ? m[1].charCodeAt(0) - 55 : -1;
}

/**
 * action returns what a key event does: {do: NAME, ...}, or null if the page leaves the key to the browser.
 * n is the number of rows, mode the current mode; numbers: values above 9 are typed as two digits, not as letters;
 * symbols: those of the values, if they are not the usual ones.
 */
export function action(e, {n, mode, numbers = false, symbols = null}) {
  const command = e.ctrlKey || e.metaKey;
  const numLock = e.getModifierState ? e.getModifierState("NumLock") : false;
  // A numeric keypad sends Home, End, ... while Shift is held, and no Shift.
  const shiftedPad = /^Numpad\d$/.test(e.code) && !/^\d$/.test(e.key) && numLock;

  if (arrows[e.key] && !shiftedPad) {
    if (e.altKey) return null;
    return {do: "move", by: arrows[e.key], extend: e.shiftKey || command};
  }
  if ((e.key === "Home" || e.key === "End") && !shiftedPad) {
    return {do: "edge", end: e.key === "End", whole: command, extend: e.shiftKey};
  }
  switch (e.key) {
    case "Escape":
      return {do: "none"};
    case "Backspace":
    case "Delete":
      if (!shiftedPad) return {do: "clear", back: e.key === "Backspace"};
  }
  if (mode === "rule" && (e.key === "|" || e.key === "&")) return {do: "join", sign: e.key};
  if (mode === "rule" && !command && !e.altKey && !e.shiftKey) {
    if (e.key === "Enter") return {do: "stroke"};
    if (e.key === " ") return {do: "pick"};
    if (digitOf(e.code) >= 0) return {do: "number", value: digitOf(e.code)};
  }
  const letter = letterOf(e.code);
  let digit = digitOf(e.code);
  if (symbols && digit >= 0) digit = symbols.indexOf(String(digit)) + 1;
  if (digit > 0) {
    if ((e.altKey && !command) || (command && e.shiftKey)) return {do: "enter", value: digit, mode: "colour"};
    if (command) return {do: "enter", value: digit, mode: "centre"};
    if (e.shiftKey || shiftedPad) return {do: "enter", value: digit, mode: "corner"};
    return {do: "enter", value: digit, mode};
  }
  if (digit === 0 && numbers && !command && !e.altKey && !e.shiftKey) return {do: "enter", value: 0, mode};
  if (!command && !e.altKey && (digit === 0 || e.key === "." || e.code === "NumpadDecimal")) return {do: "blank"};

  if (command && !e.altKey) {
    switch (e.code) {
      case "KeyZ":
        return {do: e.shiftKey ? "redo" : "undo"};
      case "KeyY":
        return {do: "redo"};
      case "KeyA":
        return {do: "all"};
      case "KeyI":
        return {do: "invert"};
    }
    return null;
  }
  if (e.altKey) return null;
  if (e.key === " ") return {do: "mode", by: e.shiftKey ? -1 : 1};
  if (e.key === "?") return {do: "help"};
  const named = symbols ? symbols.findIndex(s => s.toUpperCase() === e.code.slice(3)) + 1 : letter;
  if (!numbers && letter >= 10 && named > 0 && named <= n && mode !== "colour" && mode !== "rule") {
    return {do: "enter", value: named, mode: e.shiftKey ? "corner" : mode};
  }
  if (letterMoves[e.code]) return {do: "move", by: letterMoves[e.code], extend: e.shiftKey};
  if (e.shiftKey) return null;
  if (letterModes[e.code]) return {do: "mode", to: letterModes[e.code]};
  if (letterActions[e.code]) return {do: letterActions[e.code]};
  return null;
}

/**
 * move returns the cell beside c; at an edge it is the first one of the other side, or c itself without wrap. The cells
 * beside the grid are below its last row.
 */
export function move(c, [dr, dc], {rows, columns, beside = 0}, wrap = true) {
  const all = rows + Math.ceil(beside / columns);
  let r = Math.floor(c / columns),
    k = c % columns;
  do {
    r += dr;
    k += dc;
    if (!wrap && (r < 0 || r >= all || k < 0 || k >= columns)) return c;
    r = (r + all) % all;
    k = (k + columns) % columns;
  } while (r * columns + k >= rows * columns + beside); // the last row may be shorter
  return r * columns + k;
}

/** twoKeys joins a digit with one typed at most 700 ms before, if both make a value of a grid of n rows; else 0. */
export function twoKeys(before, digit, elapsed, n) {
  const v = before * 10 + digit;
  return before > 0 && elapsed <= 700 && v >= 10 && v <= n ? v : 0;
}
