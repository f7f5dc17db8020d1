package notation_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/notation/internal/lzstring"
	"nonet/model/sudoku"
)

// linkRules has a rule of every kind that f-puzzles or Interactive Sudoku Solver has, in grids of 9x9.
var linkRules = []string{
	"diagonal-down", "diagonal-up", "diagonals", "windoku", "disjoint-groups", "all-different r1c1 r2c2 r4c7", "knight",
	"king", "non-consecutive", "negative-difference", "negative-ratio", "negative-xv", "minimum r2c2",
	"maximum r2c2 r9c9",
	"cage 10 r1c1 r1c2 r2c1", "cage r1c1 r1c2", "sum 10 r1c1 r1c2", "sum 5 r1c1 r2c1",
	"little-killer 12 r1c3 r2c2 r3c1", "clone r1c1 r1c2 / r5c5 r5c6", "candidates r1c1 : 1 2", "even r3c3",
	"odd r3c3 r4c4",
	"quadruple r1c1 r1c2 r2c1 r2c2 : 1 3", "difference r1c1 r1c2", "difference 3 r1c1 r1c2", "ratio r1c1 r2c1",
	"ratio 3 r1c1 r2c1", "thermometer r1c1 r1c2 r2c2", "slow-thermometer r1c1 r1c2 r2c2", "arrow r1c1 r1c2 r1c3",
	"arrow r1c1 r1c2 / r2c2 r2c3 / r2c1 r3c1", "double-arrow r1c1 r1c2 r2c2 r2c3", "palindrome r1c1 r1c2 r2c2",
	"whisper r1c1 r1c2 r2c2", "whisper 4 r1c1 r1c2 r2c2", "renban r1c1 r1c2 r2c2", "nabner r1c1 r1c2 r2c2",
	"entropic r1c1 r1c2 r2c2", "modular 3 r1c1 r1c2 r2c2", "region-sum r1c3 r1c4 r2c4", "zipper r1c1 r1c2 r2c2",
	"between r1c1 r1c2 r2c2", "lockout 4 r1c1 r1c2 r2c2", "sandwich 10 r1c1..r1c9", "skyscraper 3 r1c1..r1c9",
	"x-sum 10 r1c1..r1c9", "numbered-room 3 r1c1..r1c9", "row-indexer r1c1", "column-indexer r1c1", "box-indexer r1c1",
}

// fpuzzlesFields are the members of each entry of a key of f-puzzles, sorted; a flag has none. Numbers of clues are
// strings.
var fpuzzlesFields = map[string]string{
	"diagonal+": "", "diagonal-": "", "antiknight": "", "antiking": "", "disjointgroups": "", "nonconsecutive": "",
	"killercage": "cells value", "littlekillersum": "cell cells direction value", "arrow": "cells lines",
	"thermometer": "lines", "slowthermometer": "lines", "palindrome": "lines", "renban": "lines",
	"regionsumline": "lines", "betweenline": "lines", "entropicline": "lines", "modularline": "lines",
	"nabner":      "lines",
	"doublearrow": "lines", "zipperline": "lines", "lockout": "lines", "whispers": "lines value",
	"ratio": "cells value", "difference": "cells value", "xv": "cells value", "odd": "cell", "even": "cell",
	"minimum": "cell", "maximum": "cell", "extraregion": "cells", "clone": "cells cloneCells",
	"quadruple": "cells values", "sandwichsum": "cell value", "xsum": "cell value", "skyscraper": "cell value",
	"line":         "fromConstraint isNewConstraint lines outlineC width", // a copy for other viewers
	"numberedroom": "cell value", "rowindexer": "cells", "columnindexer": "cells", "boxindexer": "cells",
}

// TestLinks decodes the links of one rule each, compares them with a golden file, and checks that the JSON of f-puzzles
// has exactly the members that its readers need, that SudokuPad gets the same JSON, and that nothing else stands there.
func TestLinks(t *testing.T) {
	s := sudoku.Order(3)
	var golden strings.Builder
	for _, text := range linkRules {
		rule, err := notation.ParseRule(text, s)
		if err != nil {
			t.Fatal(err)
		}
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, 81), Rules: []sudoku.Rule{rule}}
		p.Clues[80] = 5
		fmt.Fprintf(&golden, "%s\n", text)
		if link, ok := write(t, "fpuzzles", p); ok {
			decoded := decompress(t, link, "https://f-puzzles.com/?load=")
			link, _ = write(t, "sudokupad", p)
			if other := decompress(t, link, "https://sudokupad.app/fpuz"); other != decoded {
				t.Errorf("%s: SudokuPad gets\n%s\nf-puzzles\n%s", text, other, decoded)
			}
			fmt.Fprintf(&golden, "  f-puzzles %s\n", strings.Replace(decoded, blankRows(decoded), "...", 1))
			checkFpuzzles(t, text, decoded)
		}
		if link, ok := write(t, "iss", p); ok {
			query, found := strings.CutPrefix(strings.TrimSpace(link),
				"https://sigh.github.io/Interactive-Sudoku-Solver/?q=")
			items, err := url.QueryUnescape(query)
			if !found || err != nil {
				t.Errorf("%s: %s", text, link)
			}
			fmt.Fprintf(&golden, "  iss %s\n", items)
		}
	}
	const file = "testdata/links.golden"
	if *update {
		if err := os.WriteFile(file, []byte(golden.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != golden.String() {
		t.Errorf("%v; other links than in %s (-update rewrites it):\n%s", err, file, golden.String())
	}
}

func decompress(t *testing.T, link, prefix string) string {
	t.Helper()
	packed, found := strings.CutPrefix(strings.TrimSpace(link), prefix)
	text, err := lzstring.Decompress(packed)
	if !found || err != nil {
		t.Fatalf("%s: %v", link, err)
	}
	return text
}

// blankRows returns all but the last row of the grid in JSON.
func blankRows(decoded string) string {
	from := strings.Index(decoded, `"grid":[`) + len(`"grid":[`)
	return decoded[from : from+strings.LastIndex(decoded[from:strings.Index(decoded, "]]")], "[")]
}

func checkFpuzzles(t *testing.T, rule, decoded string) {
	t.Helper()
	var top map[string]any
	if err := json.Unmarshal([]byte(decoded), &top); err != nil {
		t.Fatal(err)
	}
	grid, _ := top["grid"].([]any)
	last, _ := grid[len(grid)-1].([]any)
	if clue := fmt.Sprint(last[len(last)-1]); top["size"] != 9.0 || len(grid) != 9 || len(last) != 9 ||
		clue != "map[given:true value:5]" {
		t.Errorf("%s: size %v, %d rows, the clue is %s", rule, top["size"], len(grid), clue)
	}
	delete(top, "size")
	delete(top, "grid")
	if len(top) == 0 && rule != "candidates r1c1 : 1 2" {
		t.Errorf("%s: no key states it", rule)
	}
	for key, value := range top {
		want, known := fpuzzlesFields[key]
		entries, isList := value.([]any)
		switch {
		case key == "negative":
			if !regexp.MustCompile(`^\[(ratio|xv|difference)\]$`).MatchString(fmt.Sprint(value)) {
				t.Errorf("%s: negative is %v", rule, value)
			}
			continue
		case !known || isList != (want != "") || !isList && value != true:
			t.Errorf("%s: the key %s is %v", rule, key, value)
		}
		for _, entry := range entries {
			fields, _ := entry.(map[string]any)
			if got := strings.Join(slices.Sorted(maps.Keys(fields)), " "); got != want {
				t.Errorf("%s: %s has the members %s, want %s", rule, key, got, want)
			}
			for name, field := range fields {
				ok := false
				switch name {
				case "cells", "cloneCells":
					ok = regexp.MustCompile(`^\[(R\d+C\d+ ?)+\]$`).MatchString(fmt.Sprint(field))
				case "lines":
					ok = regexp.MustCompile(`^\[(\[(R\d+C\d+ ?)+\] ?)+\]$`).MatchString(fmt.Sprint(field))
				case "values":
					ok = regexp.MustCompile(`^\[(\d ?)+\]$`).MatchString(fmt.Sprint(field))
				case "isNewConstraint":
					ok = field == true
				case "width":
					_, ok = field.(float64)
				case "cell":
					ok = regexp.MustCompile(`^R\d+C\d+$`).MatchString(fmt.Sprint(field))
				default:
					_, ok = field.(string)
				}
				if !ok {
					t.Errorf("%s: %s.%s is %v", rule, key, name, field)
				}
			}
		}
	}
}
