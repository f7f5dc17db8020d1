package instances

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

func open(t *testing.T, name string, specs ...Spec) []Instance {
	t.Helper()
	all, err := Open(t.Context(), name, specs)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range all {
		if err := p.Puzzle.Validate(); err != nil {
			t.Fatalf("%s %d: %v", name, i, err)
		}
	}
	return all
}

// digest sums up sets, indices, tags and clues.
func digest(all []Instance) string {
	h := sha256.New()
	for _, i := range all {
		// fmt sorts the keys of maps
		fmt.Fprintln(h, i.Set, i.Index, i.Name, i.Puzzle.Shape, notation.Line(nil, i.Puzzle.Clues), i.Tags)
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:16]
}

var described = []Spec{
	{Name: "dip", Seed: 1, Lewis: &Lewis{Orders: []int{2, 3, 4}, P: []float64{0, 0.35, 1}, Each: 4}},
	{Name: "dip-random", Seed: 1, Lewis: &Lewis{Orders: []int{2, 3, 4}, P: []float64{0.35}, Each: 3, Root: "random"}},
	{Name: "exact", Seed: 2, Exact: &Exact{Orders: []int{3, 4}, Percent: []float64{40, 45, 50}, Each: 3}},
	{Name: "minimal", Seed: 1, Minimal: &Minimal{Each: 5}},
	{Name: "lines", Seed: 3, Reveal: &Reveal{Of: "evil-2", Orders: 2}},
	{Name: "more", Seed: 4, Add: &Add{To: "clues-17", Clues: []int{26, 46}, Each: 5}},
	{Name: "both", Union: []string{"escargot", "dip"}},
	{Name: "evil-2", Union: []string{"thein-evil"}, Take: 2},
}

// The same description makes the same puzzles, on every machine.
func TestSameDescriptionSamePuzzles(t *testing.T) {
	for name, want := range map[string]string{
		"dip": "822f893fcd6c02d8", "dip-random": "c7db53a18ab16257", "exact": "a3e8a603642af6e2",
		"lines": "0d07d4cc519ccf17", "more": "869a6fd8d68aa0bb", "both": "f0e05b391840130d",
		"evil-2": "ddd15e52fc380591", "minimal": "a448aeecb3d8eb19",
	} {
		all := open(t, name, described...)
		if got := digest(all); got != want || digest(open(t, name, described...)) != got {
			t.Errorf("%s: %d puzzles, digest %s, want %s", name, len(all), got, want)
		}
		other := append([]Spec(nil), described...)
		for i := range other {
			other[i].Seed += 10
		}
		if name != "evil-2" && digest(open(t, name, other...)) == want {
			t.Errorf("%s: another seed makes the same puzzles", name)
		}
	}
}

// A description with smaller Each, or fewer orders and P, makes a subset of the same instances.
func TestFewerOfTheSame(t *testing.T) {
	all := open(t, "dip", described...)
	few := open(t, "dip", Spec{Name: "dip", Seed: 1, Lewis: &Lewis{Orders: []int{3}, P: []float64{0.35}, Each: 2}})
	for i := range few {
		// order 3 comes second, and p = 0.35 second in it
		if got, want := notation.Line(nil, few[i].Puzzle.Clues), notation.Line(nil,
			all[4*(3*1+1)+i].Puzzle.Clues); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

// Every puzzle has one solution, and several without any one of its clues.
func TestMinimal(t *testing.T) {
	for i, x := range open(t, "x", Spec{Name: "x", Seed: 7, Minimal: &Minimal{Each: 20}}) {
		verdict := func() model.Verdict {
			v, _, _, err := model.Unique(t.Context(), native.Solver{}, x.Puzzle.Model())
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if v := verdict(); v != model.One {
			t.Errorf("puzzle %d is %v", i, v)
		}
		for c, clue := range x.Puzzle.Clues {
			if clue == 0 {
				continue
			}
			x.Puzzle.Clues[c] = 0
			if v := verdict(); v != model.Multiple {
				t.Errorf("puzzle %d without cell %d is %v", i, c, v)
			}
			x.Puzzle.Clues[c] = clue
		}
	}
}

func TestLewis(t *testing.T) {
	ps := []float64{0, 0.2, 0.5, 0.75, 1}
	all := open(t, "x", Spec{Name: "x", Seed: 5, Lewis: &Lewis{Orders: []int{3, 4, 5}, P: ps, Each: 40}})
	if len(all) != 3*5*40 {
		t.Fatalf("%d instances", len(all))
	}
	clues := map[string]float64{}
	for i, x := range all {
		order, p := 3+i/200, ps[i/40%5]
		tag := fmt.Sprintf("%.2f", p)
		want := Instance{Set: "x", Index: i, Puzzle: &sudoku.Puzzle{Shape: sudoku.Order(order), Clues: x.Puzzle.Clues},
			Tags: map[string]string{"order": fmt.Sprint(order), "p": tag}}
		if diff := cmp.Diff(want, x); diff != "" {
			t.Fatalf("instance %d (-want +got):\n%s", i, diff)
		}
		clues[x.Tags["order"]+" "+tag] += float64(x.Puzzle.Givens())
	}
	for key, sum := range clues {
		var order, p float64
		if _, err := fmt.Sscan(key, &order, &p); err != nil {
			t.Fatal(err)
		}
		n := 40 * math.Pow(order, 4)
		if off, sd := math.Abs(sum-n*p), math.Sqrt(n*p*(1-p)); off > 4*sd {
			t.Errorf("order and p %s: %v clues, want %v, standard deviation %.1f", key, sum, n*p, sd)
		}
	}
	for _, x := range all[:400] { // they are solvable
		if _, r, err := model.First(t.Context(), native.Solver{}, x.Puzzle.Model()); err != nil || r.Solutions != 1 {
			t.Errorf("instance %d: %+v, error %v", x.Index, r, err)
		}
	}
}

func TestExact(t *testing.T) {
	want := map[string]int{
		"3 40": 33, "3 45": 37, "3 50": 41, "4 40": 103, "4 45": 116, "4 50": 128, "5 40": 250, "5 45": 282,
		"5 50": 313, "3 100": 81, "3 0": 0, "5 62.4": 390,
	}
	seen := map[string]bool{}
	for _, x := range open(t, "x",
		Spec{Name: "x", Union: []string{"a", "b", "c"}},
		Spec{Name: "a", Exact: &Exact{Orders: []int{3, 4, 5}, Percent: []float64{40, 45, 50}, Each: 2}},
		Spec{Name: "b", Exact: &Exact{Orders: []int{3}, Percent: []float64{0, 100}, Each: 3}},
		Spec{Name: "c", Exact: &Exact{Orders: []int{5}, Percent: []float64{62.4}, Each: 1}}) {
		key := x.Tags["order"] + " " + x.Tags["percent"]
		seen[key] = true
		if got := x.Puzzle.Givens(); got != want[key] {
			t.Errorf("order and percentage %s: %d clues, want %d", key, got, want[key])
		}
		if x.Tags["percent"] == "100" {
			if err := x.Puzzle.Model().Check(model.Assignment(x.Puzzle.Clues)); err != nil {
				t.Error(err)
			}
		}
	}
	if len(seen) != len(want) {
		t.Errorf("%v", seen)
	}
}

// Each puzzle of a line has one clue more than the previous puzzle, and all have the solution of the first.
func TestReveal(t *testing.T) {
	of := open(t, "evil-2", described...)
	all := open(t, "lines", described...)
	at := 0
	for line := range 4 {
		from := of[line/2]
		_, found, _, err := model.Unique(t.Context(), native.Solver{}, from.Puzzle.Model())
		if err != nil {
			t.Fatal(err)
		}
		before := from.Puzzle.Clues
		for revealed := range 81 - from.Puzzle.Givens() + 1 {
			x := all[at]
			tags := fmt.Sprintf("%d %d %d evil", line, line/2*5, revealed)
			if got := strings.Join([]string{x.Tags["line"], x.Tags["puzzle"], x.Tags["revealed"], x.Tags["level"]},
				" "); got != tags {
				t.Fatalf("instance %d: tags %v, want %s", at, x.Tags, tags)
			}
			added := 0
			for c, v := range x.Puzzle.Clues {
				switch {
				case v == before[c]:
				case before[c] == 0 && v == found[0][c] && x.Puzzle.Shape.Name(sudoku.Cell(c)) == x.Tags["cell"]:
					added++
				default:
					t.Fatalf("instance %d: cell %d is %d, was %d", at, c, v, before[c])
				}
			}
			if added != min(revealed, 1) {
				t.Errorf("instance %d: %d clues added", at, added)
			}
			before = x.Puzzle.Clues
			at++
		}
		if fmt.Sprint(before) != fmt.Sprint(found[0]) {
			t.Errorf("line %d ends with %v", line, before)
		}
	}
	if at != len(all) || notation.Line(nil, all[1].Puzzle.Clues) == notation.Line(nil, all[1+len(all)/4].Puzzle.Clues) {
		t.Errorf("%d instances, checked %d", len(all), at)
	}
}

// Puzzles with more clues contain the clues of the same puzzle with fewer clues, and have the same solution.
func TestAdd(t *testing.T) {
	of := open(t, "clues-17")
	all := open(t, "more", described...)
	if len(all) != 10 {
		t.Fatalf("%d instances", len(all))
	}
	for i, x := range all {
		from := of[[]int{0, 1, 3, 4, 6}[i%5]].Puzzle.Clues
		want := []int{26, 46}[i/5]
		if i >= 5 {
			from = all[i-5].Puzzle.Clues
		}
		if x.Puzzle.Givens() != want || x.Tags["clues"] != fmt.Sprint(want) ||
			x.Tags["puzzle"] != []string{"0", "1", "3", "4", "6"}[i%5] {
			t.Errorf("instance %d: %d clues, tags %v", i, x.Puzzle.Givens(), x.Tags)
		}
		for c, v := range from {
			if v != 0 && x.Puzzle.Clues[c] != v {
				t.Errorf("instance %d: cell %d is %d, was %d", i, c, x.Puzzle.Clues[c], v)
			}
		}
		if verdict, _, _, err := model.Unique(t.Context(), native.Solver{}, x.Puzzle.Model()); verdict != model.One ||
			err != nil {
			t.Errorf("instance %d: %v, error %v", i, verdict, err)
		}
	}
}

// A puzzle without one of its clues has a solution; with a wrong value it has none, although no house shows it.
func TestChange(t *testing.T) {
	for _, c := range []struct {
		of, how string
		want    int // more clues
	}{{"thein-easy-50", "remove", -1}, {"thein-easy-50", "contradict", 1}, {"thein-evil-50", "contradict", 1}} {
		of, how, want := c.of, c.how, c.want
		all := open(t, how, Spec{Name: how, Seed: 35, Change: &Change{Of: of, How: how, Each: 10}})
		if len(all) != 10 {
			t.Fatalf("%s: %d instances", how, len(all))
		}
		for i, x := range all {
			from := open(t, of)[5*i].Puzzle
			_, r, err := model.First(t.Context(), native.Solver{}, x.Puzzle.Model())
			if x.Puzzle.Givens() != from.Givens()+want || (r.Solutions > 0) != (how == "remove") || err != nil ||
				x.Puzzle.Contradiction() != "" || x.Tags["puzzle"] != fmt.Sprint(5*i) {
				t.Errorf("%s, instance %d: %d clues of %d, %v, error %v", how, i, x.Puzzle.Givens(), from.Givens(), r,
					err)
			}
		}
	}
}

func TestUnionAndTake(t *testing.T) {
	all := open(t, "both", described...)
	if len(all) != 37 {
		t.Fatalf("%d instances, want 37", len(all))
	}
	if all[0].Name != "AI Escargot" || all[0].Tags["set"] != "escargot" {
		t.Errorf("the first: %+v", all[0])
	}
	if all[1].Tags["set"] != "dip" || all[1].Tags["p"] != "0.00" {
		t.Errorf("the second: %+v", all[1])
	}
	for i, x := range all {
		if x.Set != "both" || x.Index != i {
			t.Errorf("instance %d is %d of %s", i, x.Index, x.Set)
		}
	}
	var indices []int
	for _, x := range Take(all, 5) {
		indices = append(indices, x.Index)
	}
	if fmt.Sprint(indices) != "[0 7 14 22 29]" || len(Take(all, 0)) != 37 || len(Take(all, 40)) != 37 {
		t.Errorf("%v", indices)
	}
}

func TestInvalidSpecs(t *testing.T) {
	for name, s := range map[string]Spec{
		"0 of file":                     {},
		"2 of file":                     {File: "x", Union: []string{"hardest"}},
		"refers to itself: x > y > x":   {Union: []string{"y"}},
		"no set or file of this name":   {Union: []string{"sudoku-17"}},
		"orders, p and each":            {Lewis: &Lewis{Orders: []int{3}, P: []float64{1}}},
		"p = 1.5":                       {Lewis: &Lewis{Orders: []int{3}, P: []float64{1.5}, Each: 1}},
		"p = NaN":                       {Lewis: &Lewis{Orders: []int{3}, P: []float64{math.NaN()}, Each: 1}},
		`root = "tree"`:                 {Lewis: &Lewis{Orders: []int{3}, P: []float64{1}, Each: 1, Root: "tree"}},
		"order 12":                      {Exact: &Exact{Orders: []int{12}, Percent: []float64{50}, Each: 1}},
		"percent = 101":                 {Exact: &Exact{Orders: []int{3}, Percent: []float64{101}, Each: 1}},
		"orders: expected 1":            {Reveal: &Reveal{Of: "thein-evil"}},
		"expected one":                  {Reveal: &Reveal{Of: "many", Orders: 1}},
		"has 17 already":                {Add: &Add{To: "clues-17", Clues: []int{16}}},
		"has 17 already, and 81 cells":  {Add: &Add{To: "clues-17", Clues: []int{82}}},
		"clues and each are needed":     {Add: &Add{To: "clues-17"}},
		"take = -1: expected 0 or more": {Union: []string{"hardest"}, Take: -1},
	} {
		s.Name = "x"
		_, err := Open(t.Context(), "x", []Spec{s, {Name: "y", Union: []string{"x"}},
			{Name: "many", Exact: &Exact{Orders: []int{2}, Percent: []float64{0}, Each: 1}}})
		var bad *SpecError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("NONET_DATA", folder)
	t.Chdir(t.TempDir())
	text := "# a list\n" +
		strings.Repeat("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\n", 3)
	for name, text := range map[string]string{filepath.Join(folder, "three.txt"): text, "here.txt": text,
		"bad.txt": "1....7.9..3\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"three.txt", "here.txt", filepath.Join(folder, "three.txt"), "set"} {
		all := open(t, name, Spec{Name: "set", File: "three.txt"})
		if len(all) != 3 || all[2].Set != name || all[2].Index != 2 {
			t.Errorf("%s: %+v", name, all)
		}
	}
	var bad *notation.ParseError
	if _, err := Open(t.Context(), "bad.txt", nil); !errors.As(err, &bad) {
		t.Errorf("error %v", err)
	}
	var absent *AbsentError
	if _, err := Open(t.Context(), "four.txt", nil); !errors.As(err, &absent) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// If a list is absent, the error names NONET_DATA, or the fallback is used.
func TestAbsent(t *testing.T) {
	t.Setenv("NONET_DATA", t.TempDir())
	for _, name := range []string{"sudoku17", "sudoku17-first", "sudoku17-sample"} {
		_, err := Open(t.Context(), name, nil)
		var absent *AbsentError
		if !errors.As(err, &absent) || absent.Set != name || absent.File != "sudoku17.txt.gz" ||
			!strings.Contains(err.Error(), "NONET_DATA") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, s := range []Spec{
		{Name: "sudoku17", Union: []string{"sudoku17"}, Fallback: "clues-17", Take: 4},
		{Name: "list", File: "list.txt", Fallback: "clues-17", Take: 4},
	} {
		all := open(t, s.Name, s)
		if len(all) != 4 || all[3].Set != "clues-17" || all[3].Index != 6 || all[3].Tags[StandIn] != "clues-17" {
			t.Errorf("%+v", all)
		}
	}
	if _, err := Open(t.Context(), "list",
		[]Spec{{Name: "list", File: "list.txt", Fallback: "other.txt"}}); err == nil {
		t.Error("no error when list and fallback are absent")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"dip", "exact", "minimal", "lines", "more", "thein-evil"} {
		if _, err := Open(ctx, name, described); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Fifty thousand instances open within a second.
func BenchmarkOpen(b *testing.B) {
	for _, s := range []Spec{
		{Name: "lewis", Lewis: &Lewis{Orders: []int{3}, P: []float64{0.4}, Each: 50000}},
		{Name: "lewis-order5", Lewis: &Lewis{Orders: []int{5}, P: []float64{0.4}, Each: 1000}},
		{Name: "exact", Exact: &Exact{Orders: []int{3}, Percent: []float64{40}, Each: 1000}},
		{Name: "exact-order5", Exact: &Exact{Orders: []int{5}, Percent: []float64{40}, Each: 20}},
		{Name: "reveal", Reveal: &Reveal{Of: "thein-evil", Orders: 20}},
	} {
		b.Run("set="+s.Name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				all, err := Open(b.Context(), s.Name, []Spec{s})
				if err != nil {
					b.Fatal(err)
				}
				n += len(all)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/instance")
		})
	}
}
