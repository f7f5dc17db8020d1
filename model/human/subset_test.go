package human

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

var singleRules = rulesNamed("full-house hidden-single hidden-single-in-line naked-single")

var subsetRules = rulesNamed(`direct-pointing direct-claiming direct-hidden-pair direct-hidden-triple pointing claiming
	locked-pair
	naked-pair hidden-pair locked-triple naked-triple hidden-triple naked-quad hidden-quad`)

func TestSubsetsAreSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 40)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"17 clues", checkClimbing(t, lines, append(singleRules, subsetRules...), subsetRules), ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 1500, subsetRules),
			"locked-triple hidden-triple naked-quad hidden-quad"},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 300, subsetRules), ""},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.8, 300, subsetRules), ""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.3, 30, subsetRules), "locked-triple"},
		{"jigsaw", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 500, subsetRules), ""},
		{"random models", checkRandom(t, 10000, subsetRules),
			"claiming direct-claiming hidden-triple naked-quad hidden-quad"},
	} {
		for _, r := range subsetRules {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// TestSubsetSearch compares the search with trying all choices.
func TestSubsetSearch(t *testing.T) {
	for seed := range backendtest.Rounds(40, 300) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		var q subsetSearch
		sets := make([]uint64, 1+r.IntN(10))
		for i := range sets {
			for range r.IntN(5) {
				sets[i] |= 1 << r.IntN(8)
			}
		}
		for k := 2; k <= 5; k++ {
			q.reset()
			for i, set := range sets {
				q.add(i, set, k)
			}
			for size := k - 1; size <= k; size++ {
				want := map[uint64]uint64{}
				for members := range uint64(1) << len(sets) {
					var union uint64
					fit := true
					for m := members; m != 0; m &= m - 1 {
						set := sets[bits.TrailingZeros64(m)]
						n := bits.OnesCount64(set)
						fit = fit && 2 <= n && n <= k
						union |= set
					}
					if fit && bits.OnesCount64(members) == k && bits.OnesCount64(union) == size {
						want[members] = union
					}
				}
				q.forEach(k, size, func(members, union uint64) bool {
					if w, ok := want[members]; !ok || w != union {
						t.Fatalf("seed %d: found %b with union %b, which is not a choice of %d sets with %d elements "+
							"or was found before", seed, members, union, k, size)
					}
					delete(want, members)
					return true
				})
				if len(want) > 0 {
					t.Fatalf("seed %d: %d choices of %d sets with %d elements not found", seed, len(want), k, size)
				}
			}
		}
	}
}

// TestSubsetsByDefinition checks the eliminations of subset rules, house by house, on boards with houses that are not
// full.
func TestSubsetsByDefinition(t *testing.T) {
	m := &model.Model{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		m.Vars = append(m.Vars, model.Variable{Name: name, Domain: model.Interval(1, 5)})
	}
	m.Constraints = []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1, 2, 3}},
		model.AllDifferent{Vars: []model.Var{1, 2, 3, 4, 5}}}
	eliminate := func(p *Position, cells string, values ...int) {
		for _, c := range cells {
			for _, v := range values {
				p.Eliminate(Candidate{model.Var(c - 'a'), v})
			}
		}
	}
	for _, test := range []struct {
		name  string
		setup func(p *Position)
		want  map[*Rule][]string
	}{
		{"no eliminations", func(p *Position) {}, nil},
		{"two cells of both houses hold two values", func(p *Position) { eliminate(p, "bc", 3, 4, 5) },
			map[*Rule][]string{
				ruleNamed("locked-pair"): {
					"Locked pair: b and c hold only 1 and 2 in house 1 and house 2: a,d,e,f≠1; " +
						"a,d,e,f≠2"},
				ruleNamed("naked-pair"): {"Naked pair: b and c hold only 1 and 2 in house 1: a,d≠1; a,d≠2",
					"Naked pair: b and c hold only 1 and 2 in house 2: d,e,f≠1; d,e,f≠2"},
				ruleNamed("hidden-triple"): {"Hidden triple: 3, 4 and 5 go only to d, e and f in house 2: d,e,f≠1; " +
					"d,e,f≠2"},
			}},
		{"two values of a full house have two places", func(p *Position) { eliminate(p, "bcd", 4, 5) },
			map[*Rule][]string{
				ruleNamed("locked-triple"): {"Locked triple: b, c and d hold only 1, 2 and 3 in house 1 and house 2: " +
					"a,e,f≠1; a,e,f≠2; a,e,f≠3"},
				ruleNamed("naked-triple"): {
					"Naked triple: b, c and d hold only 1, 2 and 3 in house 1: a≠1; a≠2; a≠3",
					"Naked triple: b, c and d hold only 1, 2 and 3 in house 2: e,f≠1; e,f≠2; e,f≠3"},
				ruleNamed("hidden-pair"): {
					"Hidden pair: 4 and 5 go only to e and f in house 2: e,f≠1; e,f≠2; e,f≠3"},
			}},
		{"two values of a house that is not full have two places", func(p *Position) { eliminate(p, "cd", 1, 2) }, nil},
		{"the places of a value of a full house lie in the other house", func(p *Position) { eliminate(p, "ef", 5) },
			map[*Rule][]string{
				ruleNamed("pointing"): {"Pointing: 5 of house 2 is in house 1, at b, c and d: a≠5"},
			}},
	} {
		p := mustBoard(t, m).NewPosition(nil)
		test.setup(p)
		for _, r := range rulesNamed(
			`pointing claiming locked-pair locked-triple naked-pair naked-triple hidden-pair hidden-triple`) {
			var got []string
			r.Find(p, func(s *Step) bool {
				got = append(got, s.String())
				return true
			})
			if len(got) != len(test.want[r]) {
				t.Errorf("%s: %s finds %q", test.name, r.Name, got)
				continue
			}
			for i, s := range got {
				if s != test.want[r][i] {
					t.Errorf("%s: got %q, want %q", test.name, s, test.want[r][i])
				}
			}
		}
	}
}

// BenchmarkSweep runs each rule in positions of 17-clue puzzles where no single applies, and the ladder of Berggren and
// Nilsson in positions where none of its rules applies.
func BenchmarkSweep(b *testing.B) {
	hard := NewLadder("", "", "", slices.Concat(singleRules,
		rulesNamed("naked-pair naked-triple naked-quad hidden-pair hidden-triple hidden-quad x-wing swordfish "+
			"jellyfish squirmbag")))
	afterSingles, afterAll := stuck(b, singleRules), stuck(b, hard.rules)
	for _, r := range Rules() {
		b.Run("rule="+r.Name, func(b *testing.B) {
			b.ReportAllocs()
			found, n := 0, 0
			count := func(*Step) bool {
				found++
				return true
			}
			for b.Loop() {
				p := afterSingles[n%len(afterSingles)]
				clear(p.exhausted)
				r.Find(p, count)
				n++
			}
			b.ReportMetric(float64(found)/float64(n), "steps/op")
		})
	}
	b.Run("ladder=berggren", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			p := afterAll[n%len(afterAll)]
			clear(p.exhausted)
			if s := hard.Next(p); s != nil {
				b.Fatal(s)
			}
			n++
		}
	})
}

// stuck returns the final positions of the ladder on 17-clue puzzles that it does not solve.
func stuck(b *testing.B, rules []*Rule) []*Position {
	board := mustBoard(b, sudoku.Order(3).Model())
	var stuck []*Position
	for _, givens := range backendtest.Givens(backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 1000)) {
		p := board.NewPosition(givens)
		NewLadder("", "", "", rules).Run(p, nil)
		if !p.Solved() {
			stuck = append(stuck, p)
		}
	}
	return stuck
}

func ruleNamed(name string) *Rule { return rulesNamed(name)[0] }
