package serve

import (
	"encoding/json"
	"strings"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestReadRoundTrip reads the example of every format, and of every rule, and sends back the fields of the response,
// the text in the format nonet and every link: all state the same puzzle.
func TestReadRoundTrip(t *testing.T) {
	s := testServer(Config{})
	texts := map[string]string{}
	for _, f := range notation.Formats() {
		if f.Reads && f.Example != "" {
			texts[f.Name] = f.Example
		}
	}
	for _, k := range sudoku.RuleKinds() {
		shape := k.ExampleShape()
		var b strings.Builder
		w, err := notation.NewWriter(&b, "nonet")
		if err == nil {
			err = w.Write(sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells()), Alphabet: shape.Usual(),
				Rules: []sudoku.Rule{k.Example}})
		}
		if err != nil {
			t.Fatal(err)
		}
		texts["rule "+k.Name] = b.String()
	}
	if len(texts) < 60 {
		t.Errorf("%d texts", len(texts))
	}
	meaning := []string{"puzzle", "size", "box", "rules", "values", "height", "width", "classic"}
	for name, text := range texts {
		first := readOne(t, s, map[string]any{"text": text})
		same := func(what string, again map[string]any) {
			t.Helper()
			for _, f := range append(meaning, "houses", "pairs") {
				if asJSON(t, again[f]) != asJSON(t, first[f]) {
					t.Errorf("%s, %s: %s is %v, want %v", name, what, f, again[f], first[f])
				}
			}
		}
		same("fields", readOne(t, s, fields(first)))
		same("nonet", readOne(t, s, map[string]any{"text": first["nonet"]}))
		if rules, _ := first["rules"].([]any); len(first["constraints"].([]any)) != len(rules) {
			t.Errorf("%s: %d rules, %v", name, len(rules), first["constraints"])
		}
		for _, l := range post(t, s, "links", asJSON(t, fields(first)))["links"].([]any) {
			l := l.(map[string]any)
			if l["text"] == nil {
				if len(l["lost"].([]any)) == 0 {
					t.Errorf("%s: no %v and no reason", name, l["format"])
				}
				continue
			}
			again := post(t, s, "read", asJSON(t, map[string]any{"text": l["text"], "format": l["format"]}))
			if puzzles := again["puzzles"].([]any); len(puzzles) != 1 ||
				asJSON(t, puzzles[0].(map[string]any)["puzzle"]) != asJSON(t, first["puzzle"]) {
				t.Errorf("%s as %v: %v, want %v", name, l["format"], again, first["puzzle"])
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	s := testServer(Config{})
	o := post(t, s, "read", asJSON(t, map[string]any{"text": easy + "\n12.4.........y2.\n" + easy + "\n"}))
	puzzles, bad := o["puzzles"].([]any), o["errors"].([]any)
	if len(puzzles) != 2 || len(bad) != 1 {
		t.Fatalf("%v", o)
	}
	if e := bad[0].(map[string]any); e["line"] != 2.0 || e["column"] != 14.0 || e["expected"] == nil {
		t.Errorf("error %v", e)
	}
	if p := puzzles[1].(map[string]any); p["index"] != 2.0 || p["line"] != 3.0 || p["houses"] != nil {
		t.Errorf("puzzle %v", p)
	}
	many := strings.Repeat(easy+"\n", maxPuzzles+1)
	if o := post(t, s, "read", asJSON(t, map[string]any{"text": many})); len(o["puzzles"].([]any)) != maxPuzzles ||
		o["more"] != true {
		t.Errorf("%d puzzles, more %v", len(o["puzzles"].([]any)), o["more"])
	}
	for text, want := range map[string]ErrorResponse{
		"1..4\n1.x1\n":                           {Line: 2, Column: 0},
		"nonet 1\nshape 2x2\ncage 5 r1c1 r9c9\n": {Line: 3, Column: 13},
	} {
		w := answer(s, request("POST", "/api/check", asJSON(t, map[string]any{"text": text})))
		var e ErrorResponse
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || w.Code != 400 || e.Line != want.Line ||
			e.Column != want.Column || e.Error == "" {
			t.Errorf("%q: status %d, %s", text, w.Code, w.Body)
		}
	}
}

// Rules of a puzzle stated with values are read, and what is wrong with one of them is an answer, with its column.
func TestRulesOfValues(t *testing.T) {
	s := testServer(Config{})
	for rules, want := range map[string]string{
		`["cage 5 r1c1 r1c2"]`: `"text":"cage 5 r1c1 r1c2"`,
		`["knight","cage x"]`:  `"errors":[{"error":"rule 2: found \"x\"","column":6,"expected":"cells such as r1c2"`,
		`["cage 5 r1c1 r9c9"]`: `"expected":"a cell from r1c1 to r4c4"`,
		`["cage 1 r1c1 r1c2"]`: `"notes":["`,
	} {
		w := answer(s, request("POST", "/api/read", `{"values":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"rules":`+rules+`}`))
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d: %s", rules, w.Code, w.Body)
		}
	}
}

// TestImpossibleRule checks that reading and checking a puzzle name a rule that no values satisfy, and its line.
func TestImpossibleRule(t *testing.T) {
	s := testServer(Config{})
	text := asJSON(t, map[string]any{"text": "nonet 1\nshape 2x2\nknight\ncage 8 r1c1 r1c2\n"})
	const want = "no values satisfy cage 8 r1c1 r1c2: 2 different values add up to at most 7 (line 4)"
	puzzle := post(t, s, "read", text)["puzzles"].([]any)[0].(map[string]any)
	if notes := puzzle["notes"].([]any); len(notes) != 1 || notes[0] != want {
		t.Errorf("notes %v", notes)
	}
	if o := post(t, s, "check", text); o["reason"] != want ||
		o["explain"].(map[string]any)["contradiction"] != "cage 8 r1c1 r1c2 (line 4) has no solution" {
		t.Errorf("check: %v", o)
	}
}

// TestHouses checks the houses and pairs that the page uses for peers.
func TestHouses(t *testing.T) {
	s := testServer(Config{})
	for text, want := range map[string]struct{ houses, pairs int }{
		easy:                                     {12, 0},
		"nonet 1\nshape 1x4\n":                   {8, 0},
		"nonet 1\nshape 2x2\ndiagonals\n":        {14, 0},
		"nonet 1\nshape 2x2\nknight\n":           {12, 24},
		"nonet 1\nshape 2x3\nknight\n":           {18, 68}, // 80, but 12 within boxes
		"nonet 1\nshape 3x3\ncage 5 r1c1 r1c2\n": {28, 0},
	} {
		p := readOne(t, s, map[string]any{"text": text})
		houses, pairs := len(p["houses"].([]any)), len(p["pairs"].([]any))
		if houses != want.houses || pairs != want.pairs {
			t.Errorf("%q: %d houses, %d pairs, want %d and %d", text, houses, pairs, want.houses, want.pairs)
		}
	}
}
