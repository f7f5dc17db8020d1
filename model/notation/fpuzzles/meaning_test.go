package fpuzzles

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation/internal/meaningtest"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A page is the object of a puzzle with the keys that the meaning of another key depends on, or whose meaning depends
// on another key. The method accepts defines what they mean to f-puzzles.
//
// Sources, for facts: the script of f-puzzles.com, function candidatePossibleInCell (nonconsecutive, difference, ratio,
// xv, negative, minimum, maximum, killer cages), functions getCellsSeenByKingsMove and getCellsSeenByDisjointGroup, and
// the list negativableConstraints, which has Ratio and XV only. SudokuSolver by dclamage agrees in SolverFactory and in
// the functions GetRelatedConstraints of DifferenceConstraint and RatioConstraint.
type page struct {
	pageFields
	Lists map[string][]pageMark // of the keys of pageLists
}

type pageFields struct {
	Size int `json:"size"`
	Grid [][]struct {
		Value  int  `json:"value,omitempty"`
		Given  bool `json:"given,omitempty"`
		Region *int `json:"region,omitempty"`
	} `json:"grid"`
	Antiking       bool       `json:"antiking,omitempty"`
	Disjointgroups bool       `json:"disjointgroups,omitempty"`
	Nonconsecutive bool       `json:"nonconsecutive,omitempty"`
	Negative       []string   `json:"negative,omitempty"`
	Ratio          []pageMark `json:"ratio,omitempty"`
	Difference     []pageMark `json:"difference,omitempty"`
	XV             []pageMark `json:"xv,omitempty"`
	Minimum        []pageMark `json:"minimum,omitempty"`
	Maximum        []pageMark `json:"maximum,omitempty"`
	Killercage     []pageMark `json:"killercage,omitempty"`
	Extraregion    []pageMark `json:"extraregion,omitempty"`
}

type pageMark struct {
	Lines      [][]string `json:"lines,omitempty"`
	Cell       string     `json:"cell,omitempty"`
	Cells      []string   `json:"cells,omitempty"`
	CloneCells []string   `json:"cloneCells,omitempty"`
	Direction  string     `json:"direction,omitempty"`
	Value      string     `json:"value"`
	Values     []int      `json:"values,omitempty"`
}

// on reports whether a mark is about exactly these cells.
func on(marks []pageMark, names ...string) bool {
	return slices.ContainsFunc(marks, func(m pageMark) bool {
		return m.Cell == names[0] && len(names) == 1 || len(names) == 2 && len(m.Cells) == 2 &&
			slices.Contains(m.Cells, names[0]) && slices.Contains(m.Cells, names[1])
	})
}

func atoi(text string, otherwise int) int {
	n := otherwise
	fmt.Sscan(text, &n)
	return n
}

// A pagePair is two cells, in this order, and what the object says of them.
type pagePair struct {
	c, d                                      int
	differ, beside, dot, xv, minimum, maximum bool
}

// regions returns the region of each cell: the one that it states, or its box.
func (p *page) regions() (regionOf []int) {
	s := defaultShape(p.Size)
	for c := range sudoku.Cell(s.Cells()) {
		if stated := p.Grid[s.Row(c)][s.Column(c)].Region; stated != nil {
			regionOf = append(regionOf, *stated)
		} else {
			regionOf = append(regionOf, s.Box(c))
		}
	}
	return regionOf
}

func (p *page) pairs() (all []pagePair) {
	s, regionOf := defaultShape(p.Size), p.regions()
	for x := range sudoku.Cell(s.Cells()) {
		for y := range sudoku.Cell(s.Cells()) {
			a, b := nameOf(s.Row(x), s.Column(x)), nameOf(s.Row(y), s.Column(y))
			rows, columns := s.Row(x)-s.Row(y), s.Column(x)-s.Column(y)
			all = append(all, pagePair{int(x), int(y),
				x != y && (regionOf[x] == regionOf[y] || p.Antiking && rows*rows == 1 && columns*columns == 1 ||
					p.Disjointgroups && meaningtest.Rank(int(x), regionOf) == meaningtest.Rank(int(y), regionOf)),
				rows*rows+columns*columns == 1, on(p.Difference, a, b) || on(p.Ratio, a, b), on(p.XV, a, b),
				on(p.Minimum, a) && !on(p.Minimum, b), on(p.Maximum, a) && !on(p.Maximum, b)})
		}
	}
	return all
}

// accepts reports whether a Latin square solves the puzzle with these pairs.
func (p *page) accepts(g sudoku.Grid, pairs []pagePair) bool {
	value := map[string]int{}
	for c, v := range g {
		value[nameOf(c/p.Size, c%p.Size)] = v
		if clue := p.Grid[c/p.Size][c%p.Size]; clue.Given && clue.Value != v {
			return false
		}
	}
	regionOf := p.regions()
	for name, list := range p.Lists {
		for _, m := range list {
			if !pageLists[name].accepts(g, m, regionOf) {
				return false
			}
		}
	}
	valuesOf := func(names []string) []int { return meaningtest.Values(g, placesOf(names)) }
	numbers := func(marks []pageMark, usual int) []int {
		if len(marks) == 0 {
			return []int{usual}
		}
		var all []int
		for _, m := range marks {
			all = append(all, atoi(m.Value, usual))
		}
		return all
	}
	ratios := numbers(p.Ratio, 2)
	for _, k := range pairs {
		v, w := g[k.c], g[k.d]
		switch {
		case k.differ && v == w:
			return false
		case !k.beside:
		case p.Nonconsecutive && !k.dot && v-w == 1,
			slices.Contains(p.Negative, "ratio") && !k.dot && v%w == 0 && slices.Contains(ratios, v/w),
			slices.Contains(p.Negative, "xv") && !k.xv && (v+w == 5 || v+w == 10),
			k.minimum && v >= w, k.maximum && v <= w:
			return false
		}
	}
	for _, m := range p.Difference {
		if d := value[m.Cells[0]] - value[m.Cells[1]]; max(d, -d) != atoi(m.Value, 1) {
			return false
		}
	}
	for _, m := range p.Ratio {
		v, w := value[m.Cells[0]], value[m.Cells[1]]
		if k := atoi(m.Value, 2); v != k*w && w != k*v {
			return false
		}
	}
	for _, m := range p.XV {
		if sum, found := letters[m.Value]; found && value[m.Cells[0]]+value[m.Cells[1]] != sum {
			return false
		}
	}
	for _, m := range p.Killercage {
		v := valuesOf(m.Cells)
		if !meaningtest.Differ(v) || m.Value != "" && meaningtest.Sum(v) != atoi(m.Value, 0) {
			return false
		}
	}
	for _, m := range p.Extraregion {
		if !meaningtest.Differ(valuesOf(m.Cells)) {
			return false
		}
	}
	return true
}

// sameMeaning checks that a puzzle of nonet and an object have the same solutions.
func sameMeaning(t *testing.T, text string, p sudoku.Puzzle, squares []sudoku.Grid) {
	t.Helper()
	var o page
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	checker, pairs := sudoku.NewChecker(p), o.pairs()
	for _, g := range squares {
		if got, want := checker.Check(p.Clues, g) == nil, o.accepts(g, pairs); got != want {
			t.Errorf("%s\nis read as %v\nthe grid %v: nonet %v, f-puzzles %v", text, p.Rules, g, got, want)
			return
		}
	}
}

// randomMarks adds random marks that hold in g. Most pairs of cells that a negative key is about have one.
func (p *page) randomMarks(g sudoku.Grid, random *rand.Rand) {
	chance := func(percent int) bool { return random.IntN(100) < percent }
	p.Antiking, p.Disjointgroups, p.Nonconsecutive = chance(10), chance(10), chance(60)
	for _, name := range []string{"ratio", "xv"} {
		if chance(40) {
			p.Negative = append(p.Negative, name)
		}
	}
	for c := range g {
		for _, d := range []int{c + 1, c + 4} {
			if d >= 16 || d == c+1 && d%4 == 0 {
				continue
			}
			cells := []string{nameOf(c/4, c%4), nameOf(d/4, d%4)}
			low, high := min(g[c], g[d]), max(g[c], g[d])
			text := func(number, usual int) string {
				if number == usual && chance(50) {
					return ""
				}
				return fmt.Sprint(number)
			}
			if high == 2*low && chance(80) || high%low == 0 && chance(15) {
				p.Ratio = append(p.Ratio, pageMark{Cells: cells, Value: text(high/low, 2)})
			}
			if high-low == 1 && chance(80) || chance(15) {
				p.Difference = append(p.Difference, pageMark{Cells: cells, Value: text(high-low, 1)})
			}
			if low+high == 5 && chance(80) {
				p.XV = append(p.XV, pageMark{Cells: cells, Value: "V"})
			}
			if chance(5) {
				p.Killercage = append(p.Killercage, pageMark{Cells: cells, Value: text(low+high, low+high)})
			}
		}
	}
	for range random.IntN(3) {
		p.Maximum = append(p.Maximum, pageMark{Cell: nameOf(random.IntN(4), random.IntN(4))})
	}
}

// TestKeysThatDependOnOthers reads and writes objects with keys that change the meaning of each other, and compares
// the solutions with the definition.
func TestKeysThatDependOnOthers(t *testing.T) {
	squares := meaningtest.LatinSquares()
	random := rand.New(rand.NewPCG(1, 1))
	names := slices.Sorted(maps.Keys(pageLists))
	rounds := 20
	if os.Getenv("NONET_LONG") != "" {
		rounds = 150
	}
	for range rounds {
		o, g := blankPage(squares, random)
		o.randomMarks(g, random)
		addEntries(&o, names[random.IntN(len(names))], g, random)
		sameMeaningBothWays(t, &o, squares)
	}
}

// TestRulesThatDependOnOthersAreWritten writes puzzles of nonet. Each rule is written with the same meaning, or it is
// reported as lost.
func TestRulesThatDependOnOthersAreWritten(t *testing.T) {
	pair := func(kind string, number int, cells ...sudoku.Cell) sudoku.Rule {
		return sudoku.Rule{Kind: kind, Number: number, Cells: cells}
	}
	kind := func(name string) sudoku.Rule { return sudoku.Rule{Kind: name} }
	irregular := sudoku.Rule{Kind: "regions",
		Cells: []sudoku.Cell{0, 1, 4, 8, 2, 3, 6, 7, 5, 9, 10, 12, 11, 13, 14, 15}}
	for name, test := range map[string]struct {
		rules []sudoku.Rule
		shape sudoku.Shape
		lost  []int
	}{
		"non-consecutive alone": {rules: []sudoku.Rule{kind("non-consecutive")}},
		"non-consecutive and a white dot": {rules: []sudoku.Rule{pair("difference", 0, 0, 1),
			kind("non-consecutive")}, lost: []int{1}},
		"non-consecutive and a black dot": {rules: []sudoku.Rule{kind("non-consecutive"), pair("ratio", 2, 4, 0)},
			lost: []int{0}},
		"non-consecutive and a dot of 2": {rules: []sudoku.Rule{pair("difference", 2, 0, 1),
			kind("non-consecutive")}},
		"non-consecutive and a ratio of 3": {rules: []sudoku.Rule{pair("ratio", 3, 0, 1), kind("non-consecutive")}},
		"negative-difference without dots": {rules: []sudoku.Rule{kind("negative-difference")}},
		"negative-difference and white dots": {rules: []sudoku.Rule{kind("negative-difference"), pair("difference", 1,
			0, 1)}},
		"negative-difference and a black dot": {rules: []sudoku.Rule{kind("negative-difference"), pair("ratio", 0, 0,
			1)}},
		"negative-difference and a dot of 2": {rules: []sudoku.Rule{kind("negative-difference"),
			pair("difference", 2, 0, 1)}, lost: []int{0}},
		"negative-difference and dots of 1 and 2": {rules: []sudoku.Rule{kind("negative-difference"),
			pair("difference", 2, 0, 1), pair("difference", 1, 1, 2)}, lost: []int{0}},
		"negative-difference 1 and a dot of 2": {rules: []sudoku.Rule{{Kind: "negative-difference", Number: 1},
			pair("difference", 2, 0, 1)}},
		"negative-difference 2": {rules: []sudoku.Rule{{Kind: "negative-difference", Number: 2}}, lost: []int{0}},
		"negative-ratio": {rules: []sudoku.Rule{kind("negative-ratio"), pair("ratio", 3, 0, 1),
			pair("difference", 2, 4, 5)}},
		"negative-ratio and a dot of cells apart": {rules: []sudoku.Rule{kind("negative-ratio"),
			pair("ratio", 3, 0, 10)}, lost: []int{0, 1}},
		"negative-difference and a dot of cells apart": {rules: []sudoku.Rule{kind("negative-difference"),
			pair("difference", 1, 0, 10)}, lost: []int{1}},
		"negative-xv": {rules: []sudoku.Rule{kind("negative-xv"), pair("sum", 5, 0, 1), pair("cage", 5,
			4, 8)}},
		"disjoint groups": {rules: []sudoku.Rule{kind("disjoint-groups")}},
		"disjoint groups of regions": {rules: []sudoku.Rule{irregular, kind("disjoint-groups")},
			shape: sudoku.Shape{Height: 1, Width: 4}},
		"minimum marked in two rules": {rules: []sudoku.Rule{pair("minimum", 0, 0, 5), pair("minimum", 0, 1)}},
	} {
		t.Run(name, func(t *testing.T) {
			p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16), Rules: test.rules}
			if test.shape != (sudoku.Shape{}) {
				p.Shape = test.shape
			}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			text, lost := JSON(p)
			if !slices.Equal(lost.Rules, test.lost) {
				t.Fatalf("lost %v, want %v: %s", lost.Rules, test.lost, text)
			}
			for _, i := range slices.Backward(test.lost) {
				p.Rules = slices.Delete(slices.Clone(p.Rules), i, i+1)
			}
			sameMeaning(t, text, p, meaningtest.LatinSquares())
		})
	}
}

// TestMarksThatProgramsReadDifferently: f-puzzles exempts the cells of a mark without a letter from the negative XV;
// SolverFactory of SudokuSolver does not.
func TestMarksThatProgramsReadDifferently(t *testing.T) {
	const object = `{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],%s}`
	marks := map[string]string{"xv": `"xv":[{"cells":["R1C1","R1C2"],"value":""}]`, "negative": `"negative":["xv"]`}
	_, _, err := ReadJSON(fmt.Sprintf(object, marks["xv"]), place.Options{})
	if err != nil {
		t.Errorf("a mark without a letter alone: %v", err)
	}
	both := fmt.Sprintf(object, strings.Join(slices.Sorted(maps.Values(marks)), ","))
	if _, _, err := ReadJSON(both, place.Options{}); err == nil || !strings.Contains(err.Error(), "xv[0]") {
		t.Errorf("error %v", err)
	}
	if _, notes, err := ReadJSON(both, place.Options{IgnoreUnknown: true}); err != nil || len(notes) != 1 {
		t.Errorf("notes %q, error %v", notes, err)
	}
}
