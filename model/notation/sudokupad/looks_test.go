package sudokupad_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/model/notation/internal/meaningtest"
	"nonet/model/notation/internal/place"
	"nonet/model/notation/sudokupad"
	"nonet/model/sudoku"
)

// A sketch is the drawings of a puzzle.
type sketch struct {
	Lines     []map[string]any `json:"lines,omitempty"`
	Arrows    []map[string]any `json:"arrows,omitempty"`
	Overlays  []map[string]any `json:"overlays,omitempty"`
	Underlays []map[string]any `json:"underlays,omitempty"`
}

// A look draws a rule on cells and returns whether a grid satisfies it.
type look struct {
	word string // in the rules of a setter that uses it
	draw func(s *sketch, random *rand.Rand, cells []int) func(g sudoku.Grid) bool
}

// middle is the middle of a cell.
func middle(c int) [2]float64 { return [2]float64{float64(c/4) + 0.5, float64(c%4) + 0.5} }

func (s *sketch) line(cells []int, color string, thickness int) {
	var points [][2]float64
	for _, c := range cells {
		points = append(points, middle(c))
	}
	s.Lines = append(s.Lines, map[string]any{"wayPoints": points, "color": color, "thickness": thickness})
}

func (s *sketch) blob(at [2]float64, size float64, color string, rounded bool) {
	s.Underlays = append(s.Underlays, map[string]any{"center": at, "width": size, "height": size, "rounded": rounded,
		"backgroundColor": color})
}

// on is the look of a line of a kind. Blobs of this color are at its ends: none, at the first, or at both.
func on(kind, word, color string, thickness, blobs int) look {
	return look{word, func(s *sketch, random *rand.Rand, cells []int) func(g sudoku.Grid) bool {
		drawn := slices.Clone(cells)
		if blobs == 1 && random.IntN(2) == 0 {
			slices.Reverse(drawn) // a line may be drawn towards its bulb
		}
		s.line(drawn, color, thickness)
		for _, c := range []int{cells[0], cells[len(cells)-1]}[:blobs] {
			s.blob(middle(c), 0.75, color, true)
		}
		return func(g sudoku.Grid) bool { return meaningtest.Lines[kind](meaningtest.Values(g, cells)) }
	}}
}

// between is the look of a dot or a letter on the side that the first cell shares with the next one or the one below.
func between(word string, overlay map[string]any, holds func(a, b int) bool) look {
	return look{word, func(s *sketch, random *rand.Rand, cells []int) func(g sudoku.Grid) bool {
		c := cells[0]
		d := c + 1
		if c%4 == 3 || c < 12 && random.IntN(2) == 0 {
			d = (c + 4) % 16
		}
		if d < c {
			c, d = d, d+4 // the first two rows, in place of the last and the first
		}
		m, n := middle(c), middle(d)
		o := maps.Clone(overlay)
		o["center"] = [2]float64{(m[0] + n[0]) / 2, (m[1] + n[1]) / 2}
		s.Overlays = append(s.Overlays, o)
		return func(g sudoku.Grid) bool { return holds(g[c], g[d]) }
	}}
}

func dot(color string) map[string]any {
	return map[string]any{"width": 0.3, "height": 0.3, "rounded": true, "backgroundColor": color,
		"borderColor": "#000000"}
}

// looks are the drawings for which SudokuPad's own recognisers and the exporters of f-puzzles and SudokuMaker state a
// usual meaning, and the words that confirm it. The looks are those of SudokuPad 0.589 and of f-puzzles' exporter.
var looks = map[string]look{
	"thermometer": on("thermometer", "thermometer", "#CFCFCF", 21, 1),
	"whisper":     on("whisper", "whispers", "#67f067", 10, 0),
	"renban":      on("renban", "consecutive", "#f067f0", 10, 0),
	"entropic":    on("entropic", "entropic", "#ffccaa", 10, 0),
	"modular":     on("modular", "modular", "#33bbaa", 10, 0),
	"parity":      on("parity-line", "parity", "#ff6666", 10, 0),
	"between":     on("between", "between", "#aaaaaa", 8, 2),
	"palindrome":  on("palindrome", "palindrome", "#BBBBBB", 12, 0),
	"white dot":   between("consecutive", dot("#FFFFFF"), func(a, b int) bool { return a-b == 1 || b-a == 1 }),
	"black dot":   between("ratio", dot("#000000"), func(a, b int) bool { return a == 2*b || b == 2*a }),
	"V":           between("sum", map[string]any{"text": "V"}, func(a, b int) bool { return a+b == 5 }),
	"odd": {"odd", func(s *sketch, _ *rand.Rand, cells []int) func(g sudoku.Grid) bool {
		s.blob(middle(cells[0]), 0.8, "#CFCFCF", true)
		return func(g sudoku.Grid) bool { return g[cells[0]]%2 == 1 }
	}},
	"even": {"even", func(s *sketch, _ *rand.Rand, cells []int) func(g sudoku.Grid) bool {
		s.blob(middle(cells[0]), 0.8, "#CFCFCF", false)
		return func(g sudoku.Grid) bool { return g[cells[0]]%2 == 0 }
	}},
	"region sum": {"sum", func(s *sketch, _ *rand.Rand, cells []int) func(g sudoku.Grid) bool {
		s.line(cells, "#2ecbff", 10)
		var regions []int
		for _, c := range cells {
			regions = append(regions, sudoku.Order(2).Box(sudoku.Cell(c)))
		}
		return func(g sudoku.Grid) bool { return meaningtest.RegionSum(meaningtest.Values(g, cells), regions) }
	}},
	"arrow": {"arrow", func(s *sketch, _ *rand.Rand, cells []int) func(g sudoku.Grid) bool {
		s.line(cells, "#000000", 3)
		s.Arrows, s.Lines = append(s.Arrows, s.Lines[len(s.Lines)-1]), s.Lines[:len(s.Lines)-1]
		s.blob(middle(cells[0]), 0.75, "#FFFFFF", true)
		return func(g sudoku.Grid) bool {
			v := meaningtest.Values(g, cells)
			return meaningtest.Arrow(v[:1], [][]int{v[1:]})
		}
	}},
}

// TestGuesses draws one or two rules and reads the drawings. They mean the rules, or they are an error: if the rules in
// words do not confirm one, or if drawings in common cells leave open what is what.
func TestGuesses(t *testing.T) {
	squares := meaningtest.LatinSquares()
	random := rand.New(rand.NewPCG(5, 1))
	names := slices.Sorted(maps.Keys(looks))
	boxes := `"regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],` +
		`[[2,2],[2,3],[3,2],[3,3]]]`
	read := map[string]int{}
	for i := range 20 * len(names) {
		var s sketch
		var rules []func(g sudoku.Grid) bool
		words := []string{"Normal rules apply."}
		drawn := []string{names[i%len(names)], names[random.IntN(len(names))]}[:1+random.IntN(2)]
		for _, name := range drawn {
			rules = append(rules, looks[name].draw(&s, random, meaningtest.Walk(random.IntN, 4)))
			words = append(words, looks[name].word)
		}
		confirmed := true
		switch random.IntN(3) {
		case 0: // no rules in words
			words = nil
		case 1:
			words, confirmed = words[:1], false
		}
		drawings, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		said, _ := json.Marshal(map[string]string{"rules": strings.Join(words, " ")})
		text := puzzle(4, boxes+`,"metadata":`+string(said)+","+strings.Trim(string(drawings), "{}"))
		p, _, err := sudokupad.Read(text, place.Options{Guess: true})
		switch {
		case err != nil && (len(drawn) == 1 && confirmed || !strings.Contains(err.Error(), "drawings: found")):
			t.Errorf("%q: %v: %s", drawn, err, text)
			continue
		case err != nil:
			continue
		case !confirmed:
			t.Errorf("%q: read without a word: %s", drawn, text)
			continue
		}
		for _, name := range drawn {
			read[name]++
		}
		checker := sudoku.NewChecker(p)
		for _, g := range squares {
			want := !slices.ContainsFunc(rules, func(holds func(sudoku.Grid) bool) bool { return !holds(g) }) &&
				boxesDiffer(g)
			if got := checker.Check(p.Clues, g) == nil; got != want {
				t.Errorf("%q: %s\nis read as %v\nthe grid %v: nonet %v, drawn %v", drawn, text, p.Rules, g, got, want)
				break
			}
		}
	}
	for _, name := range names {
		if read[name] < 5 {
			t.Errorf("%s was read %d times", name, read[name])
		}
	}
}

func boxesDiffer(g sudoku.Grid) bool {
	for _, c := range []int{0, 2, 8, 10} {
		if !meaningtest.Differ([]int{g[c], g[c+1], g[c+4], g[c+5]}) {
			return false
		}
	}
	return true
}
