package instances

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// Every built-in set opens, and its puzzles are valid.
func TestNamedSets(t *testing.T) {
	counts := map[string]int{
		"thein-easy": 10, "thein-easy-50": 50, "thein-hard-50": 50, "jones-hardest": 25, "lewis-order4-102": 20,
		"lewis-order4-easy": 10, "lewis-order4-102-shuffled": 40, "lewis-order4-hard": 10, "lewis-order5-hard": 10,
		"kennett-fiendish": 1000, "hardest": 7, "order2": 8, "escargot": 1, "reseda-hard": 1, "clues-17": 8,
		"sudoku17": 49151, "sudoku17-first": 1000, "sudoku17-sample": 1966,
	}
	seen := map[string]bool{}
	for _, name := range Names() {
		if seen[name] {
			t.Errorf("duplicate name %s", name)
		}
		seen[name] = true
		all, err := Open(t.Context(), name, nil)
		var absent *AbsentError
		if errors.As(err, &absent) && strings.HasPrefix(name, "sudoku17") {
			continue
		}
		if want, known := counts[name]; err != nil || len(all) == 0 || known && len(all) != want {
			t.Errorf("%s: %d puzzles, error %v", name, len(all), err)
		}
		for i, x := range all {
			if x.Set != name || x.Index != i || x.Puzzle.Validate() != nil {
				t.Fatalf("%s: %+v", name, x)
			}
		}
		delete(counts, name)
	}
	for name := range counts {
		if !strings.HasPrefix(name, "sudoku17") {
			t.Errorf("%s is missing", name)
		}
	}
	if level := open(t, "thein-evil")[0].Tags["level"]; level != "evil" {
		t.Errorf("level %s", level)
	}
}

// The puzzles copied from the papers have one solution, and the number of clues and the solution that the papers give.
func TestPuzzlesOfPapers(t *testing.T) {
	for name, want := range map[string]struct {
		clues    int
		solution string
	}{
		"reseda-easy":    {35, "158679432462318795379524618623487159894251367517963824241896573936745281785132946"},
		"reseda-medium":  {33, "124957386685341297973682415431265978568479132792138564259716843847593621316824759"},
		"reseda-hard":    {31, "416728935385694172729135648894273516531986724267451389158362497673849251942517863"},
		"escargot":       {23, "162857493534129678789643521475312986913586742628794135356478219241935867897261354"},
		"thein-appendix": {25, "463582791981476253725913864592734186814625379637891542158269437376148925249357618"},
		"lewis-figure1":  {28, "742613958185492367963857421471965832398724516256381749637249185814576293529138674"},
	} {
		x := open(t, name)[0]
		verdict, found, _, err := model.Unique(t.Context(), native.Solver{}, x.Puzzle.Model())
		if err != nil || verdict != model.One || x.Puzzle.Givens() != want.clues ||
			notation.Line(nil, sudoku.Grid(found[0])) != want.solution {
			t.Errorf("%s: %d clues, %v, %v; error %v", name, x.Puzzle.Givens(), verdict, found, err)
		}
	}
	for _, file := range []struct{ set, name string }{{"hardest", "named.txt"}, {"order2", "4x4.txt"}} {
		data, err := os.ReadFile("../../../../testdata/puzzles/" + file.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range open(t, file.set) {
			if line := notation.Line(nil, x.Puzzle.Clues); !strings.Contains(string(data), "\n"+line+":1:") {
				t.Errorf("%s: %s is not in %s", file.set, line, file.name)
			}
		}
	}
}

// In the classes of Kennett's program every puzzle has one solution, and the classes differ in how many cells singles
// fill.
func TestKennett(t *testing.T) {
	reduce, _ := deduce.ByName("lewis")
	prepared := reduce.Prepare(sudoku.Order(3).Model())
	for _, class := range []struct {
		name         string
		clues, fills float64
		filled       int // puzzles that singles solve
	}{
		{"very-easy", 34.849, 1, 1000}, {"easy", 34.787, 1, 1000}, {"medium", 29.356, 1, 1000},
		{"hard", 28.357, 0.935, 852}, {"fiendish", 27.841, 0.597, 116},
	} {
		all := open(t, "kennett-"+class.name)
		clues, fills, filled := 0, 0, 0
		lines := map[string]bool{}
		for i, x := range all {
			lines[notation.Line(nil, x.Puzzle.Clues)] = true
			clues += x.Puzzle.Givens()
			n := 0
			for _, v := range prepared(t.Context(), x.Puzzle.Given(nil)).Vars {
				if v.Domain.Size() == 1 {
					n++
				}
			}
			if fills += n; n == 81 {
				filled++
			}
			if verdict, _, _, err := model.Unique(t.Context(), native.Solver{},
				x.Puzzle.Model()); verdict != model.One || err != nil {
				t.Errorf("%s, puzzle %d: %v, error %v", class.name, i, verdict, err)
			}
		}
		n := float64(len(all))
		t.Logf("%s: %.3f clues, singles fill %.3f, solved %d", class.name, float64(clues)/n, float64(fills)/n/81,
			filled)
		if len(lines) != 1000 || math.Abs(float64(clues)/n-class.clues) > 0.0005 ||
			math.Abs(float64(fills)/n/81-class.fills) > 0.0005 || filled != class.filled {
			t.Errorf("%s: %d different puzzles", class.name, len(lines))
		}
	}
}

// sudoku17 is the list of G. Royle, in the order of publication.
func TestSeventeenClues(t *testing.T) {
	path := backendtest.DataFile(t, list17)
	t.Setenv("NONET_DATA", filepath.Dir(path))
	start := time.Now()
	all := open(t, "sudoku17")
	took := time.Since(start)
	h := sha256.New()
	for _, x := range all {
		fmt.Fprintln(h, strings.ReplaceAll(notation.Line(nil, x.Puzzle.Clues), ".", "0"))
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != "a4370dcc617e56fdb88958f9fe8b015fbeb397caab68a75065427fafa2afc32f" {
		t.Errorf("SHA-256 %s", got)
	}
	t.Logf("%d puzzles in %v", len(all), took)
	sample := open(t, "sudoku17-sample")
	if notation.Line(nil, sample[1].Puzzle.Clues) != notation.Line(nil, all[27].Puzzle.Clues) {
		t.Error("the second of the sample is not the 28th of the list")
	}
	first := open(t, "sudoku17-first")
	if notation.Line(nil, first[999].Puzzle.Clues) != notation.Line(nil, all[999].Puzzle.Clues) {
		t.Error("the last puzzle of sudoku17-first is not the 1000th of the list")
	}
}
