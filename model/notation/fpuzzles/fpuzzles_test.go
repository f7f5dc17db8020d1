package fpuzzles_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"nonet/model/notation/fpuzzles"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// grid returns a blank grid of n rows in JSON.
func grid(n int) string {
	row := "[" + strings.TrimSuffix(strings.Repeat("{},", n), ",") + "]"
	return "[" + strings.TrimSuffix(strings.Repeat(row+",", n), ",") + "]"
}

// object returns a blank 4x4 puzzle with further members.
func object(members string) string { return `{"size":4,"grid":` + grid(4) + "," + members + "}" }

func TestBad(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"truncated", "N4IgzglgXgpiBcAWANCALhNAbO8QDUI",
			"the compressed text ends too early, expected a whole string of f-puzzles"},
		{"damaged", "N4Igzgl?gXgpi",
			"the link contains no puzzle, expected the address with ?load= that f-puzzles exports"},
		{"on a server", "https://www.f-puzzles.com/?id=y2abcdef",
			"the link names the puzzle y2abcdef on the server of f-puzzles, and nonet opens no " +
				"connections, expected the address with ?load= that f-puzzles exports"},
		{"JSON that ends", `{"size":4,"grid":[`,
			"the JSON cannot be read: unexpected end of JSON input, expected a JSON object of f-puzzles"},
		{"unknown key", object(`"frobnicate":[{"cells":["R1C1"]}]`), `frobnicate: found [{"cells":["R1C1"]}], ` +
			"expected a key that states a rule of nonet (--ignore-unknown leaves it out)"},
		{"unknown field", object(`"killercage":[{"cells":["R1C1"],"mode":"twice"}]`),
			`killercage[0].mode: found "twice", ` + "expected a rule of nonet (--ignore-unknown leaves it out)"},
		{"cell outside", object(`"thermometer":[{"lines":[["R1C1","R1C5"]]}]`),
			"thermometer[0].lines[0][1]: found R1C5, expected a cell from R1C1 to R4C4"},
		{"no cell", object(`"killercage":[{"cells":["R1C1","A2"]}]`),
			`killercage[0].cells[1]: found "A2", expected a cell, such as R1C2`},
		{"letter", object(`"xv":[{"cells":["R1C1","R1C2"],"value":"L"}]`),
			`xv[0].value: found "L", expected X or V`},
		{"digital root", object(`"killercage":[{"cells":["R1C1"],"value":"DR3"}]`),
			`killercage[0].value: found "DR3", expected a number`},
		{"twice", object(`"antiking":true,"antiking":true`),
			`found the key "antiking" a second time, expected it once`},
		{"rows missing", `{"size":9,"grid":` + grid(4) + "}", "grid: found 4 rows, expected 9 as size says"},
		{"value", `{"size":1,"grid":[[{"value":2,"given":true}]]}`, "grid[0][0].value: found 2, expected 1 to 1"},
		{"diagonal", object(`"littlekillersum":[{"cell":"R0C1","cells":["R1C2"],"direction":"DR","value":"3"}]`),
			"littlekillersum[0].cells: found others, expected the 3 cells from R0C1 to DR"},
	} {
		_, _, err := fpuzzles.Read(test.text, place.Options{})
		if bad := (*place.Error)(nil); !errors.As(err, &bad) || err.Error() != test.want {
			t.Errorf("%s: %v\nwant %s", test.name, err, test.want)
		}
	}
}

// TestVector reads a puzzle that other programs wrote and writes it again, byte for byte.
func TestVector(t *testing.T) {
	const packed = "N4IgzglgXgpiBcAWANCALhNAbO8QDUIYAnEVAc2IgBMEBtO4AX2WdZeYF1lGO/3uvdsK4824vp24hqEAIbkA9gDs5WALQI0x" +
		"AK4xUAawhYcxAMYLcjEGZgmw9EACUAjAGEXZZwCYPIaQBuanoIIACsIEzSaAAWJAC2ivEwaCT0oFgQyjAO8AzOiG6IXk4AzEUl5aX+" +
		"nFGosgBmDSQwyrbpNnZYuXTO7t4l7tWBwbggkbVAA="
	const text = `{"size":4,"title":"Vier","grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],` +
		`"diagonal-":true,"killercage":[{"cells":["R1C1","R2C1"],"value":"5"}],` +
		`"thermometer":[{"lines":[["R4C4","R3C4","R3C3"]]}],"difference":[{"cells":["R1C2","R1C3"],"value":""}]}`
	for _, input := range []string{packed, "https://www.f-puzzles.com/?load=" + packed, text} {
		p, notes, err := fpuzzles.Read(input, place.Options{})
		if err != nil || notes != nil {
			t.Fatalf("%v, notes %q", err, notes)
		}
		if got, _ := fpuzzles.JSON(p); got != text {
			t.Errorf("written\n%s\nwant\n%s", got, text)
		}
		if got, _ := fpuzzles.Write(p); got != "https://f-puzzles.com/?load="+packed {
			t.Errorf("written %s", got)
		}
		solution := sudoku.Grid{1, 2, 3, 4, 4, 3, 2, 1, 2, 1, 4, 3, 3, 4, 1, 2}
		for _, rule := range p.Rules {
			if err := rule.Check(p, solution); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestOffset checks the place of an error in JSON: the key.
func TestOffset(t *testing.T) {
	text := object(`"antiking":true, "frobnicate":1`)
	_, _, err := fpuzzles.Read(text, place.Options{})
	bad := (*place.Error)(nil)
	if !errors.As(err, &bad) || !strings.HasPrefix(text[bad.Offset:], `"frobnicate"`) {
		t.Errorf("%+v", err)
	}
}

// TestIgnored reads what has no meaning for solutions, and what becomes a note.
func TestIgnored(t *testing.T) {
	for _, test := range []struct{ name, text, note string }{
		{"colours and settings", object(`"disabledlogic":["x"],"fogofwar":["R1C1"],"unknown":[],"other":""`), ""},
		{"a copy of a rule", object(`"line":[{"lines":[["R1C1","R1C2"]],"fromConstraint":"Renban"}]`), ""},
		{"a drawing", object(`"text":[{"cells":["R1C1"],"value":"x2"}]`),
			`1 drawings may stand for rules that nonet cannot see: text "x2" r1c1`},
		{"a clue without a number", object(`"littlekillersum":[{"cell":"R0C1","cells":["R1C2","R2C3","R3C4"],` +
			`"direction":"DR","value":""}]`), ""},
		{"a cage without cells", object(`"killercage":[{"cells":[],"value":"5"}]`), ""},
		{"a quadruple without digits", object(`"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[]}]`), ""},
		{"an arrow of only its circle", object(`"arrow":[{"lines":[["R1C1"]],"cells":["R1C1"]}]`), ""},
		{"a clone without cells", object(`"clone":[{"cells":[],"cloneCells":[]}]`), ""},
		{"a dot between no cells", object(`"difference":[{"cells":[],"value":""}]`), ""},
		{"no parity yet", `{"size":1,"grid":[[{"parity":""}]]}`, ""},
		{"rules as text", object(`"ruleset":"Digits may\nrepeat."`),
			"rules as the setter wrote them: Digits may repeat."},
		{"a solution that is not complete", object(`"solution":[1,2,".",4,1,2,3,4,1,2,3,4,1,2,3,4]`), ""},
		{"a solution that breaks a rule", object(`"solution":[1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4]`),
			"the solution that the author states does not solve the puzzle as read: column 1 has two cells " +
				"with 1, one of them r2c1"},
		{"an entry of a player", `{"size":1,"grid":[[{"value":1}]]}`,
			"1 entries of a player are left out (--entries takes them as clues)"},
	} {
		p, notes, err := fpuzzles.Read(test.text, place.Options{})
		if err != nil || strings.Join(notes, "\n") != test.note || len(p.Rules) > 0 || p.Givens() > 0 {
			t.Errorf("%s: %v, notes %q, %+v", test.name, err, notes, p)
		}
	}
	p, _, err := fpuzzles.Read(`{"size":1,"grid":[[{"value":1}]]}`, place.Options{Entries: true})
	if err != nil || p.Givens() != 1 {
		t.Errorf("entries: %v, %+v", err, p)
	}
	p, notes, err := fpuzzles.Read(object(`"frobnicate":1`), place.Options{IgnoreUnknown: true})
	if err != nil || len(notes) != 1 || p.Shape != sudoku.Order(2) {
		t.Errorf("ignored: %v, %q", err, notes)
	}
}

// TestParity reads cells marked as even or odd.
func TestParity(t *testing.T) {
	p, notes, err := fpuzzles.Read(`{"size":2,"grid":[[{"parity":"Even"},{"parity":"Odd"}],[{},{"parity":"Even"}]]}`,
		place.Options{})
	want := []sudoku.Rule{{Kind: "even", Cells: []sudoku.Cell{0, 3}}, {Kind: "odd", Cells: []sudoku.Cell{1}}}
	if err != nil || notes != nil || !reflect.DeepEqual(p.Rules, want) {
		t.Errorf("%v, %q, %+v", err, notes, p.Rules)
	}
	if _, _, err := fpuzzles.Read(`{"size":1,"grid":[[{"parity":"both"}]]}`, place.Options{}); err == nil {
		t.Error("both is a parity")
	}
}

// TestTexts reads what a setter wrote and writes it again.
func TestTexts(t *testing.T) {
	text := `{"size":4,"title":"T","author":"A","ruleset":"Usual\nrules.","grid":` + grid(4) +
		`,"solution":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]}`
	p, notes, err := fpuzzles.Read(text, place.Options{})
	if err != nil || len(notes) != 1 || p.Texts.Author != "A" || p.Texts.Rules != "Usual\nrules." ||
		len(p.Texts.Solution) != 16 {
		t.Errorf("%v, %q, %+v", err, notes, p)
	}
	if got, lost := fpuzzles.JSON(p); got != text || lost.Rules != nil {
		t.Errorf("%s\n%+v", got, lost)
	}
	if _, _, err := fpuzzles.Read(object(`"solution":[1,2]`), place.Options{}); err == nil ||
		err.Error() != "solution: found 2 numbers, expected 16" {
		t.Error(err)
	}
}

// TestRegions reads default boxes, other boxes, jigsaws, and cells in no region.
func TestRegions(t *testing.T) {
	cells := func(regionOf func(row, column int) string) string {
		var rows []string
		for row := range 4 {
			var cells []string
			for column := range 4 {
				cells = append(cells, regionOf(row, column))
			}
			rows = append(rows, "["+strings.Join(cells, ",")+"]")
		}
		return `{"size":4,"grid":[` + strings.Join(rows, ",") + "]}"
	}
	for _, test := range []struct {
		name  string
		text  string
		shape sudoku.Shape
		kinds string
	}{
		{"default", cells(func(int, int) string { return "{}" }), sudoku.Order(2), ""},
		{"none", cells(func(int, int) string { return `{"region":null}` }), sudoku.Shape{Height: 1, Width: 4}, ""},
		{"columns", cells(func(_, column int) string { return `{"region":` + string(rune('0'+column)) + "}" }),
			sudoku.Shape{Height: 4, Width: 1}, ""},
		{"one cell moved out", cells(func(row, column int) string {
			if row+column == 0 {
				return `{"region":null}`
			}
			return "{}"
		}), sudoku.Shape{Height: 1, Width: 4}, "all-different all-different all-different all-different"},
		{"jigsaw", cells(func(row, column int) string {
			return `{"region":` + string("0001022132143344"[4*row+column]) + "}"
		}), sudoku.Shape{Height: 1, Width: 4}, "all-different all-different all-different all-different all-different"},
		{"jigsaw of four", cells(func(row, column int) string {
			return `{"region":` + string("0001022132113332"[4*row+column]) + "}"
		}), sudoku.Shape{Height: 1, Width: 4}, "regions"},
	} {
		p, _, err := fpuzzles.Read(test.text, place.Options{})
		var kinds []string
		for _, r := range p.Rules {
			kinds = append(kinds, r.Kind)
		}
		if err != nil || p.Shape != test.shape || strings.Join(kinds, " ") != test.kinds {
			t.Errorf("%s: %v, %v, %q", test.name, err, p.Shape, kinds)
		}
		text, lost := fpuzzles.JSON(p)
		again, _, err := fpuzzles.Read(text, place.Options{})
		if err != nil || lost.Rules != nil || again.Shape != p.Shape {
			t.Errorf("%s: written %s, %v", test.name, text, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(object(`"killercage":[{"cells":["R1C1"],"value":"3"}],"negative":["xv"],"line":[{"lines":[["R1C1"]]}]`))
	f.Add(object(`"arrow":[{"lines":[["R1C1","R1C2"]],"cells":["R1C1"]}],"odd":[{"cell":"R2C2"}]`))
	f.Add("https://f-puzzles.com/?load=N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==")
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := fpuzzles.Read(text, place.Options{})
		if err != nil {
			if bad := (*place.Error)(nil); !errors.As(err, &bad) || bad.Offset < 0 || bad.Offset > len(text) {
				t.Fatalf("%#v", err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		written, lost := fpuzzles.Write(p)
		again, _, err := fpuzzles.Read(written, place.Options{})
		if err != nil || len(again.Rules) > len(p.Rules) || len(again.Rules) < len(p.Rules)-len(lost.Rules) {
			t.Fatalf("%+v became %+v, %v", p, again, err)
		}
	})
}
