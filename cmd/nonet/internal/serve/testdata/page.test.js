// Tests of the parts of the page that need no browser: node --test, started by TestPageFunctions.
import assert from "node:assert/strict";
import test from "node:test";

import {parseEvent} from "./api.js";
import {action, move, twoKeys} from "./keys.js";
import {fragment, pack, parse, unpack} from "./link.js";
import * as state from "./state.js";
import {latest} from "./task.js";

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

function withClues(text, shape = "3x3") {
  return {...state.blank(shape), clues: state.fromLine(text)};
}

test("a classic puzzle is written as a line, others in the format nonet", () => {
  const doc = withClues(escargot);
  assert.equal(state.puzzleText(doc), escargot);
  assert.equal(state.puzzleText({...state.blank("2x2", ["cage 5 r1c1 r1c2"]), title: "Small"}),
    "nonet 1\nname Small\nshape 2x2\ngrid\n. . . .\n. . . .\n. . . .\n. . . .\ncage 5 r1c1 r1c2\n");
  assert.match(state.puzzleText({...state.blank("4x4"), clues: [16, ...new Array(255).fill(0)]}), /^nonet 1\nshape 4x4\ngrid\n16 \./);
});

test("the text of a puzzle has the symbols in which it was written", () => {
  const symbols = [..."0123"], doc = {...state.blank("2x2"), clues: [1, ...new Array(15).fill(0)], symbols};
  assert.match(state.puzzleText(doc), /^nonet 1\nshape 2x2\nsymbols 0123\ngrid\n1 \. /);
  assert.match(state.puzzleText({...doc, symbols: ["01", "02", "03", "04"]}), /\nsymbols 01 02 03 04\n/);
  assert.equal(parse(fragment(doc)).text, state.puzzleText(doc));
});

test("a grid that is not square, with numbers from 0 and cells beside it, is written as numbers", () => {
  const doc = state.blank("1x2 2x4 0-3 +1");
  assert.equal(doc.clues.length, 9);
  doc.clues = [1, 0, 0, 4, 0, 0, 0, 0, 2];
  const text = "nonet 1\nshape 1x2 2x4 0-3 +1\ngrid\n0 . . 3\n. . . .\n1\n";
  assert.equal(state.puzzleText(doc), text);
  assert.equal(state.puzzleText({...doc, symbols: [..."0123"]}), text);
  assert.match(state.puzzleText({...doc, symbols: [..."abcd"]}), /\nsymbols abcd\n/);
});

test("symbols are those of the server: A is 10", () => {
  assert.deepEqual(state.fromLine("1.9AGP"), [1, 0, 9, 10, 16, 25]);
  assert.equal(state.line([1, 0, 9, 10, 16, 25]), "1.9AGP");
});

test("symbols are those in which the puzzle was written", () => {
  const symbols = [..."0123456789"];
  assert.deepEqual(state.fromLine("0.19", symbols), [1, 0, 2, 10]);
  assert.deepEqual(state.fromLine("0,.,11", ["0", "10", "11"]), [1, 0, 3]);
  assert.deepEqual(state.fromLine("01..16", ["01", "16"]), [1, 0, 2]);
  const key = (code, more) => action({code, key: "", ...more}, {n: 16, mode: "digit", symbols: [..."0123456789abcdef"]});
  assert.deepEqual(key("Digit0"), {do: "enter", value: 1, mode: "digit"});
  assert.deepEqual(key("Digit5"), {do: "enter", value: 6, mode: "digit"});
  assert.deepEqual(key("KeyF"), {do: "enter", value: 16, mode: "digit"});
});

test("cells have names", () => {
  assert.equal(state.cellName(80, {rows: 9, columns: 9}), "r9c9");
  assert.equal(state.cellOf("r10c3", {rows: 16, columns: 16}), 146);
  assert.equal(state.cellOf("r1", {rows: 9, columns: 9}), -1);
  assert.equal(state.cellName(7, {rows: 2, columns: 3}), "x2");
  assert.equal(state.cellOf("x2", {rows: 2, columns: 3}), 7);
  assert.equal(state.blank("1x3 2x3 1-3 +2").clues.length, 8);
});

test("areas are connected by sides", () => {
  assert.equal(state.joined([0, 1, 4, 8], 4), true);
  assert.equal(state.joined([8, 0, 1, 4], 4), true);
  assert.equal(state.joined([0, 5], 4), false);
  assert.equal(state.joined([3, 4], 4), false); // ends of two rows
  assert.equal(state.joined([], 4), true);
});

test("the usual boxes and houses of a shape", () => {
  assert.deepEqual([4, 6, 8, 9, 10, 12, 16, 25, 7].map(n => state.usualBox(n).join("x")),
    ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "4x4", "5x5", "1x7"]);
  const {houses, regions} = state.housesOf(6, 6, 2, 3);
  assert.equal(houses.length, 18);
  assert.deepEqual(houses.at(-1), [27, 28, 29, 33, 34, 35]);
  assert.equal(regions[35], 6);
  assert.equal(state.blank(5).houses.length, 10);
  assert.equal(state.blank("2x4 6x8 1-8").houses.length, 6 + 8 + 6);
});

test("entries toggle, and clues are safe from them", () => {
  const doc = withClues(escargot);
  assert.equal(state.enter(doc, [0], "digit", 5), doc);
  const five = state.enter(doc, [1, 2], "digit", 5);
  assert.deepEqual(five.values.slice(0, 4), [0, 5, 5, 0]);
  assert.deepEqual(doc.values.slice(0, 4), [0, 0, 0, 0], "a document is never changed");
  assert.deepEqual(state.enter(five, [1, 2], "digit", 5).values.slice(0, 4), [0, 0, 0, 0]);
  assert.deepEqual(state.enter(five, [1, 3], "digit", 5).values.slice(0, 4), [0, 5, 5, 5], "add unless all have it");
  assert.equal(state.enter(five, [1], "clue", 7).values[1], 0, "a clue replaces an entry");
  assert.equal(state.enter(doc, [3], "digit", 12), doc, "no value above the number of rows");
});

test("marks are sets", () => {
  let doc = state.blank("3x3");
  doc = state.enter(doc, [0, 1], "centre", 3);
  doc = state.enter(doc, [0], "centre", 9);
  assert.deepEqual(state.members(doc.centre[0]), [3, 9]);
  doc = state.enter(doc, [0, 1], "centre", 9);
  assert.deepEqual([0, 1].map(c => state.members(doc.centre[c])), [[3, 9], [3, 9]]);
  doc = state.enter(doc, [0, 1], "centre", 9);
  assert.deepEqual(state.members(doc.centre[1]), [3]);
  assert.deepEqual(state.members(1 << 25), [25]);
});

test("clear takes what the mode shows, then the next layer", () => {
  let doc = state.enter(state.enter(state.blank("2x2"), [0], "corner", 1), [0], "colour", 2);
  doc = state.clear(doc, [0], "digit");
  assert.equal(doc.corner[0], 0);
  assert.equal(doc.colours[0], 2);
  doc = state.clear(doc, [0], "digit");
  assert.equal(doc.colours[0], 0);
  assert.equal(state.clear(doc, [0], "digit"), doc);
  const clued = state.enter(doc, [5], "clue", 4);
  assert.equal(state.clear(clued, [5], "digit"), clued);
  assert.equal(state.clear(clued, [5], "clue").clues[5], 0);
});

test("a value twice in a house is a clash", () => {
  const doc = state.enter(withClues(escargot), [1], "digit", 7);
  assert.deepEqual(state.clashes(doc, doc.houses), [1, 5]);
});

test("steps place values and remove marks", () => {
  let doc = state.fillCentre(withClues("1..............."  , "2x2"), [[1], [2, 3, 4], [2, 3]]);
  assert.deepEqual(state.members(doc.centre[1]), [2, 3, 4]);
  doc = state.apply(doc, [[2, 3]], [[1, 3]]);
  assert.equal(doc.values[2], 3);
  assert.deepEqual(state.members(doc.centre[1]), [2, 4]);
});

test("cells alike", () => {
  const doc = state.enter(withClues(escargot), [1], "digit", 8);
  assert.deepEqual(state.alike(doc, 1, "digit"), [1, 17, 40]);
  assert.deepEqual(state.alike(doc, 2, "digit"), [2]);
});

test("history goes back and forth over loads, and forgets what was undone", () => {
  const a = state.blank("3x3"), b = state.enter(a, [0], "clue", 1), c = state.blank("2x2"), h = new state.History(a);
  assert.equal(h.push(a), false);
  h.push(b);
  h.push(c);
  assert.ok(h.undo() && h.doc === b);
  assert.ok(h.undo() && h.doc === a);
  assert.equal(h.undo(), false);
  assert.ok(h.redo() && h.doc === b);
  h.push(a);
  assert.equal(h.canRedo, false);
  const short = new state.History(a, 3);
  for (let i = 0; i < 9; i++) short.push(state.enter(short.doc, [i], "clue", 1));
  assert.equal(short.docs.length, 3);
});

const key = (code, more = {}) => ({code, key: more.key || code.replace(/^(Digit|Numpad|Key)/, "").toLowerCase(),
  ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, getModifierState: () => more.numLock || false, ...more});

test("keys", () => {
  const at = {n: 9, mode: "digit"};
  for (const [event, want] of [
    [key("Digit7"), {do: "enter", value: 7, mode: "digit"}],
    [key("Numpad7"), {do: "enter", value: 7, mode: "digit"}],
    [key("Digit7", {shiftKey: true, key: "/"}), {do: "enter", value: 7, mode: "corner"}],
    [key("Numpad7", {key: "Home", numLock: true}), {do: "enter", value: 7, mode: "corner"}],
    [key("Numpad7", {key: "Home"}), {do: "edge", end: false, whole: false, extend: false}],
    [key("Digit7", {ctrlKey: true}), {do: "enter", value: 7, mode: "centre"}],
    [key("Digit7", {metaKey: true}), {do: "enter", value: 7, mode: "centre"}],
    [key("Digit7", {ctrlKey: true, shiftKey: true}), {do: "enter", value: 7, mode: "colour"}],
    [key("Digit7", {altKey: true}), {do: "enter", value: 7, mode: "colour"}],
    [key("Digit0"), {do: "blank"}],
    [key("Period", {key: "."}), {do: "blank"}],
    [key("Backspace", {key: "Backspace"}), {do: "clear", back: true}],
    [key("ArrowUp", {key: "ArrowUp"}), {do: "move", by: [-1, 0], extend: false}],
    [key("ArrowUp", {key: "ArrowUp", shiftKey: true}), {do: "move", by: [-1, 0], extend: true}],
    [key("ArrowUp", {key: "ArrowUp", altKey: true}), null],
    [key("KeyD"), {do: "move", by: [0, 1], extend: false}],
    [key("KeyZ"), {do: "mode", to: "digit"}],
    [key("KeyZ", {ctrlKey: true}), {do: "undo"}],
    [key("KeyZ", {ctrlKey: true, shiftKey: true}), {do: "redo"}],
    [key("KeyY", {metaKey: true}), {do: "redo"}],
    [key("KeyR", {ctrlKey: true}), null],
    [key("KeyV", {ctrlKey: true}), null],
    [key("Space", {key: " "}), {do: "mode", by: 1}],
    [key("Slash", {key: "?", shiftKey: true}), {do: "help"}],
    [key("Tab", {key: "Tab"}), null],
    [key("F5", {key: "F5"}), null],
    [key("KeyH"), {do: "hint"}],
  ]) {
    assert.deepEqual(action(event, at), want, JSON.stringify(event));
  }
});

test("letters are values of large grids, and keys of small ones", () => {
  assert.deepEqual(action(key("KeyA"), {n: 16, mode: "digit"}), {do: "enter", value: 10, mode: "digit"});
  assert.deepEqual(action(key("KeyA", {shiftKey: true}), {n: 16, mode: "digit"}), {do: "enter", value: 10, mode: "corner"});
  assert.deepEqual(action(key("KeyA"), {n: 16, mode: "digit", numbers: true}), {do: "move", by: [0, -1], extend: false});
  assert.deepEqual(action(key("KeyS"), {n: 16, mode: "digit"}), {do: "move", by: [1, 0], extend: false});
  assert.deepEqual(action(key("KeyH"), {n: 25, mode: "clue"}), {do: "enter", value: 17, mode: "clue"});
});

test("two digits make a number for a while", () => {
  assert.equal(twoKeys(1, 2, 300, 16), 12);
  assert.equal(twoKeys(1, 2, 800, 16), 0);
  assert.equal(twoKeys(1, 7, 300, 16), 0);
  assert.equal(twoKeys(0, 7, 300, 16), 0);
  assert.equal(twoKeys(2, 0, 300, 25), 20);
});

test("the cursor goes round", () => {
  assert.equal(move(0, [-1, 0], {rows: 9, columns: 9}), 72);
  assert.equal(move(8, [0, 1], {rows: 9, columns: 9}), 0);
  assert.equal(move(8, [0, 1], {rows: 9, columns: 9}, false), 8);
  assert.equal(move(7, [1, 0], {rows: 6, columns: 8}), 15);
  assert.equal(move(40, [1, 0], {rows: 6, columns: 8}), 0);
  const beside = {rows: 2, columns: 3, beside: 4}; // r1 r2, x1 x2 x3, x4
  assert.equal(move(4, [1, 0], beside), 7);
  assert.equal(move(7, [1, 0], beside), 1);
  assert.equal(move(7, [1, 0], beside, false), 7);
  assert.equal(move(0, [-1, 0], beside), 9);
  assert.equal(move(9, [0, 1], beside), 9);
});

test("the address keeps puzzle, entries and panel", () => {
  const doc = state.enter(withClues(escargot), [1, 80], "digit", 5);
  const hash = fragment(doc, "steps");
  assert.equal(hash, `#p=${escargot}&e=.1,5,.78,5&v=steps`);
  const back = parse(hash);
  assert.equal(back.text, escargot);
  assert.deepEqual(back.values, doc.values);
  assert.equal(back.panel, "steps");
  const variant = {...state.blank("2x2", ["cage 5 r1c1 r1c2 # a+b; c"]), title: "Größe & 100%"};
  assert.equal(parse(fragment(variant)).text, state.puzzleText(variant));
  assert.equal(fragment(state.blank("3x3")), "");
  assert.notEqual(fragment(state.blank("2x2")), "");
  assert.deepEqual(parse(""), {text: null, values: null, panel: ""});
  assert.equal(parse("#p=%E0%A4%A").text, "%E0%A4%A");
});

test("entries are packed", () => {
  for (const values of [[0, 0, 0], [1], [25, 0, 0, 3, 0], [0, 9]]) assert.deepEqual(unpack(pack(values)), values);
  assert.equal(unpack("1,x"), null);
  assert.ok((unpack(".99999,.99999,.99999,.99999") || []).length <= 20000);
});

test("events of a stream", () => {
  assert.deepEqual(parseEvent("event: row\ndata: {\"a\":\ndata: 1}"), {name: "row", data: {a: 1}});
  assert.equal(parseEvent(": a sign of life"), null);
});

test("a question is asked at once, and once more for all changes meanwhile", async () => {
  let runs = 0, open = null;
  const ask = latest(() => { runs++; return new Promise(done => { open = done; }); });
  ask();
  assert.equal(runs, 1);
  ask();
  ask();
  assert.equal(runs, 1);
  open();
  await new Promise(setImmediate);
  assert.equal(runs, 2);
  open();
  await new Promise(setImmediate);
  assert.equal(runs, 2);
});
