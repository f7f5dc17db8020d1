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

var fishOfLines = rulesNamed("x-wing swordfish jellyfish squirmbag whale leviathan")

var complexFish = rulesNamed(`finned-x-wing sashimi-x-wing finned-swordfish sashimi-swordfish finned-jellyfish
	sashimi-jellyfish
	finned-squirmbag sashimi-squirmbag franken-x-wing franken-swordfish franken-jellyfish
	finned-franken-x-wing finned-franken-swordfish finned-franken-jellyfish mutant-x-wing mutant-swordfish
	mutant-jellyfish finned-mutant-x-wing finned-mutant-swordfish finned-mutant-jellyfish`)

func TestFishAreSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 100)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"17 clues", checkClimbing(t, lines, append(singleRules, subsetRules...), fishOfLines), ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 500, fishOfLines),
			"swordfish jellyfish squirmbag whale leviathan"},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 500, fishOfLines),
			"squirmbag whale leviathan"},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.8, 500, fishOfLines), ""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.3, 10, fishOfLines), ""},
		{"jigsaw", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 500, fishOfLines),
			"squirmbag whale leviathan"},
	} {
		for _, r := range fishOfLines {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

func TestFinnedFishAreSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 3)
	small := complexFish[:4]
	for _, test := range []struct {
		name  string
		rules []*Rule
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"17 clues", complexFish, checkClimbing(t, lines, append(singleRules, subsetRules...), complexFish), ""},
		{"4x4", complexFish, checkPlanted(t, sudoku.Order(2), nil, 0.8, 200, complexFish),
			"finned-jellyfish sashimi-jellyfish finned-squirmbag sashimi-squirmbag franken-jellyfish " +
				"finned-franken-jellyfish mutant-jellyfish"},
		{"6x6", complexFish, checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 60, complexFish), ""},
		{"16x16", small, checkPlanted(t, sudoku.Order(4), nil, 0.2, 10, small), ""},
		{"jigsaw", complexFish, checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 30, complexFish), ""},
	} {
		for _, r := range test.rules {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// TestFishByDefinition compares the eliminations of fish with their definition, by trying all choices of base and cover
// houses. If the definition admits a fish that contains a smaller one, the smaller one has the same eliminations.
func TestFishByDefinition(t *testing.T) {
	shape := sudoku.Shape{Height: 2, Width: 3}
	b := mustBoard(t, shape.Model())
	eliminated := 0
	for seed := range 12 {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		solution := patterned(r, shape)
		p := b.NewPosition(nil)
		for c := range solution {
			for x := range b.values {
				if b.values[x] != solution[c] && r.IntN(10) < 5 {
					p.eliminate(c, x)
				}
			}
		}
		for _, test := range []struct {
			name      string
			bases     func(h house) bool
			covers    func(h house) bool
			size      int
			transpose bool
			rules     []*Rule
		}{
			{"lines", isRow, isColumn, 3, true,
				rulesNamed(`x-wing finned-x-wing sashimi-x-wing swordfish finned-swordfish sashimi-swordfish`)},
			{"lines and boxes", isNot(Column), isNot(Row), 2, true,
				rulesNamed(`x-wing finned-x-wing sashimi-x-wing franken-x-wing finned-franken-x-wing`)},
			{"any houses", isAny, isAny, 2, false,
				rulesNamed(`x-wing finned-x-wing sashimi-x-wing franken-x-wing finned-franken-x-wing mutant-x-wing
				finned-mutant-x-wing`)},
		} {
			got := map[Candidate]bool{}
			for _, rule := range test.rules {
				rule.Find(p, func(s *Step) bool {
					for _, k := range s.Eliminations {
						got[k] = true
					}
					return true
				})
			}
			for x := range b.values {
				if p.hasSingle(x) {
					continue // a line with one place is in no finless fish
				}
				for size := 1; size <= test.size; size++ {
					want := p.fishByDefinition(x, size, test.bases, test.covers)
					if test.transpose {
						want = append(want, p.fishByDefinition(x, size, test.covers, test.bases)...)
					}
					for _, c := range want {
						if k := b.candidate(c, x); size == 1 {
							got[k] = true // locked candidates
						} else if !got[k] {
							t.Errorf("seed %d: a fish of %d %s eliminates %s<>%d, which was not found", seed, size,
								test.name, b.cellName(c), k.Value)
						} else {
							eliminated++
						}
					}
				}
			}
		}
	}
	if eliminated < 100 {
		t.Errorf("only %d eliminations in total, want at least 100", eliminated)
	}
}

func (p *Position) hasSingle(x int) bool {
	for h := range p.houses {
		if bits.OnesCount64(p.places(h, x)) == 1 {
			return true
		}
	}
	return false
}

func isRow(h house) bool    { return h.kind == Row }
func isColumn(h house) bool { return h.kind == Column }
func isAny(h house) bool    { return true }

func isNot(k Kind) func(h house) bool { return func(h house) bool { return h.kind != k } }

// fishByDefinition returns the cells from which fish of this size eliminate x: the candidates in more cover houses than
// base houses that see all fins. If no fin is true, the base needs all cover houses.
func (p *Position) fishByDefinition(x, size int, isBase, isCover func(h house) bool) []int {
	var bases, covers []int
	for h, u := range p.houses {
		if isBase(u) && p.places(h, x) != 0 {
			bases = append(bases, h)
		}
		if isCover(u) && p.places(h, x) != 0 {
			covers = append(covers, h)
		}
	}
	in := func(c int, houses []int) int {
		n := 0
		for _, h := range houses {
			if p.houses[h].set.Has(c) {
				n++
			}
		}
		return n
	}
	var eliminated []int
	choose(bases, size, func(base []int) {
		choose(covers, size, func(cover []int) {
			var targets, fin []int
			for c := range p.cand {
				if !p.hasCandidate(c, x) {
					continue
				}
				i, j := in(c, base), in(c, cover)
				if i > 0 && j == 0 || i > 1 {
					fin = append(fin, c)
				} else if j > i {
					targets = append(targets, c)
				}
			}
			for _, c := range targets {
				if !slices.ContainsFunc(fin, func(f int) bool { return !p.peers[c].Has(f) }) {
					eliminated = append(eliminated, c)
				}
			}
		})
	})
	return eliminated
}

// choose calls visit with every choice of k elements of the list.
func choose(list []int, k int, visit func([]int)) {
	var chosen []int
	var next func(from int)
	next = func(from int) {
		if len(chosen) == k {
			visit(chosen)
			return
		}
		for i := from; i < len(list); i++ {
			chosen = append(chosen, list[i])
			next(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	next(0)
}

// TestNotInAnyTemplate compares the candidates in no template with a search through all templates.
func TestNotInAnyTemplate(t *testing.T) {
	shape := sudoku.Shape{Height: 2, Width: 3}
	b := mustBoard(t, shape.Model())
	all := 0
	for seed := range backendtest.Rounds(40, 300) {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		solution := patterned(r, shape)
		p := b.NewPosition(nil)
		for c := range solution {
			for x := range b.values {
				if b.values[x] != solution[c] && r.IntN(10) < 5 {
					p.eliminate(c, x)
				}
			}
		}
		for range r.IntN(6) {
			c := r.IntN(shape.Cells())
			p.Place(Candidate{model.Var(c), solution[c]})
		}
		for x := range b.values {
			want := b.newSet()
			copy(want, p.cellsWith(x))
			var rows []int
			for h, u := range b.houses {
				if isRow(u) && p.places(h, x) != 0 {
					rows = append(rows, h)
				}
			}
			var template []int
			var next func(i int)
			next = func(i int) {
				if i == len(rows) {
					for _, c := range template {
						want.Remove(c)
					}
					return
				}
				for _, c := range b.houses[rows[i]].cells {
					if p.hasCandidate(c, x) &&
						!slices.ContainsFunc(template, func(u int) bool { return b.peers[c].Has(u) }) {
						template = append(template, c)
						next(i + 1)
						template = template[:len(template)-1]
					}
				}
			}
			next(0)
			all += want.Len()
			for range 2 { // computed, then cached
				if got := p.notInAnyTemplate(x); !slices.Equal(got, want) {
					t.Fatalf("seed %d, value %d: got %b, want %b", seed, x, got, want)
				}
			}
		}
	}
	if all < 100 {
		t.Errorf("only %d candidates in no template in total, want at least 100", all)
	}
}

// TestFishWithoutRows has a fish in houses that are not rows and columns: two full houses cross three others, and the
// cells of a house are in any order.
func TestFishWithoutRows(t *testing.T) {
	m := &model.Model{}
	for _, name := range strings.Split("abcdef", "") {
		m.Vars = append(m.Vars, model.Variable{Name: name, Domain: model.Interval(1, 3)})
	}
	for _, house := range [][]model.Var{{0, 1, 2}, {5, 3, 4}, {3, 0}, {4, 1}, {5, 2}} {
		m.Constraints = append(m.Constraints, model.AllDifferent{Vars: house})
	}
	m.Vars = append(m.Vars, model.Variable{Name: "g", Domain: model.Interval(1, 3)})
	m.Constraints[2] = model.AllDifferent{Vars: []model.Var{6, 3, 0}} // g is in no line
	p := mustBoard(t, m).NewPosition(nil)
	p.Eliminate(Candidate{2, 1})
	p.Eliminate(Candidate{5, 1})
	var got []string
	ruleNamed("x-wing").Find(p, func(s *Step) bool {
		got = append(got, s.String())
		return true
	})
	if want := "X-wing: 1 of houses 1 and 2 is in houses 3 and 4: g≠1"; len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
