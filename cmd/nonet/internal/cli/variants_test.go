package cli

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// forgetful solves the rows, columns, boxes and clues of a model, and forgets what else there is.
type forgetful struct{ native.Solver }

// Prepare implements model.Preparer.
func (f forgetful) Prepare(m *model.Model) (model.Prepared, error) {
	return f.Solver.Prepare(&model.Model{Vars: m.Vars, Constraints: m.Constraints[:12]})
}

// Solve implements model.Solver.
func (f forgetful) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return f.Solver.Solve(ctx, m, yield)
}

// TestRulesAreChecked gives the runner solvers that forget a rule: for each kind, whatever breaks it must not pass.
func TestRulesAreChecked(t *testing.T) {
	for _, k := range sudoku.RuleKinds() {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16), Rules: []sudoku.Rule{k.Example}}
		if k.Name == "regions" {
			p.Shape = sudoku.Shape{Height: 1, Width: 4}
		}
		broken, kept := 0, 0
		for first := range 4 {
			for second := range 4 {
				p.Clues[0], p.Clues[1] = first+1, second+1
				var wrong *model.WrongAnswerError
				_, err := newRunner(forgetful{}, 0).search(t.Context(), p, func(g sudoku.Grid) bool {
					kept++
					if p.Model().Violation(model.Assignment(g)) != 0 {
						t.Fatalf("%s: %v passes", k.Name, g)
					}
					return true
				})
				switch {
				case errors.As(err, &wrong) && strings.Contains(err.Error(), "it breaks the rule "+k.Name):
					broken++
				case err != nil:
					t.Fatalf("%s: %v", k.Name, err)
				}
			}
		}
		if broken == 0 {
			t.Errorf("%s: no solution that breaks it was found, %d that keep it", k.Name, kept)
		}
	}
}

// TestGrounds asks one runner about variants of one shape, one after the other.
func TestGrounds(t *testing.T) {
	r := newRunner(native.Solver{}, 0)
	for _, test := range []struct {
		rules string
		want  int64
	}{
		{"", 288}, {"diagonals", 48}, {"", 288}, {"king", 0}, {"even r1c1", 144}, {"even r1c2", 144}, {"thermometer r1c1..r1c4", 12}, {"diagonals", 48}, {"", 288},
	} {
		p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
		if test.rules != "" {
			rule, err := notation.ParseRule(test.rules, p.Shape)
			if err != nil {
				t.Fatal(err)
			}
			p.Rules = append(p.Rules, rule)
		}
		n := int64(0)
		_, err := r.search(t.Context(), p, func(sudoku.Grid) bool { n++; return true })
		counted, _, failed := r.count(t.Context(), p, 0)
		if err != nil || failed != nil || n != test.want || counted.Int64() != test.want {
			t.Errorf("%q: found %d, counted %v, want %d; errors %v, %v", test.rules, n, counted, test.want, err, failed)
		}
	}
	if len(r.bases) > 2 {
		t.Errorf("%d grounds are kept", len(r.bases))
	}
}

// TestConstraintNames names a rule of one constraint by its line, and one of several by what each of them asks.
func TestConstraintNames(t *testing.T) {
	p, err := notation.Parse("nonet 1\ngrid\n. . . .\n. . . .\n. . . .\n. . . .\nsum 5 r1c1 r1c2\ncage 4 r1c1 r2c1\n", notation.Options{})
	if err != nil {
		t.Fatal(err)
	}
	names := newConstraintNames(p)
	for i, want := range map[int]string{0: "row 1", 11: "box 4", 12: "sum 5 r1c1 r1c2", 13: "cage: +1 r1c1 +1 r2c1 = 4", 14: "cage: alldifferent(r1c1, r2c1)"} {
		if got := names.name(i); got != want {
			t.Errorf("constraint %d: %s, want %s", i, got, want)
		}
	}
	if kind, number := names.kind(14); kind != "cage" || number != 2 {
		t.Errorf("%s %d", kind, number)
	}
	if says := names.says(0) + "; " + names.says(12); says != "row 1 has no value twice; sum 5 r1c1 r1c2" {
		t.Error(says)
	}
}
