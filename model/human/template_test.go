package human

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model/sudoku"
)

// naiveTemplates lists all templates of x with allowed cells: it places the value in the first house that lacks it, in
// every possible way.
func naiveTemplates(p *Position, x int, allowed func(c int) bool) [][]int {
	var all [][]int
	var fill func(cells []int)
	fill = func(cells []int) {
		for h, u := range p.houses {
			if p.filledValues[h]>>x&1 == 1 || slices.ContainsFunc(cells, u.set.Has) {
				continue
			}
			for _, c := range u.cells {
				if p.hasCandidate(c, x) && allowed(c) && !slices.ContainsFunc(cells, p.peers[c].Has) {
					fill(append(slices.Clone(cells), c))
				}
			}
			return
		}
		all = append(all, cells)
	}
	fill(nil)
	return all
}

// TestTemplates compares the cells in some and in all templates with a list of all templates.
func TestTemplates(t *testing.T) {
	forced, eliminated := 0, 0
	for seed, p := range planted(t, sudoku.Shape{Height: 2, Width: 3}, 300) {
		some, all := map[Candidate]bool{}, map[Candidate]bool{}
		for n := -1; n < len(all); {
			n = len(all)
			clear(some)
			for x := range p.values {
				taken := func(c int) bool { // by another value
					for y := range p.values {
						if y != x && all[p.candidate(c, y)] {
							return true
						}
					}
					return false
				}
				count := map[Candidate]int{}
				list := naiveTemplates(p, x, func(c int) bool { return !taken(c) })
				for _, cells := range list {
					for _, c := range cells {
						count[p.candidate(c, x)]++
					}
				}
				for k, n := range count {
					some[k] = true
					if n == len(list) {
						all[k] = true
					}
				}
			}
		}
		q := p.templates()
		for c := range p.cand {
			for x := range p.values {
				k := p.candidate(c, x)
				if q.inSome[x].Has(c) != some[k] || q.inAll[x].Has(c) != all[k] {
					t.Errorf("position %d: %v: got in some %v, in all %v; want %v, %v", seed, k,
						q.inSome[x].Has(c), q.inAll[x].Has(c), some[k], all[k])
				}
				if p.hasCandidate(c, x) && !some[k] {
					eliminated++
				}
			}
		}
		forced += len(all)
	}
	if forced < 100 || eliminated < 100 {
		t.Errorf("only %d cells in all templates and %d eliminations, want at least 100 each", forced, eliminated)
	}
}

// TestTemplatesCutShort checks that a search with a node limit finds a subset of the eliminations.
func TestTemplatesCutShort(t *testing.T) {
	whole, less := 0, 0
	for _, p := range planted(t, sudoku.Order(3), 50) {
		all := eliminations(p, templateRules...)
		p.scratch.templates.limit = 8
		some := eliminations(p, templateRules...)
		for k := range some {
			if !all[k] {
				t.Errorf("%v is eliminated only by the search with the limit", k)
			}
		}
		whole += len(all)
		less += len(some)
	}
	if less == 0 || less >= whole {
		t.Errorf("%d eliminations, %d with the limit; want fewer, but some, with the limit", whole, less)
	}
}

// TestIsComplete compares the rules about a single value with the same rules on a position whose search for templates
// gives up at once, so that they skip no value.
func TestIsComplete(t *testing.T) {
	rules := rulesNamed("skyscraper two-string-kite turbot-fish dual-two-string-kite empty-rectangle " +
		"dual-empty-rectangle simple-colours-trap simple-colours-wrap multi-colours-1 multi-colours-2 x-chain")
	found, skipped := 0, 0
	for _, shape := range []sudoku.Shape{{Height: 2, Width: 3}, sudoku.Order(3)} {
		b := mustBoard(t, shape.Model())
		for seed := range 60 {
			r := rand.New(rand.NewPCG(uint64(seed), 17))
			solution := patterned(r, shape)
			p, thorough := b.NewPosition(nil), b.NewPosition(nil)
			for c := range solution {
				for x := range b.values {
					if b.values[x] != solution[c] && r.IntN(10) < 4+seed%4 {
						p.eliminate(c, x)
					}
				}
			}
			thorough.CopyFrom(p)
			thorough.newTemplates().limit = 0
			for x := range b.values {
				if thorough.isComplete(x) && !p.cellsWith(x).IsEmpty() {
					t.Fatalf("value %d is complete although the search gave up", x)
				}
				if p.isComplete(x) {
					skipped++
				}
			}
			for _, rule := range rules {
				var got, want []string
				rule.Find(p, func(s *Step) bool { got = append(got, s.String()); return true })
				rule.Find(thorough, func(s *Step) bool { want = append(want, s.String()); return true })
				if !slices.Equal(got, want) {
					t.Fatalf("%s, seed %d: got %q, want %q", rule.Name, seed, got, want)
				}
				found += len(want)
			}
		}
	}
	if found < 100 || skipped < 100 {
		t.Errorf("%d steps found and %d values skipped, want at least 100 of each", found, skipped)
	}
}
