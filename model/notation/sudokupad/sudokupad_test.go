package sudokupad_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation/internal/lzstring"
	"nonet/model/notation/internal/place"
	"nonet/model/notation/sudokupad"
	"nonet/model/sudoku"
)

// A running example: one puzzle as a drawing, zipped and packed. Only the given, the regions and the cage are certain.
const (
	zipped = `{id:'vier',cs:64,metadata:{t:'Vier',solution:1234432121433412},ce:[[,,,],[{v:4},,,],[,,,],[,,,]],` +
		`re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],` +
		`ca:[{ce:[[0,0],[1,0]],v:5}],l:[{wp:[[3.5,3.5],[2.5,3.5],[2.5,2.5]],c:CFCFCF,th:21}],` +
		`o:[{ct:[0.5,2],w:0.3,h:0.3,r:t,c1:#0,c2:#F}]}`
	packed = "N4SwJgXA5AbiCmAnKAaAxgZwgNgCwoFt4AXAQzFLImGOgDUFkUMB7AGwFdiQWA7CAIwAmAMy5cIocIESxwgL7p4EANoqUGgLooVwGBFyKtOjSm3qt" +
		"2xMrUqADCjvmHA8wMduUr8/ZRDnKCKe/jruQT5CHjqRrjoiUSrx3joqkSGpgebx6fHh2mikqsBoNr5OoR7a+gCs8tpsRQDuAA6qiQB01YGd5kKd3dW9/" +
		"X2D+RAAwgBiU1MoxAAWEFJ1KCxFaLT2w9qNEHbt8Yv78YgQxOgCEADEDmhC15N18kA="
)

func kinds(p sudoku.Puzzle) string {
	var all []string
	for _, r := range p.Rules {
		all = append(all, r.Kind)
	}
	return strings.Join(all, " ")
}

// TestExample reads the example in all its forms. Its line and its dot are drawings.
func TestExample(t *testing.T) {
	if got, err := lzstring.Decompress(packed); got != zipped {
		t.Fatalf("%v: %s", err, got)
	}
	for _, text := range []string{
		zipped, "scl" + packed, "ctc" + packed, "https://sudokupad.app/scl" + packed,
		"https://app.crackingthecryptic.com/sudoku/scl" + packed, "sudokupad://puzzle/scl" + packed,
		"https://sudokupad.app/?puzzleid=scl" + packed, "https://sudokupad.app/sudoku/?puzzleid=scl" + packed,
		"sudokupad.app/scl" + packed + "?setting-nogrid=1", "scl" + zipped,
	} {
		_, _, err := sudokupad.Read(text, place.Options{})
		want := "drawings: found line #cfcfcf (1) at r3c3 r3c4 r4c4; circle #ffffff (1) at r1c3, expected rules " +
			"(--guess reads drawings as the rules for which they usually stand, --ignore-drawings leaves them out)"
		if err == nil || err.Error() != want {
			t.Errorf("%.40s: %v", text, err)
		}
		p, notes, err := sudokupad.Read(text, place.Options{IgnoreDrawings: true})
		if err != nil || p.Name != "Vier" || p.Shape != sudoku.Order(2) || kinds(p) != "cage" || len(notes) != 1 ||
			p.Clues[4] != 4 || p.Givens() != 1 || p.Rules[0].Number != 5 {
			t.Errorf("%.40s: %v, %+v, %q", text, err, p, notes)
		}
		p, notes, err = sudokupad.Read(text, place.Options{Guess: true, IgnoreDrawings: true})
		if err != nil || kinds(p) != "cage difference" || len(notes) != 2 ||
			notes[0] != "guessed from a white dot: difference 1 r1c2 r1c3" {
			t.Errorf("%.40s: %v, %s, %q", text, err, kinds(p), notes)
		}
	}
}

// puzzle returns a blank grid of n rows without regions, and further members, as JSON.
func puzzle(n int, members string) string {
	row := "[" + strings.TrimSuffix(strings.Repeat("{},", n), ",") + "]"
	return `{"cells":[` + strings.TrimSuffix(strings.Repeat(row+",", n), ",") + "]," + members + "}"
}

func TestBad(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"an id on the server", "https://sudokupad.app/c7n2q0f1ka",
			`"c7n2q0f1ka" names a puzzle on the server of SudokuPad, and nonet opens no connections`},
		{"a short id with a slash", "sudokupad.app/author/puzzle-name",
			`"author/puzzle-name" names a puzzle on the server`},
		{"truncated", "scl" + packed[:100], "the compressed text ends too early, expected a whole id of SudokuPad"},
		{"SudokuMaker", `{"spec":{"type":"x"},"elements":[{"type":0}]}`, "this is a file of SudokuMaker"},
		{"no grid", `{"regions":[]}`, "cells: the grid has 0 rows"},
		{"not square", `{"cells":[[{},{}]]}`, "cells[0]: the row has 2 cells"},
		{"an unknown key", puzzle(2, `"frobnicate":1`), "frobnicate: found an unknown key"},
		{"an unknown key of a cage", puzzle(2, `"cages":[{"cells":[[0,0]],"value":"3","product":true}]`),
			"cages[0].product: found an unknown key"},
		{"an unknown flag", puzzle(2, `"metadata":{"antiqueen":true}`), `metadata.antiqueen: found "true"`},
		{"a flag with another value", puzzle(2, `"metadata":{"antiking":"yes"}`), `metadata.antiking: found "yes"`},
		{"a house with a cell twice", puzzle(2, `"cages":[{"cells":[[0,0],[0,0]],"unique":true}]`),
			"all-different r1c1 r1c1: "},
		{"no rows", puzzle(2, `"metadata":{"norowcol":true}`), "metadata.norowcol: rows and columns do not hold"},
		{"a cell outside", puzzle(2, `"cages":[{"cells":[[0,2]],"value":"3"}]`),
			"cages[0].cells[0]: found [0,2], expected [0,0] to [1,1]"},
		{"regions that overlap", puzzle(2, `"regions":[[[0,0]],[[0,0]]]`),
			"regions[1]: its cell r1c1 is in another region"},
		{"a clue out of range", `{"cells":[[{"value":3},{}],[{},{}]]}`, "cells[0][0].value: found 3, expected 1 to 2"},
		{"a cage without meaning", puzzle(2, `"cages":[{"cells":[[0,0],[0,1]]}]`),
			"drawings: found cage (1) at r1c1 r1c2"},
		{"JSON that ends", `{"cells":[[{},`, "the puzzle cannot be read: found the end of the text"},
		{"a pack", "pack" + lzstring.Compress(`{"puzzles":["scl1","scl2"]}`),
			"a pack of 2 puzzles, expected #puzzle1 to #puzzle2 at the end of the link"},
		{"digits that end", "scf123", "scf: found 3 cells, expected 81"},
	} {
		_, _, err := sudokupad.Read(test.text, place.Options{})
		if bad := (*place.Error)(nil); !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.name, err, test.want)
		}
	}
}

// TestCertain reads what needs no guess.
func TestCertain(t *testing.T) {
	columns := `"regions":[[[0,0],[1,0],[2,0]],[[0,1],[1,1],[2,1]],[[0,2],[1,2],[2,2]]]`
	for _, test := range []struct{ name, text, kinds string }{
		{"flags", puzzle(3, `"metadata":{"antiking":true,"antiknight":"true","author":"A"}`), "knight king"},
		{"flags of old files", puzzle(3, `"cages":[{"value":"title: T"},{"value":"antiking: true"}]`), "king"},
		{"a cage with repeats", puzzle(3, `"cages":[{"cells":[[0,0],[1,1]],"sum":4,"unique":false}]`), "sum"},
		{"a cage of old files", puzzle(3, `"cages":[{"cells":[[0,0],[1,1]],"value":"4"}]`), "cage"},
		{"a cage without a sum", puzzle(3, `"cages":[{"cells":[[0,0],[1,1]],"unique":true}]`), "all-different"},
		{"rows as cages", puzzle(3, `"cages":[{"cells":[[0,0],[0,1],[0,2]],"unique":true,"type":"rowcol"}]`), ""},
		{"indexers", puzzle(3, `"cages":[{"cells":[[0,0]],"style":"fpRowIndexer"}]`), "row-indexer"},
		{"columns as regions", puzzle(3, columns), ""},
		{"a region", puzzle(3, `"regions":[[[0,0],[1,0],[1,1]]]`), "all-different"},
		{"fog and videos", puzzle(3, `"foglight":[[0,0]],"videos":["x"],"id":"y","overlays":[{"center":[1,1]}]`), ""},
	} {
		p, _, err := sudokupad.Read(test.text, place.Options{})
		if err != nil || kinds(p) != test.kinds {
			t.Errorf("%s: %v, %s", test.name, err, kinds(p))
		}
	}
	p, _, err := sudokupad.Read(puzzle(3, columns), place.Options{})
	if err != nil || p.Shape != (sudoku.Shape{Height: 3, Width: 1}) {
		t.Errorf("columns: %v, %v", err, p.Shape)
	}
}

// TestTexts reads what a setter wrote. A solution that breaks a rule is a note.
func TestTexts(t *testing.T) {
	const texts = `"metadata":{"title":"T","author":"A","rules":"Usual\nrules.","solution":"SOLUTION"}`
	for solution, note := range map[string]string{
		"1221": "", "12": "", "1212": "the solution that the author states does not solve the puzzle as read: ",
	} {
		p, notes, err := sudokupad.Read(puzzle(2, strings.Replace(texts, "SOLUTION", solution, 1)), place.Options{})
		last := ""
		if len(notes) > 2 {
			last = notes[2]
		}
		if err != nil || p.Name != "T" || p.Texts.Author != "A" || p.Texts.Rules != "Usual\nrules." ||
			!strings.HasPrefix(last, note) || (last == "") != (note == "") {
			t.Errorf("%s: %v, %+v, %q", solution, err, p, notes)
		}
	}
}

// TestGuess reads each drawing of the table of guesses, with and without words that confirm it, and with other words.
func TestGuess(t *testing.T) {
	dot := func(fill string) string {
		return `"overlays":[{"center":[1.5,1],"width":0.3,"height":0.3,"rounded":true,"borderColor":"#000000",` +
			`"backgroundColor":"` + fill + `"}]`
	}
	on := func(center, text string) string {
		return `"overlays":[{"center":[` + center + `],"width":0.25,"height":0.25,"text":"` + text + `"}]`
	}
	line := func(color string, thickness int) string {
		return fmt.Sprintf(`"lines":[{"wayPoints":[[0.5,0.5],[2.5,0.5],[3.5,1.5]],"color":"%s","thickness":%d}]`, color,
			thickness)
	}
	blob := func(center, color, more string) string {
		return `{"center":[` + center + `],"width":0.8,"height":0.8,"backgroundColor":"` + color + `"` + more + "}"
	}
	window := func(center string) string {
		return `{"center":[` + center + `],"width":3,"height":3,"backgroundColor":"#CFCFCF"}`
	}
	const points = " r1c1 r2c1 r3c1 r4c2"
	for _, test := range []struct{ name, members, word, want string }{
		{"white dot", dot("#FFFFFF"), "consecutive", "difference 1 r2c1 r2c2"},
		{"black dot", dot("#000000"), "ratio", "ratio 2 r2c1 r2c2"},
		{"X", on("2,0.5", "X"), "sum", "sum 10 r2c1 r3c1"},
		{"V", on("0.5,2", "V"), "sum", "sum 5 r1c2 r1c3"},
		{"less", on("0.5,2", "<"), "greater", "less r1c2 r1c3"},
		{"greater", on("0.5,2", ">"), "greater", "less r1c3 r1c2"},
		{"less below", on("2,0.5", "^"), "greater", "less r2c1 r3c1"},
		{"thermometer", line("#CFCFCF", 21) + `,"underlays":[` + blob("0.5,0.5", "#CFCFCF", `,"rounded":true`) + "]",
			"thermometer", "thermometer" + points},
		{"thermometer from its end", line("#CFCFCF", 21) + `,"underlays":[` +
			blob("3.5,1.5", "#CFCFCF", `,"rounded":true`) + "]", "thermometer", "thermometer r4c2 r3c1 r2c1 r1c1"},
		{"arrow", `"arrows":[{"wayPoints":[[0.5,0.8],[0.5,2.5],[1.5,3.5]],"color":"#000000","headLength":0.3}],"overlays":[` +
			blob("0.5,0.5", "#FFFFFF", `,"rounded":true,"borderColor":"#000000"`) + "]",
			"arrow", "arrow r1c1 r1c2 r1c3 r2c4"},
		{"pill", `"arrows":[{"wayPoints":[[0.5,1.5],[1.5,1.5]]}],"overlays":[{"center":[0.5,1],"width":1.8,"height":0.8,` +
			`"rounded":true,"borderColor":"#000000"}]`, "arrow", "arrow r1c1 r1c2 / r2c2"},
		{"little killer", `"arrows":[{"wayPoints":[[-0.3,0.7],[0.1,1.1]]}],` + on("-0.5,0.5", "9"), "diagonal",
			"little-killer 9 r1c2 r2c3 r3c4"},
		{"German whisper", line("#67F067", 10), "whisper", "whisper 2" + points},
		{"Dutch whisper", line("#FFA600", 10), "whisper", "whisper 1" + points},
		{"renban", line("#F067F0", 10), "renban", "renban" + points},
		{"palindrome", line("#BBBBBB", 12), "palindrome", "palindrome" + points},
		{"parity line", line("#FF6666", 10), "parity", "parity-line" + points},
		{"modular", line("#33BBAA", 10), "modular", "modular 3" + points},
		{"lockout", line("#AABBEE", 8) + `,"underlays":[` + blob("0.5,0.5", "#FFFFFF", "") + "," +
			blob("3.5,1.5", "#FFFFFF", "") + "]", "lockout", "lockout 4" + points},
		{"between", line("#AAAAAA", 8) + `,"underlays":[` + blob("0.5,0.5", "#FFFFFF", `,"rounded":true`) + "," +
			blob("3.5,1.5", "#FFFFFF", `,"rounded":true`) + "]", "between", "between" + points},
		{"odd", `"underlays":[` + blob("0.5,1.5", "#CCCCCC", `,"rounded":true`) + "]", "odd", "odd r1c2"},
		{"even", `"underlays":[` + blob("0.5,1.5", "#CCCCCC", "") + "]", "even", "even r1c2"},
		{"diagonal", `"lines":[{"wayPoints":[[0,0],[4,4]],"color":"#34BBE6","thickness":2}]`, "diagonal", "diagonal-down"},
		{"other diagonal", `"lines":[{"wayPoints":[[0,4],[4,0]],"color":"#34BBE6","thickness":2}]`, "diagonal",
			"diagonal-up"},
		{"windoku", `"underlays":[` + window("2.5,2.5") + "," + window("2.5,6.5") + "," + window("6.5,2.5") + "," +
			window("6.5,6.5") + "]", "windows", "windoku"},
	} {
		n := 4
		regions := `,"regions":[]`
		if test.want == "windoku" {
			n, regions = 9, boxes
		}
		for _, rules := range []string{"", "The usual " + test.word + " rules apply."} {
			metadata := fmt.Sprintf(`,"metadata":{"rules":"%s"}`, rules)
			p, notes, err := sudokupad.Read(puzzle(n, test.members+metadata+regions), place.Options{Guess: true})
			guessed := ""
			for _, note := range notes {
				if strings.HasPrefix(note, "guessed from ") {
					guessed += note[strings.Index(note, ": ")+2:]
				}
			}
			if err != nil || guessed != test.want || len(p.Rules) != 1 {
				t.Errorf("%s, rules %q: %v, %s, %d rules", test.name, rules, err, guessed, len(p.Rules))
			}
		}
		_, _, err := sudokupad.Read(puzzle(n, test.members+`,"metadata":{"rules":"Be clever."}`+regions),
			place.Options{Guess: true})
		if err == nil || !strings.HasPrefix(err.Error(), "drawings: found ") {
			t.Errorf("%s without a word for it: %v", test.name, err)
		}
	}
}

// boxes are the regions of a 9x9 grid.
var boxes = func() string {
	var regions []string
	for box := range 9 {
		var cells []string
		for k := range 9 {
			cells = append(cells, fmt.Sprintf("[%d,%d]", box/3*3+k/3, box%3*3+k%3))
		}
		regions = append(regions, "["+strings.Join(cells, ",")+"]")
	}
	return `,"regions":[` + strings.Join(regions, ",") + "]"
}()

// TestOtherIDs reads puzzles of f-puzzles, packs, and classic grids as digits.
func TestOtherIDs(t *testing.T) {
	four := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1}}
	link, lost := sudokupad.Write(four)
	if lost.Rules != nil || !strings.HasPrefix(link, "https://sudokupad.app/fpuzN4Ig") {
		t.Errorf("%s, lost %v", link, lost)
	}
	id := strings.TrimPrefix(link, "https://sudokupad.app/")
	pack := "https://sudokupad.app/pack" + lzstring.Compress(`{"puzzles":["scl1","`+id+`"]}`) + "#puzzle2"
	for _, text := range []string{link, id, strings.Replace(id, "fpuz", "fpuzzles", 1), pack} {
		p, _, err := sudokupad.Read(text, place.Options{})
		if err != nil || !slices.Equal(p.Clues, four.Clues) || p.Shape != four.Shape {
			t.Errorf("%.40s: %v, %+v", text, err, p)
		}
	}
	// x is the digit 9 and five blanks, A two blanks.
	p, _, err := sudokupad.Read("scf"+strings.Repeat("x", 13)+"1A"+"wx", place.Options{})
	if err != nil || p.Clues[0] != 9 || p.Clues[1] != 0 || p.Clues[78] != 1 || p.Givens() != 14 ||
		kinds(p) != "windoku diagonals" {
		t.Errorf("digits: %v, %+v", err, p)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(zipped)
	f.Add("https://sudokupad.app/scl" + packed)
	f.Add(puzzle(2, `"cages":[{"cells":[[0,0]],"value":"3"}],"arrows":[{"wayPoints":[[-1,0],[0,1]]}],"metadata":{"a":1}`))
	f.Add(`{a:'it\'s "so"',b:[,{c:123456,d:.5},],e:#F,g:t}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, opt := range []place.Options{{}, {IgnoreDrawings: true, IgnoreUnknown: true, Guess: true}} {
			p, _, err := sudokupad.Read(text, opt)
			if err != nil {
				if bad := (*place.Error)(nil); !errors.As(err, &bad) || bad.Offset < 0 || bad.Offset > len(text) {
					t.Fatalf("%#v", err)
				}
			} else if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
