package notation_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// anyRule draws a valid rule of grids of shape s.
func anyRule(s sudoku.Shape) *rapid.Generator[sudoku.Rule] {
	return rapid.Custom(func(t *rapid.T) sudoku.Rule {
		k := rapid.SampledFrom(sudoku.RuleKinds()).Draw(t, "kind")
		r := sudoku.Rule{Kind: k.Name}
		cell := rapid.Custom(func(t *rapid.T) sudoku.Cell {
			return sudoku.Cell(rapid.IntRange(0, s.Cells()-1).Draw(t, "cell"))
		})
		variable := rapid.Custom(func(t *rapid.T) model.Var { return model.Var(cell.Draw(t, "variable")) })
		number := rapid.IntRange(-sudoku.MaxRuleNumber, sudoku.MaxRuleNumber)
		switch k.Name {
		case "regions":
			for c := range s.Cells() {
				r.Cells = append(r.Cells, sudoku.Cell(c))
			}
			r.Cells = rapid.Permutation(r.Cells).Draw(t, "regions")
		case "linear":
			c := model.Linear{Relation: model.Relation(rapid.IntRange(0, 2).Draw(t, "relation")),
				Bound: number.Draw(t, "bound")}
			for range rapid.IntRange(0, 4).Draw(t, "terms") {
				c.Terms = append(c.Terms,
					model.Term{Coef: rapid.OneOf(rapid.IntRange(-2, 2), number).Draw(t, "coefficient"),
						Var: variable.Draw(t, "term")})
			}
			r.Core = c
		case "not-equal":
			r.Core = model.NotEqual{A: variable.Draw(t, "a"), B: variable.Draw(t, "b"),
				Offset: rapid.OneOf(rapid.Just(0), number).Draw(t, "offset")}
		case "table":
			c := model.Table{Rows: [][]int{}, Vars: rapid.SliceOfN(variable, 1, 4).Draw(t, "variables")}
			c.Rows = append(c.Rows, rapid.SliceOfN(rapid.SliceOfN(number, len(c.Vars), len(c.Vars)), 0, 4).Draw(
				t, "rows")...)
			r.Core = c
		default:
			if k.Number != "" && !(k.Optional && rapid.Bool().Draw(t, "absent")) {
				r.Number = rapid.IntRange(0, 60).Draw(t, "number")
			}
			cells := rapid.SliceOfNDistinct(cell, 1, 5, rapid.ID)
			switch {
			case k.TakesGroups() && rapid.Bool().Draw(t, "groups"):
				r.Groups = rapid.SliceOfN(cells, 2, 4).Draw(t, "groups")
			case k.TakesCells():
				r.Cells = cells.Draw(t, "cells")
			}
			if k.Values != "" {
				r.Values = rapid.SliceOfN(rapid.IntRange(0, s.N()), 0, 4).Draw(t, "values")
				if len(r.Values) == 0 {
					r.Values = nil
				}
			}
		}
		if r.Validate(s) != nil {
			t.Skip("not of this shape")
		}
		return r
	})
}

// TestRulesRoundTrip writes random variants in the format nonet and reads them back, and each rule on one line.
func TestRulesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPuzzle(12).Draw(t, "puzzle")
		if p.Shape.N() == 1 {
			t.Skip("one cell")
		}
		p.Rules = rapid.SliceOfN(anyRule(p.Shape), 1, 4).Draw(t, "rules")
		if p.Validate() != nil {
			t.Skip("a rule of the kind needs regions")
		}
		text, ok := write(t, "nonet", p)
		if !ok {
			t.Fatalf("%+v cannot be written", p)
		}
		got, err := notation.Parse(text, notation.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		// Reading sorts the regions; the random regions need not be sorted.
		if again, _ := write(t, "nonet", got); again != text {
			t.Fatalf("%s became %s", text, again)
		}
		for i, r := range p.Rules {
			if r.Kind == "regions" {
				r = got.Rules[i]
			}
			if diff := cmp.Diff(r, got.Rules[i]); diff != "" {
				t.Fatalf("(-want +got):\n%s\n%s", diff, text)
			}
			line := notation.RuleText(p.Shape, r)
			alone, err := notation.ParseRule(line, p.Shape)
			if err != nil || cmp.Diff(r, alone) != "" {
				t.Fatalf("%s: %+v, error %v", line, alone, err)
			}
		}
	})
}

// TestRuleForms reads rules that can be written in several ways.
func TestRuleForms(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"thermometer r4c1..r1c4", "thermometer r4c1 r3c2 r2c3 r1c4"},
		{"cage 10 R1C1..r1c3, r2c3 # a cage", "cage 10 r1c1 r1c2 r1c3 r2c3"},
		{"\teven r2c2..r2c2", "even r2c2"},
		{"arrow r3c1..r1c1 r1c2", "arrow r3c1 r2c1 r1c1 r1c2"},
		{"linear 2*r1c1 + 3 - r1c2 < 4 + r2c1 - 1", "linear 2*r1c1 - r1c2 - r2c1 <= -1"},
		{"linear r1c1 > r1c2", "linear r1c1 - r1c2 >= 1"},
		{"linear 7 >= r1c1+r1c2", "linear - r1c1 - r1c2 >= -7"},
		{"linear -3*r1c1=-6", "linear - 3*r1c1 = -6"},
		{"not-equal r1c1 r1c2", "not-equal r1c1 r1c2"},
		{"not-equal r1c1 r1c2 - 2", "not-equal r1c1 r1c2 -2"},
		{"table r1c1..r1c2:(1,2),(3 4)", "table r1c1 r1c2 : (1 2) (3 4)"},
		{"table r1c1 :", "table r1c1 :"},
		{"Killer-Cage r1c1 r1c2", "cage r1c1 r1c2"},
		{"THERMO r1c1..r1c3", "thermometer r1c1 r1c2 r1c3"},
		{"antiknight", "knight"},
		{"anti-king", "king"},
		{"x r1c1 r1c2", "sum 10 r1c1 r1c2"},
		{"V r1c1 r1c2", "sum 5 r1c1 r1c2"},
		{"Kropki  White r1c1 r1c2", "difference r1c1 r1c2"},
		{"kropki black r1c1 r1c2", "ratio r1c1 r1c2"},
		{"black_dot 3 r1c1 r1c2", "ratio 3 r1c1 r1c2"},
		{"german whisper r1c1 r1c2", ""},
		{"german-whisper r1c1 r1c2", "whisper 5 r1c1 r1c2"},
		{"whisper r1c1 r1c2", "whisper r1c1 r1c2"},
		{"diagonal+", "diagonal-up"},
		{"diagonal-", "diagonal-down"},
		{"\\", "diagonal-down"},
		{"arrow r1c1 / r1c2 r1c3/r2c1 r2c2", "arrow r1c1 / r1c2 r1c3 / r2c1 r2c2"},
		{"pill r1c1 r1c2 / r2c1..r2c4", "arrow r1c1 r1c2 / r2c1 r2c2 r2c3 r2c4"},
		{"clone r1c1 r1c2 / r1c2 r1c1", "clone r1c1 r1c2 / r1c2 r1c1"},
		{"quad r1c1 r1c2 r2c1 r2c2: 1, 3", "quadruple r1c1 r1c2 r2c1 r2c2 : 1 3"},
		{"queen", "queen"},
		{"queen : 4", "queen : 4"},
		{"sandwich 0 r1c1..r1c4", "sandwich 0 r1c1 r1c2 r1c3 r1c4"},
	} {
		r, err := notation.ParseRule(test.text, sudoku.Order(2))
		if err != nil {
			if test.want != "" {
				t.Errorf("%s: %v", test.text, err)
			}
		} else if got := notation.RuleText(sudoku.Order(2), r); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
	r, err := notation.ParseRule("regions aabb/aabb / ccdd/c c d d", sudoku.Shape{Height: 1, Width: 4})
	text := notation.RuleText(sudoku.Shape{Height: 1, Width: 4}, r)
	if want := "regions 1 1 2 2 / 1 1 2 2 / 3 3 4 4 / 3 3 4 4"; err != nil || text != want {
		t.Errorf("got %s, error %v, want %s", text, err, want)
	}
	_, err = notation.ParseRule("cage 5 r1c1 r9c9", sudoku.Order(2))
	if err == nil || err.Error() != `line 1, column 13: found "r9c9", expected a cell from r1c1 to r4c4` {
		t.Error(err)
	}
}

// TestShapeOfVariants reads grids without boxes in all notations.
func TestShapeOfVariants(t *testing.T) {
	const rows = "grid\n1 . . .\n. . . .\n. . . .\n. . . .\n"
	const regions = "regions\nabbb\naabc\nadcc\nddd c\n"
	for _, test := range []struct{ name, text, shape string }{
		{"the usual boxes", rows, "4x4 (2x2)"},
		{"without boxes", "shape 4\n" + rows, "4x4 (1x4)"},
		{"regions above the grid", strings.Replace(regions, "ddd c", "dddc", 1) + rows, "4x4 (1x4)"},
		{"regions below the grid", rows + strings.Replace(regions, "ddd c", "# a comment\nd d d c # another", 1),
			"4x4 (1x4)"},
		{"regions and a shape", "shape 1x4\n" + rows + strings.Replace(regions, "ddd c", "dddc", 1), "4x4 (1x4)"},
	} {
		p, err := notation.Parse("nonet 1\n"+test.text, notation.Options{})
		if err != nil || p.Shape.String() != test.shape {
			t.Errorf("%s: %v, error %v", test.name, p.Shape, err)
		}
	}
	if _, err := notation.Parse("nonet 1\n"+rows+regions, notation.Options{}); err == nil {
		t.Error("a row of two words is a row of four cells")
	}
}

// TestRulesEndWithTheirPuzzle reads a variant and then a classic puzzle into the same Puzzle, in every format.
func TestRulesEndWithTheirPuzzle(t *testing.T) {
	const variant = "nonet 1\ngrid\n1 . . 4\n. . 1 .\n. 1 . .\n4 . . 1\nking\n\n"
	inputs := map[string]string{"a line of 81 cells": escargot + "\n", "a second one": variant}
	for _, f := range notation.Formats() {
		inputs[f.Name] = f.Example
	}
	delete(inputs, "killer81") // its example has cages
	for name, input := range inputs {
		var p sudoku.Puzzle
		err := notation.NewReader(strings.NewReader(variant), notation.Options{}).ReadInto(&p)
		if err != nil || len(p.Rules) != 1 {
			t.Fatalf("%+v, %v", p, err)
		}
		err = notation.NewReader(strings.NewReader(input), notation.Options{}).ReadInto(&p)
		if err != nil || p.Classic() != (name != "a second one") {
			t.Errorf("%s after a variant: %+v, %v", name, p, err)
		}
	}
}

// TestVariantsNeedTheFormat writes a variant in formats that cannot represent rules.
func TestVariantsNeedTheFormat(t *testing.T) {
	p, err := notation.Parse("nonet 1\ngrid\n1 . . 4\n. . 1 .\n. 1 . .\n4 . . 1\nking\n", notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range notation.Formats() {
		if !f.Writes {
			continue
		}
		var b bytes.Buffer
		w, err := notation.NewWriter(&b, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		err = w.Write(p)
		_, lost := errors.AsType[*notation.LossError](err)
		if err == nil && !f.Rules || err != nil && !lost && f.Rules {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	w, _ := notation.NewWriter(io.Discard, "line")
	if err := w.Write(p); err == nil || err.Error() != "the format line cannot hold king; the format nonet can" {
		t.Errorf("%v", err)
	}
	w, _ = notation.NewWriter(io.Discard, "nonet")
	table := model.Table{Vars: []model.Var{0}}
	for v := range 40_000 {
		table.Rows = append(table.Rows, []int{v})
	}
	p.Rules = []sudoku.Rule{{Kind: "table", Core: table}}
	if err := w.Write(p); err == nil || !strings.Contains(err.Error(), "since a line has fewer than") {
		t.Errorf("a table of %d rows: %v", len(table.Rows), err)
	}
}

// TestNonetForms reads puzzles that can be written in several ways.
func TestNonetForms(t *testing.T) {
	const want = `nonet 1
name A small killer
author Ada
rules Digits in the cage are different.
rules They sum to 9.
shape 2x2
grid
. . . .
. . . .
. . . .
. . . 3
cage 9 r1c2 r1c3 r1c4
solution 1342243131244213
`
	for _, text := range []string{want,
		"nonet 1\nNAME A small killer\nauthor\tAda\nrules Digits in the cage are different.\nRules They sum to 9.\n" +
			"solution 1342243131244213\nKillerCage 9 r1c2..r1c4\ngrid\n" +
			"| . . | . . |\n. .|. .\n----+----\n. . . .\n. . . 3\n",
		"nonet 1\ncage 9 r1c2..r1c4\nauthor Ada\nname A small killer\nsolution 1342 2431 3124 4213\n" +
			"rules Digits in the cage are different.\nshape 2x2\n" +
			"grid\n. . . .\n. . . .\n=========\n. . . .\n. . . 3\n" +
			"rules They sum to 9.\n",
	} {
		p, err := notation.Parse(text, notation.Options{})
		if err != nil {
			t.Errorf("%v\n%s", err, text)
		} else if got, _ := write(t, "nonet", p); got != want {
			t.Errorf("%s\nbecame\n%s", text, got)
		}
	}
	// Without a grid, all cells are blank.
	for text, shape := range map[string]sudoku.Shape{
		"nonet 1\ncage 9 r1c2..r1c4\n":                                         sudoku.Order(3),
		"nonet 1\ncage r1c1 r1c2\nshape 2x3\n":                                 {Height: 2, Width: 3},
		"nonet 1\nshape 4\nknight\n":                                           {Height: 1, Width: 4},
		"nonet 1\nless r1c1 r1c2\nregions 1122/1122/3344/3344\nodd r1c1\n":     {Height: 1, Width: 4},
		"nonet 1\nless r1c1 r1c2\nregions\n1122\n1122\n3344\n3344\nodd r1c1\n": {Height: 1, Width: 4},
	} {
		p, err := notation.Parse(text, notation.Options{})
		if err != nil || p.Shape != shape || p.Givens() > 0 || len(p.Clues) != shape.Cells() || p.Classic() {
			t.Errorf("%q: %+v, error %v", text, p, err)
		}
	}
	// A puzzle without a grid leaves nothing to the next one in a list.
	read, messages := readAll("nonet 1\nknight\nnonet 1\ngrid\n. .\n. .\nnonet 1\nking\n", notation.Options{})
	if len(messages) > 0 || len(read) != 3 || read[1].Shape.N() != 2 || !read[1].Classic() || len(read[2].Clues) != 81 {
		t.Errorf("%q, %+v", messages, read)
	}
}

// TestStatedSolution has a note where the solution in the file is one of another puzzle.
func TestStatedSolution(t *testing.T) {
	for rule, note := range map[string]string{
		"diagonals":       "",
		"sum 4 r1c1 r1c2": "",
		"sum 5 r1c1 r1c2": "the solution in line 4 is wrong: it breaks the rule sum 5 r1c1 r1c2",
	} {
		r := notation.NewReader(strings.NewReader(
			"nonet 1\nshape 2x2\n"+rule+"\nsolution 1342243131244213\n"), notation.Options{})
		p, err := r.Read()
		if err != nil || len(p.Texts.Solution) != 16 || strings.Join(r.Notes(), "; ") != note {
			t.Errorf("%s: %v, error %v, notes %q", rule, p.Texts.Solution, err, r.Notes())
		}
	}
}

// TestRulesGolden shows the notation of all kinds of rules, and reads them from JSON.
func TestRulesGolden(t *testing.T) {
	var got bytes.Buffer
	w, err := notation.NewWriter(&got, "nonet")
	if err != nil {
		t.Fatal(err)
	}
	puzzles := []sudoku.Puzzle{{Shape: sudoku.Shape{Height: 1, Width: 4}, Name: "a jigsaw"},
		{Shape: sudoku.Order(2), Name: "nearly all kinds"}, {Shape: sudoku.Order(3), Name: "kinds for 9x9"}}
	for _, k := range sudoku.RuleKinds() {
		if s := k.ExampleShape(); !s.IsUsual() {
			puzzles = append(puzzles, sudoku.Puzzle{Shape: s, Name: k.Name, Alphabet: s.Usual()})
		}
		i := slices.IndexFunc(puzzles, func(p sudoku.Puzzle) bool { return p.Shape == k.ExampleShape() })
		puzzles[i].Rules = append(puzzles[i].Rules, k.Example)
	}
	for i := range puzzles {
		p := &puzzles[i]
		p.Clues = make(sudoku.Grid, p.Shape.Cells())
		p.Clues[i] = 4
		if err := w.Write(*p); err != nil {
			t.Fatal(err)
		}
		record := map[string]any{"puzzle": notation.Line(p.Shape.Usual(), p.Clues), "name": p.Name,
			"box": p.Shape.Text()}
		var rules []string
		for _, r := range p.Rules {
			rules = append(rules, notation.RuleText(p.Shape, r))
		}
		record["rules"] = rules
		line, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		read, err := notation.Parse(string(line), notation.Options{})
		if diff := cmp.Diff(*p, read); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s\n%s", err, diff, line)
		}
	}
	golden(t, "testdata/rules.golden", got.Bytes())
	if read, messages := readAll(got.String(), notation.Options{}); len(messages) > 0 || cmp.Diff(puzzles, read) != "" {
		t.Errorf("%q (-want +got):\n%s", messages, cmp.Diff(puzzles, read))
	}
}

// TestFormatsPage holds that the page of the formats names all kinds of rules, and how many there are.
func TestFormatsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := sudoku.RuleKinds()
	if want := fmt.Sprintf("There are %d kinds of rules", len(kinds)); !strings.Contains(string(page), want) {
		t.Errorf("the page does not say %q", want)
	}
	for _, k := range kinds {
		if !strings.Contains(string(page), "`"+k.Name+"`") {
			t.Errorf("the page does not name %s", k.Name)
		}
	}
}

// TestRuleNames holds that names and aliases lead to kinds, and that no alias is the name of another kind.
func TestRuleNames(t *testing.T) {
	kindOf, folded := notation.RuleNames()
	if !folded {
		t.Error("a name is stated twice, or in a form that is never looked up")
	}
	for name, kind := range kindOf {
		if sudoku.RuleKindByName(kind) == nil {
			t.Errorf("%s: %s", name, kind)
		}
	}
}

// FuzzRule reads any rule for grids of some shapes, and checks that it survives being written.
func FuzzRule(f *testing.F) {
	for _, k := range sudoku.RuleKinds() {
		f.Add(notation.RuleText(k.ExampleShape(), k.Example))
	}
	f.Add("cage 10 R1C1..r1c3, r2c3 # a cage")
	f.Add("linear 2*r1c1 + 3 - r1c2 < 4 + r2c1 - 1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range []sudoku.Shape{{Height: 2, Width: 2}, {Height: 1, Width: 4}, {Height: 3, Width: 4}} {
			r, err := notation.ParseRule(text, s)
			if err != nil {
				if bad, ok := err.(*notation.ParseError); !ok || bad.Line != 1 || bad.Msg == "" {
					t.Fatalf("%#v", err)
				}
				continue
			}
			if err := r.Validate(s); err != nil {
				t.Fatal(err)
			}
			again, err := notation.ParseRule(notation.RuleText(s, r), s)
			if err != nil || cmp.Diff(r, again) != "" {
				t.Fatalf("%s: %v\n%s", text, err, cmp.Diff(r, again))
			}
		}
	})
}

// kindsOfRules is the file of variants that TestRulesDecide in package sudoku solves.
func kindsOfRules(t interface{ Fatal(...any) }) string {
	text, err := os.ReadFile("../../testdata/puzzles/variants/kinds.nonet")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
