package human

import (
	"slices"
	"testing"

	"nonet/model/sudoku"
)

// naiveTemplates lists all templates of x whose cells are allowed: the first house that needs the value gets it in each of its places.
func naiveTemplates(p *Position, x int, allowed func(c int) bool) [][]int {
	var all [][]int
	var fill func(cells []int)
	fill = func(cells []int) {
		for h, u := range p.houses {
			if p.filledValues[h]>>x&1 == 1 || slices.ContainsFunc(cells, u.set.contains) {
				continue
			}
			for _, c := range u.cells {
				if p.hasCandidate(c, x) && allowed(c) && !slices.ContainsFunc(cells, p.peers[c].contains) {
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

// The cells that are in some and in all templates are those that listing all templates shows.
func TestTemplates(t *testing.T) {
	sure, struck := 0, 0
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
				if q.inSome[x].contains(c) != some[k] || q.inAll[x].contains(c) != all[k] {
					t.Errorf("position %d: %v: some %v, all %v; want %v, %v", seed, k, q.inSome[x].contains(c), q.inAll[x].contains(c), some[k], all[k])
				}
				if p.hasCandidate(c, x) && !some[k] {
					struck++
				}
			}
		}
		sure += len(all)
	}
	if sure < 100 || struck < 100 {
		t.Errorf("only %d sure and %d struck", sure, struck)
	}
}

// A search that is cut short concludes less, and nothing else.
func TestTemplatesCutShort(t *testing.T) {
	whole, less := 0, 0
	for _, p := range planted(t, sudoku.Order(3), 50) {
		all := struck(p, templateRules...)
		p.scratch.templates.limit = 8
		some := struck(p, templateRules...)
		for k := range some {
			if !all[k] {
				t.Errorf("%v is struck by the shorter search only", k)
			}
		}
		whole += len(all)
		less += len(some)
	}
	if less == 0 || less >= whole {
		t.Errorf("%d struck, %d if cut short", whole, less)
	}
}
