package sudokupad_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/model/notation/internal/meaningtest"
	"nonet/model/notation/internal/place"
	"nonet/model/notation/sudokupad"
	"nonet/model/sudoku"
)

// A pad is the object of a puzzle with the keys that are certain and whose meaning depends on another key. The method
// accepts defines what they mean.
//
// Sources, for facts: the scripts of SudokuPad 0.589 and its sudokutools (PuzzleZipper and the codecs). The style of a
// cage is killer by default, unique states whether its values differ, a cage without cells holds metadata in older
// files, and global lists flags. Without regions, rows and columns hold.
type pad struct {
	Cells    [][]map[string]int `json:"cells"`
	Regions  [][][2]int         `json:"regions,omitempty"`
	Cages    []padCage          `json:"cages,omitempty"`
	Metadata map[string]any     `json:"metadata,omitempty"`
	Global   []string           `json:"global,omitempty"`
}

type padCage struct {
	Cells  [][2]int `json:"cells"`
	Value  string   `json:"value,omitempty"`
	Sum    int      `json:"sum,omitempty"`
	Unique *bool    `json:"unique,omitempty"`
	Style  string   `json:"style,omitempty"`
	Type   string   `json:"type,omitempty"`
	Hidden bool     `json:"hidden,omitempty"`
}

// indexers are the styles of cages that point.
var indexers = map[string]string{
	"fpRowIndexer": "row-indexer", "fpColumnIndexer": "column-indexer", "fpBoxIndexer": "box-indexer",
}

// sum returns the sum of a cage, 0 if it has none. The key sum goes before the text that is shown.
func (k *padCage) sum() int {
	if k.Sum != 0 {
		return k.Sum
	}
	sum, _ := strconv.Atoi(k.Value)
	return sum
}

// differ reports whether the values of a cage are different: if unique is true or, without unique, if it is a killer
// cage with a sum or a region.
func (k *padCage) differ() bool {
	if k.Unique != nil {
		return *k.Unique
	}
	return k.sum() > 0 && indexers[k.Style] == "" || k.Style == "windoku" || k.Style == "extraregion"
}

// flag reports whether a flag of the metadata is set, in any of the three places.
func (p *pad) flag(name string) bool {
	return p.Metadata[name] == true || p.Metadata[name] == "true" || slices.Contains(p.Global, name) ||
		slices.ContainsFunc(p.Cages, func(k padCage) bool { return k.Value == name+": true" })
}

func cellsAt(points [][2]int) (cells []int) {
	for _, p := range points {
		cells = append(cells, p[0]*4+p[1])
	}
	return cells
}

// accepts reports whether a Latin square solves the puzzle.
func (p *pad) accepts(g sudoku.Grid) bool {
	regionOf := slices.Repeat([]int{-1}, 16)
	for i, region := range p.Regions {
		cells := cellsAt(region)
		for _, c := range cells {
			regionOf[c] = i
		}
		if !meaningtest.Differ(meaningtest.Values(g, cells)) {
			return false
		}
	}
	for c, v := range g {
		if clue := p.Cells[c/4][c%4]["value"]; clue != 0 && clue != v {
			return false
		}
		for d, w := range g[:c] {
			rows, columns := c/4-d/4, c%4-d%4
			apart := rows*rows + columns*columns // 2 is a move of a king, 5 of a knight
			if v == w && (apart == 2 && p.flag("antiking") || apart == 5 && p.flag("antiknight")) {
				return false
			}
		}
	}
	for _, k := range p.Cages {
		cells := cellsAt(k.Cells)
		v := meaningtest.Values(g, cells)
		if k.Style == "selectioncage" || cells == nil {
			continue
		}
		if k.differ() && !meaningtest.Differ(v) || k.sum() > 0 && meaningtest.Sum(v) != k.sum() {
			return false
		}
		for _, c := range cells {
			if kind := indexers[k.Style]; kind != "" && !meaningtest.Indexers[kind](g, c, regionOf) {
				return false
			}
		}
	}
	return true
}

// randomPad returns a random object whose cages hold in g, except some that contradict each grid.
func randomPad(g sudoku.Grid, random *rand.Rand) (p pad) {
	chance := func(percent int) bool { return random.IntN(100) < percent }
	for range 4 {
		p.Cells = append(p.Cells, []map[string]int{{}, {}, {}, {}})
	}
	for range random.IntN(3) {
		c := random.IntN(16)
		p.Cells[c/4][c%4]["value"] = g[c]
	}
	if boxes := chance(60); boxes || chance(50) {
		for i := range 4 {
			var region [][2]int
			for k := range 4 {
				region = append(region, [2]int{i/2*2 + k/2, i%2*2 + k%2})
			}
			p.Regions = append(p.Regions, region)
		}
		if !boxes { // some regions, not all
			p.Regions = p.Regions[:1+random.IntN(3)]
		}
	}
	for _, flag := range []string{"antiking", "antiknight"} {
		value := []any{true, "true", false, "false", ""}[random.IntN(5)]
		switch random.IntN(12) {
		case 0, 1:
			p.Metadata = map[string]any{flag: value}
		case 2:
			p.Global = append(p.Global, flag)
		case 3:
			p.Cages = append(p.Cages, padCage{Cells: [][2]int{}, Value: flag + ": true"})
		}
	}
	for range 1 + random.IntN(3) {
		k := padCage{Hidden: chance(20), Type: []string{"", "", "rowcol", "disjoint"}[random.IntN(4)]}
		k.Style = []string{"", "", "killer", "box", "windoku", "extraregion", "selectioncage", "fpRowIndexer",
			"fpColumnIndexer", "fpBoxIndexer", "hidden"}[random.IntN(11)]
		cells := meaningtest.Walk(random.IntN, 5)
		if chance(35) { // a row, a column or a box
			i, house := random.IntN(4), random.IntN(3)
			cells = nil
			for j := range 4 {
				cells = append(cells, []int{i*4 + j, j*4 + i, (i/2*2+j/2)*4 + i%2*2 + j%2}[house])
			}
		}
		for _, c := range cells {
			k.Cells = append(k.Cells, [2]int{c / 4, c % 4})
		}
		v := meaningtest.Values(g, cells)
		if differ := meaningtest.Differ(v); chance(65) {
			differ = differ && chance(70)
			k.Unique = &differ
		}
		sum := meaningtest.Sum(v)
		if chance(10) {
			sum++
		}
		if chance(30) {
			k.Sum = sum
		}
		if chance(40) {
			k.Value = strconv.Itoa(sum)
		}
		p.Cages = append(p.Cages, k)
	}
	return p
}

// TestKeysThatDependOnOthers reads objects with keys that change the meaning of each other, and compares the solutions
// with the definition. A cage that states nothing is a drawing, which is an error.
func TestKeysThatDependOnOthers(t *testing.T) {
	squares := meaningtest.LatinSquares()
	random := rand.New(rand.NewPCG(3, 1))
	read := 0
	for range 300 {
		o := randomPad(squares[random.IntN(len(squares))], random)
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		states := func(k padCage) bool {
			return len(k.Cells) == 0 || k.Style == "selectioncage" || indexers[k.Style] != "" || k.sum() > 0 ||
				k.differ()
		}
		p, _, err := sudokupad.Read(string(text), place.Options{})
		switch all := !slices.ContainsFunc(o.Cages, func(k padCage) bool { return !states(k) }); {
		case err != nil && strings.Contains(err.Error(), "box-indexer: the grid has neither boxes nor regions"):
			continue
		case err != nil && (all || !strings.Contains(err.Error(), "drawings: found cage")):
			t.Errorf("%v: %s", err, text)
			continue
		case err != nil:
			continue
		case !all:
			t.Errorf("a cage without a meaning is read: %s\n%v", text, p.Rules)
			continue
		}
		read++
		checker := sudoku.NewChecker(p)
		for _, g := range squares {
			want := o.accepts(g)
			if got := checker.Check(p.Clues, g) == nil; got != want {
				t.Errorf("%s\nis read as %v\nthe grid %v: nonet %v, SudokuPad %v", text, p.Rules, g, got, want)
				break
			}
		}
	}
	if read < 100 {
		t.Errorf("only %d objects were read", read)
	}
}
