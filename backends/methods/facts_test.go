package methods

import (
	"bufio"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/model"
	"nonet/model/sudoku"
)

// An exact puzzle has a known number of solutions.
type exact struct {
	line  string
	count int64
}

// exactPuzzles reads testdata/puzzles/exact.txt.
func exactPuzzles(t *testing.T) []exact {
	file, err := os.Open("../../testdata/puzzles/exact.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []exact
	for s := bufio.NewScanner(file); s.Scan(); {
		if line, count, found := strings.Cut(s.Text(), ":"); found && !strings.HasPrefix(line, "#") {
			n, err := strconv.ParseInt(count, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, exact{line, n})
		}
	}
	if len(all) < 10 {
		t.Fatalf("%d puzzles in exact.txt", len(all))
	}
	return all
}

// TestFacts checks every complete method against known numbers of solutions: small grids and variants, puzzles with
// several solutions, named puzzles with one. A method may refuse a constraint. By default each fact has at most 12
// solutions and one puzzle stands for all. With NONET_LONG there are facts of up to a thousand solutions and all
// puzzles.
func TestFacts(t *testing.T) {
	limit, long := int64(12), os.Getenv("NONET_LONG") != ""
	if long {
		limit = 1000
	}
	exacts := slices.DeleteFunc(exactPuzzles(t), func(x exact) bool { return x.count > limit })
	if !long {
		exacts = exacts[:1]
	}
	for _, name := range formalisms() {
		if strings.HasSuffix(name, "/diagram") && !long {
			continue // few of these models have sums
		}
		method := reduced(name)
		t.Run(strings.ReplaceAll(name, "/", "-"), func(t *testing.T) {
			inTurn(t, name, 2)
			count := func(what string, m *model.Model, want int64) {
				n, r, err := model.Count(t.Context(), method.Solver(), m, 0)
				var unsupported *encode.UnsupportedError
				switch {
				case errors.Is(err, backends.ErrUnavailable):
					t.Skip(err)
				case errors.As(err, &unsupported):
				case err != nil || !r.Complete || n.Int64() != want:
					t.Errorf("%s: %v solutions, complete %v, error %v; want %d", what, n, r.Complete, err, want)
				}
			}
			for _, f := range backendtest.KnownCounts() {
				if method.Kind == ZeroOne && !long {
					continue // variants take external 0-1 solvers half a minute
				}
				if f.Name == "6x6 X, disjoint groups" && !long {
					continue // for most SAT encodings slower than all the other facts together
				}
				if f.Count <= limit && len(f.Model.Vars) < 81 {
					count(f.Name, f.Model, f.Count)
				}
			}
			for _, x := range exacts {
				count(x.line, backendtest.Puzzle(sudoku.Order(3), x.line).Model(), x.count)
			}
			named := backendtest.Hardest
			if !long {
				named = named[1:2] // TestAgreement has the first
				if method.Kind == ZeroOne {
					named = nil
				}
			}
			for _, p := range named {
				m := backendtest.Puzzle(sudoku.Order(3), p.Puzzle).Model()
				verdict, found, _, err := model.Unique(t.Context(), method.Solver(), m)
				if errors.Is(err, backends.ErrUnavailable) {
					t.Skip(err)
				}
				if err != nil || verdict != model.One || len(found) != 1 {
					t.Errorf("%s: %v, error %v", p.Name, verdict, err)
					continue
				}
				for cell, v := range found[0] {
					if v != int(p.Solution[cell]-'0') {
						t.Errorf("%s: %v, want %s", p.Name, found[0], p.Solution)
						break
					}
				}
			}
		})
	}
}
