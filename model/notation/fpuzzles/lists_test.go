package fpuzzles

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"nonet/model/notation/internal/meaningtest"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A pageList is a key whose entries mean the same whatever other keys say, beside the regions.
type pageList struct {
	draw    func(random *rand.Rand, g sudoku.Grid) pageMark // an entry that g may satisfy
	accepts func(g sudoku.Grid, m pageMark, regionOf []int) bool
}

// pageLists are keys of lists. The types of fpuzzles-data by yusitnikov have their shapes.
var pageLists = map[string]pageList{
	"littlekillersum": {drawDiagonal, func(g sudoku.Grid, m pageMark, _ []int) bool {
		return m.Value == "" || meaningtest.Sum(ray(g, m)) == atoi(m.Value, 0)
	}},
	"arrow": {drawArrow, func(g sudoku.Grid, m pageMark, _ []int) bool {
		circle := placesOf(m.Cells)
		slices.Sort(circle)
		var shafts [][]int
		for _, line := range m.Lines {
			shafts = append(shafts, meaningtest.Values(g, placesOf(line[1:])))
		}
		return meaningtest.Arrow(meaningtest.Values(g, circle), shafts)
	}},
	"clone": {drawClone, func(g sudoku.Grid, m pageMark, _ []int) bool {
		return slices.Equal(meaningtest.Values(g, placesOf(m.Cells)), meaningtest.Values(g, placesOf(m.CloneCells)))
	}},
	"quadruple": {drawQuadruple, func(g sudoku.Grid, m pageMark, _ []int) bool {
		left := meaningtest.Values(g, placesOf(m.Cells))
		for _, v := range m.Values {
			i := slices.Index(left, v)
			if i < 0 {
				return false
			}
			left = slices.Delete(left, i, i+1)
		}
		return true
	}},
	"odd":           {drawCell, func(g sudoku.Grid, m pageMark, _ []int) bool { return g[placeOf(m.Cell)]%2 == 1 }},
	"even":          {drawCell, func(g sudoku.Grid, m pageMark, _ []int) bool { return g[placeOf(m.Cell)]%2 == 0 }},
	"sandwichsum":   onSide(sandwich),
	"xsum":          onSide(xSum),
	"skyscraper":    onSide(skyscraper),
	"numberedroom":  onSide(numberedRoom),
	"rowindexer":    indexer("row-indexer"),
	"columnindexer": indexer("column-indexer"),
	"boxindexer":    indexer("box-indexer"),

	"thermometer":     onLine("thermometer"),
	"slowthermometer": onLine("slow-thermometer"),
	"palindrome":      onLine("palindrome"),
	"renban":          onLine("renban"),
	"whispers":        onLine("whisper"),
	"betweenline":     onLine("between"),
	"entropicline":    onLine("entropic"),
	"modularline":     onLine("modular"),
	"nabner":          onLine("nabner"),
	"doublearrow":     onLine("double-arrow"),
	"zipperline":      onLine("zipper"),
	"regionsumline": {drawLine, func(g sudoku.Grid, m pageMark, regionOf []int) bool {
		cells := placesOf(m.Lines[0])
		var regions []int
		for _, c := range cells {
			regions = append(regions, regionOf[c])
		}
		return meaningtest.RegionSum(meaningtest.Values(g, cells), regions)
	}},
}

// sandwich returns the sum of the values between the lowest and the highest one.
func sandwich(v []int) int {
	a, b := slices.Index(v, 1), slices.Index(v, meaningtest.N)
	return meaningtest.Sum(v[min(a, b)+1 : max(a, b)])
}

// xSum returns the sum of as many first values as the first one says.
func xSum(v []int) int { return meaningtest.Sum(v[:v[0]]) }

// skyscraper returns the number of values that are larger than all before them.
func skyscraper(v []int) (seen int) {
	highest := 0
	for _, x := range v {
		if x > highest {
			highest, seen = x, seen+1
		}
	}
	return seen
}

// numberedRoom returns the value at the position that the first value is.
func numberedRoom(v []int) int { return v[v[0]-1] }

// placeOf returns the cell with a name.
func placeOf(name string) int { return (int(name[1])-'1')*meaningtest.N + int(name[3]) - '1' }

func placesOf(names []string) (cells []int) {
	for _, name := range names {
		cells = append(cells, placeOf(name))
	}
	return cells
}

func namesOf(cells []int) (names []string) {
	for _, c := range cells {
		names = append(names, nameOf(c/meaningtest.N, c%meaningtest.N))
	}
	return names
}

func drawLine(random *rand.Rand, _ sudoku.Grid) pageMark {
	return pageMark{Lines: [][]string{namesOf(meaningtest.Walk(random.IntN, 5))}}
}

// onLine is a key of lines that have the meaning of a kind.
func onLine(kind string) pageList {
	return pageList{drawLine, func(g sudoku.Grid, m pageMark, _ []int) bool {
		return meaningtest.Lines[kind](meaningtest.Values(g, placesOf(m.Lines[0])))
	}}
}

// ray returns the values from a cell outside the grid on: along a diagonal, or along the row or column without a
// direction.
func ray(g sudoku.Grid, m pageMark) (v []int) {
	const n = meaningtest.N
	row, column := int(m.Cell[1])-'1', int(m.Cell[3])-'1'
	down, right := 0, 0
	switch {
	case m.Direction != "":
		down, right = map[byte]int{'U': -1, 'D': 1}[m.Direction[0]], map[byte]int{'L': -1, 'R': 1}[m.Direction[1]]
	case row < 0:
		down = 1
	case row == n:
		down = -1
	case column < 0:
		right = 1
	default:
		right = -1
	}
	for range 2 * n {
		if row, column = row+down, column+right; min(row, column) >= 0 && max(row, column) < n {
			v = append(v, g[row*n+column])
		}
	}
	return v
}

// outside draws a cell beside a row or a column.
func outside(random *rand.Rand) string {
	const n = meaningtest.N
	i := random.IntN(n)
	at := [][2]int{{-1, i}, {n, i}, {i, -1}, {i, n}}[random.IntN(4)]
	return nameOf(at[0], at[1])
}

func drawDiagonal(random *rand.Rand, g sudoku.Grid) pageMark {
	for {
		m := pageMark{Cell: outside(random), Direction: []string{"UL", "UR", "DL", "DR"}[random.IntN(4)]}
		if v := ray(g, m); len(v) > 0 {
			if random.IntN(4) > 0 {
				m.Value = strconv.Itoa(meaningtest.Sum(v))
			}
			return m
		}
	}
}

// onSide is a key of clues outside the grid, about a row or column.
func onSide(f func(v []int) int) pageList {
	return pageList{
		func(random *rand.Rand, g sudoku.Grid) pageMark {
			m := pageMark{Cell: outside(random)}
			if random.IntN(4) > 0 {
				m.Value = strconv.Itoa(f(ray(g, m)))
			}
			return m
		},
		func(g sudoku.Grid, m pageMark, _ []int) bool {
			return m.Value == "" || f(ray(g, m)) == atoi(m.Value, 0)
		},
	}
}

func drawCell(random *rand.Rand, _ sudoku.Grid) pageMark {
	return pageMark{Cell: namesOf([]int{random.IntN(16)})[0]}
}

// drawArrow draws a circle or, as often, a pill of two cells, with one or two lines that hold in g.
func drawArrow(random *rand.Rand, g sudoku.Grid) pageMark {
	isPill := random.IntN(2) == 0
	for {
		c := random.IntN(16)
		circle, number := []int{c}, g[c]
		if isPill {
			next := c + 1
			if random.IntN(2) == 0 {
				next = c + 4
			}
			if next >= 16 || next == c+1 && next%4 == 0 {
				continue
			}
			circle, number = []int{next, c}, 10*g[c]+g[next]
		}
		m := pageMark{Cells: namesOf(circle)}
		for range 1000 {
			line := meaningtest.Walk(random.IntN, 6)
			meets := slices.ContainsFunc(line[1:], func(c int) bool { return slices.Contains(circle, c) })
			sum := meaningtest.Sum(meaningtest.Values(g, line[1:]))
			if slices.Contains(circle, line[0]) && !meets && sum == number {
				m.Lines = append(m.Lines, namesOf(line))
			}
			if len(m.Lines) == 2 {
				break
			}
		}
		if m.Lines != nil {
			m.Lines = m.Lines[:1+random.IntN(len(m.Lines))]
			return m
		}
	}
}

// drawClone draws two areas, some of whose cells may be the same cell.
func drawClone(random *rand.Rand, _ sudoku.Grid) pageMark {
	a, b := random.Perm(16)[:1+random.IntN(3)], random.Perm(16)
	m := pageMark{Cells: namesOf(a), CloneCells: namesOf(b[:len(a)])}
	if random.IntN(3) == 0 {
		m.CloneCells[0] = m.Cells[0]
	}
	return m
}

func drawQuadruple(random *rand.Rand, _ sudoku.Grid) pageMark {
	c := random.IntN(3)*4 + random.IntN(3)
	m := pageMark{Cells: namesOf([]int{c, c + 1, c + 4, c + 5})}
	for range 1 + random.IntN(4) {
		m.Values = append(m.Values, 1+random.IntN(4))
	}
	return m
}

func indexer(kind string) pageList {
	return pageList{
		func(random *rand.Rand, _ sudoku.Grid) pageMark {
			return pageMark{Cells: namesOf(random.Perm(16)[:1+random.IntN(2)])}
		},
		func(g sudoku.Grid, m pageMark, regionOf []int) bool {
			for _, c := range placesOf(m.Cells) {
				if !meaningtest.Indexers[kind](g, c, regionOf) {
					return false
				}
			}
			return true
		},
	}
}

// TestListsMeanWhatTheySay reads and writes objects with one or two entries of each key, and compares the solutions
// with the definition.
func TestListsMeanWhatTheySay(t *testing.T) {
	squares := meaningtest.LatinSquares()
	for _, name := range slices.Sorted(maps.Keys(pageLists)) {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			for range 2 {
				o, g := blankPage(squares, random)
				if addEntries(&o, name, g, random); o.Lists[name] == nil {
					t.Fatalf("no entry holds in %v", g)
				}
				sameMeaningBothWays(t, &o, squares)
			}
		})
	}
	for _, k := range keys {
		if _, tested := pageLists[k.name]; !tested && k.form != flag && !pageKeys[k.name] && k.name != "lockout" {
			t.Errorf("the key %s has no definition", k.name)
		}
	}
}

// blankPage returns an object without marks, which may have irregular regions, and a grid that solves it.
func blankPage(squares []sudoku.Grid, random *rand.Rand) (o page, g sudoku.Grid) {
	json.Unmarshal([]byte(`{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}`), &o)
	if random.IntN(3) == 0 {
		for c, region := range []int{0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 2, 3, 2, 3, 3, 3} {
			o.Grid[c/4][c%4].Region = &region
		}
	}
	for pairs := o.pairs(); g == nil || !o.accepts(g, pairs); {
		g = squares[random.IntN(len(squares))]
	}
	return o, g
}

// addEntries adds one or two entries of a key that hold in g, unless none is found.
func addEntries(o *page, name string, g sudoku.Grid, random *rand.Rand) {
	list, most, regionOf := pageLists[name], 1+random.IntN(2), o.regions()
	if o.Lists == nil {
		o.Lists = map[string][]pageMark{}
	}
	for tries := 0; tries < 1000 && len(o.Lists[name]) < most; tries++ {
		if m := list.draw(random, g); list.accepts(g, m, regionOf) {
			o.Lists[name] = append(o.Lists[name], m)
		}
	}
}

// sameMeaningBothWays checks that an object, and what is written of the puzzle read, have the same solutions.
func sameMeaningBothWays(t *testing.T, o *page, squares []sudoku.Grid) {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := ReadJSON(string(text), place.Options{})
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	sameMeaning(t, string(text), p, squares)
	written, lost := JSON(p)
	if lost.Rules != nil {
		t.Errorf("%s: %v is lost", text, lost.Rules)
		return
	}
	sameMeaning(t, written, p, squares)
}

// MarshalJSON writes the lists beside the fields.
func (p *page) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal((*pageFields)(&p.pageFields))
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(p.Lists)) {
		list, err := json.Marshal(p.Lists[name])
		if err != nil {
			return nil, err
		}
		text = fmt.Appendf(text[:len(text)-1], ",%q:%s}", name, list)
	}
	return text, nil
}

// pageKeys are the keys of the fields of a page.
var pageKeys = map[string]bool{
	"size": true, "grid": true, "antiking": true, "disjointgroups": true, "nonconsecutive": true, "negative": true,
	"ratio": true, "difference": true, "xv": true, "minimum": true, "maximum": true, "killercage": true,
	"extraregion": true,
}

// UnmarshalJSON reads the lists and the fields. It returns an error for another key, except line, which has copies of
// lists for viewers.
func (p *page) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	for name, value := range members {
		if _, isList := pageLists[name]; isList {
			var list []pageMark
			if err := json.Unmarshal(value, &list); err != nil {
				return err
			}
			if p.Lists == nil {
				p.Lists = map[string][]pageMark{}
			}
			p.Lists[name] = list
		} else if !pageKeys[name] && name != "line" {
			return fmt.Errorf("the key %s", name)
		}
	}
	return json.Unmarshal(text, &p.pageFields)
}
