package sudokupad

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/parse"
	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A text is a string, or a number or a flag as a string.
type text string

func (t *text) UnmarshalJSON(value []byte) error {
	var s string
	if json.Unmarshal(value, &s) != nil {
		s = string(value)
	}
	if s == "null" || s == "{}" {
		s = ""
	}
	*t = text(strings.TrimSpace(s))
	return nil
}

func (t text) number() (int, bool) {
	v, err := strconv.Atoi(string(t))
	return v, err == nil
}

func (t text) isTrue() bool { return t == "true" || t == "1" }

// A point is [row, column].
type point [2]float64

// A drawn is a drawn puzzle: the parts of the object that this package reads.
type drawn struct {
	Cells   [][]map[string]json.RawMessage
	Regions [][]point
	Cages   []struct {
		Cells                           []point
		Value, Sum, Unique, Style, Type text
	}
	Lines, Arrows       []line
	Overlays, Underlays []shape
	Metadata            map[string]text
	Global              json.RawMessage
}

// Keys of the object, of its metadata and of its cells. Every other key is unknown.
var (
	understood = []string{"cells", "regions", "cages", "lines", "arrows", "overlays", "underlays", "metadata", "global"}
	ignored    = []string{"id", "cellSize", "settings", "videos", "foglight", "triggereffect", "fogofwar"}
	inMetadata = []string{"title", "author", "rules", "solution", "antiknight", "antiking", "norowcol"}
	ofCages    = []string{"cells", "value", "sum", "unique", "style", "type", "hidden", "outlineC", "fontC",
		"fontColor", "fontSize", "borderColor", "borderSize", "backgroundColor", "opacity", "feedback"}
	noMeaning = []string{"source", "bgimage", "msgcorrect", "comment", "credits", "version", "created", "id"}
	marksOf   = []string{"pencilMarks", "centremarks", "cornermarks", "color", "colors", "highlight"}
)

// A reader reads a drawn puzzle. Its methods report errors by parse.Raise.
type reader struct {
	opt   place.Options
	n     int
	p     sudoku.Puzzle
	drawn drawn
	rules string // as the setter wrote them
	notes []string
}

// readDrawn reads a drawn puzzle as JSON, zipped or not.
func readDrawn(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	defer parse.Catch(&err)
	unzipped, err := unzip(text)
	if err != nil {
		return p, nil, err
	}
	var object map[string]json.RawMessage
	r := &reader{opt: opt}
	if err := cmp.Or(json.Unmarshal(unzipped, &object), json.Unmarshal(unzipped, &r.drawn)); err != nil {
		return p, nil, place.Errorf("a puzzle of SudokuPad", "the puzzle cannot be read: %v", err)
	}
	if object["elements"] != nil && object["spec"] != nil {
		return p, nil, place.Errorf("its export for f-puzzles or SudokuPad",
			"this is a file of SudokuMaker, whose form is not published")
	}
	r.unknownKeys("", object, slices.Concat(understood, ignored))
	var cages []map[string]json.RawMessage
	json.Unmarshal(object["cages"], &cages)
	for i, cage := range cages {
		r.unknownKeys(fmt.Sprintf("cages[%d].", i), cage, ofCages)
	}
	for _, read := range []func(){r.grid, r.regions, r.metadata, r.cages, r.drawings} {
		read()
	}
	notes, err = place.Check(r.p, func(i int) string { return r.p.Rules[i].Describe(r.p.Shape) })
	return r.p, append(r.notes, notes...), err
}

// unknownKeys reports the keys of an object that are not known, in order, unless their values state nothing.
func (r *reader) unknownKeys(at string, object map[string]json.RawMessage, known []string) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains(known, key) && !place.IsEmpty(object[key]) {
			r.unknown(at+key, "an unknown key")
		}
	}
}

func (r *reader) fail(at, expected, format string, args ...any) {
	parse.Raise(place.Errorf(expected, "%s: %s", at, fmt.Sprintf(format, args...)))
}

func (r *reader) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// unknown reports something that nonet does not know, or notes that it is left out.
func (r *reader) unknown(at, what string) {
	if r.opt.IgnoreUnknown {
		r.note("%s: %s is left out", at, what)
		return
	}
	r.fail(at, "a part of a puzzle that nonet knows (--ignore-unknown leaves it out)", "found %s", what)
}

func (r *reader) rule(kind string, number int, cells ...sudoku.Cell) {
	r.p.Rules = append(r.p.Rules, sudoku.Rule{Kind: kind, Number: number, Cells: cells})
}

func (r *reader) grid() {
	rows := r.drawn.Cells
	r.n = len(rows)
	if r.n < 1 || r.n > sudoku.MaxN {
		r.fail("cells", fmt.Sprintf("1 to %d", sudoku.MaxN), "the grid has %d rows", r.n)
	}
	marked := 0
	for i, row := range rows {
		if len(row) != r.n {
			r.fail(fmt.Sprintf("cells[%d]", i), fmt.Sprintf("%d, since nonet has square grids only", r.n),
				"the row has %d cells", len(row))
		}
		for k, fields := range row {
			at := fmt.Sprintf("cells[%d][%d]", i, k)
			var value text
			for _, name := range slices.Sorted(maps.Keys(fields)) {
				switch {
				case name == "value":
					value.UnmarshalJSON(fields[name])
				case slices.Contains(marksOf, name):
					marked++
				default:
					r.unknown(at+"."+name, string(fields[name]))
				}
			}
			v, isNumber := value.number()
			if value != "" && !isNumber || v < 0 || v > r.n {
				r.fail(at+".value", fmt.Sprintf("1 to %d", r.n), "found %s", value)
			}
			r.p.Clues = append(r.p.Clues, v)
		}
	}
	if marked > 0 {
		r.note("%d cells have pencil marks or colors, which are left out", marked)
	}
}

// cells returns the cells at points, which are [row, column] from 0.
func (r *reader) cells(at string, points []point) (cells []sudoku.Cell) {
	for i, p := range points {
		row, column := int(p[0]), int(p[1])
		if min(p[0], p[1]) < 0 || max(row, column) >= r.n || float64(row) != p[0] || float64(column) != p[1] {
			r.fail(fmt.Sprintf("%s[%d]", at, i), fmt.Sprintf("[0,0] to [%[1]d,%[1]d]", r.n-1), "found [%v,%v]",
				p[0], p[1])
		}
		cells = append(cells, sudoku.Cell(row*r.n+column))
	}
	return cells
}

// regions reads the regions. Without any the grid has none.
func (r *reader) regions() {
	regionOf := slices.Repeat([]int{areas.None}, r.n*r.n)
	for i, points := range r.drawn.Regions {
		at := fmt.Sprintf("regions[%d]", i)
		for _, c := range r.cells(at, points) {
			if regionOf[c] != areas.None {
				r.fail(at, "regions that do not overlap", "its cell r%dc%d is in another region", int(c)/r.n+1,
					int(c)%r.n+1)
			}
			regionOf[c] = i
		}
	}
	if len(r.drawn.Regions) == 0 {
		r.note("the puzzle states no regions, so only rows and columns hold")
	}
	r.p.Shape = sudoku.Shape{Height: 1, Width: r.n}
	areas.AddRegions(&r.p, regionOf)
}

// metadata reads texts and flags, also from cages without cells, where older files have them.
func (r *reader) metadata() {
	facts := map[string]text{}
	maps.Copy(facts, r.drawn.Metadata)
	for _, cage := range r.drawn.Cages {
		name, value, ok := strings.Cut(string(cage.Value), ":")
		if name = strings.ToLower(strings.TrimSpace(name)); ok && len(cage.Cells) == 0 && facts[name] == "" {
			facts[name] = text(strings.TrimSpace(value))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		switch value := facts[name]; {
		case value == "" || value == "false" || slices.Contains(noMeaning, name):
		case name == "title":
			r.p.Name = string(value)
		case name == "rules":
			r.p.Texts.Rules = string(value)
			r.rules = strings.Join(strings.Fields(string(value)), " ")
			r.note("rules as the setter wrote them: %s", r.rules)
		case name == "author":
			r.p.Texts.Author = string(value)
		case name == "solution":
			r.solution(string(value))
		case name == "norowcol":
			r.fail("metadata.norowcol", "rows and columns with different values", "rows and columns do not hold")
		case !slices.Contains(inMetadata, name), !value.isTrue() && value != "0": // the rest are flags
			r.unknown("metadata."+name, strconv.Quote(place.Shorten(value)))
		}
	}
	var flags []text
	if json.Unmarshal(r.drawn.Global, &flags) != nil && !place.IsEmpty(r.drawn.Global) {
		r.unknown("global", place.Shorten(r.drawn.Global))
	}
	for _, flag := range flags {
		name := string(flag)
		if facts[name] = "true"; !slices.Contains(inMetadata, name) {
			r.unknown("global", strconv.Quote(name))
		}
	}
	if facts["antiknight"].isTrue() {
		r.rule("knight", 0)
	}
	if facts["antiking"].isTrue() {
		r.rule("king", 0)
	}
}

// solution reads the solution that the setter states, as digits. Others have no meaning.
func (r *reader) solution(text string) {
	var grid sudoku.Grid
	for _, b := range []byte(text) {
		if v := int(b - '0'); b > '0' && b <= '9' && v <= r.n {
			grid = append(grid, v)
		}
	}
	if len(grid) == r.n*r.n && len(text) == len(grid) {
		r.p.Texts.Solution = grid
	}
}

// indexers are the kinds of rules that styles of cages state.
var indexers = map[string]string{
	"fpRowIndexer": "row-indexer", "fpColumnIndexer": "column-indexer", "fpBoxIndexer": "box-indexer",
}

// cages reads cages with a sum, with different values or of indexers; a cage may be all of them. Any other cage is a
// drawing.
func (r *reader) cages() {
	for i, cage := range r.drawn.Cages {
		at := fmt.Sprintf("cages[%d]", i)
		cells := r.cells(at+".cells", cage.Cells)
		value := cmp.Or(cage.Sum, cage.Value)
		sum, isSum := value.number()
		pointer, points := indexers[string(cage.Style)]
		isRegion := cage.Style == "windoku" || cage.Style == "extraregion"
		distinct, unstated := cage.Unique.isTrue(), cage.Unique == ""
		if len(cells) == 0 || cage.Style == "selectioncage" {
			continue
		}
		if points {
			r.rule(pointer, 0, cells...)
		}
		switch {
		case isSum && sum > 0 && (distinct || unstated && !points):
			if !distinct && !r.p.ShareHouse(cells) {
				r.note("%s: the cage with sum %d is read with different values, as killer cages have", at, sum)
			}
			r.rule("cage", sum, cells...)
		case isSum && sum > 0:
			r.rule("sum", sum, cells...)
		case value != "":
			r.drawn.Overlays = append(r.drawn.Overlays, shape{Text: value, Center: point{cage.Cells[0][0] + 0.5,
				cage.Cells[0][1] + 0.5}, cells: cells, what: "cage"})
		case distinct && r.isHouse(cells):
		case distinct, isRegion && unstated:
			r.rule("all-different", 0, cells...)
		case !points:
			r.drawn.Overlays = append(r.drawn.Overlays, shape{cells: cells, what: "cage"})
		}
	}
}

// isHouse reports whether the cells are a row, a column or a region, whose values differ anyway.
func (r *reader) isHouse(cells []sudoku.Cell) bool {
	sorted := slices.Compact(slices.Sorted(slices.Values(cells)))
	if len(cells) != r.n || len(sorted) != r.n { // or a cell stands twice
		return false
	}
	return r.p.ShareHouse(cells) || slices.ContainsFunc(r.p.Rules, func(rule sudoku.Rule) bool {
		return rule.Kind == "all-different" && slices.Equal(slices.Sorted(slices.Values(rule.Cells)), sorted)
	})
}
