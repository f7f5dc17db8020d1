package human

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

var (
	oneDigitRules = rulesNamed(`skyscraper two-string-kite dual-two-string-kite turbot-fish empty-rectangle
		dual-empty-rectangle simple-colours-trap simple-colours-wrap multi-colours-1 multi-colours-2 x-chain`)
	twoValueRules = rulesNamed("remote-pair xy-wing xyz-wing w-wing xy-chain")
	templateRules = rulesNamed("template-set template-delete")
	patternRules  = slices.Concat(oneDigitRules, twoValueRules, templateRules)
)

func TestPatternsAreSound(t *testing.T) {
	lines := backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 40)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"17 clues", checkClimbing(t, lines, slices.Concat(singleRules, subsetRules, patternRules), patternRules),
			"dual-two-string-kite"},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 500, patternRules), ""},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.8, 300, patternRules), ""},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.8, 200, patternRules), ""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.2, 5, patternRules), "remote-pair"},
		{"6x6 with houses of any form", checkPlanted(
			t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.8, 200, patternRules), ""},
		{"random models", checkRandom(t, 10000, patternRules),
			"skyscraper two-string-kite dual-two-string-kite empty-rectangle dual-empty-rectangle remote-pair"},
	} {
		for _, r := range patternRules {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// planted returns n positions with a solution and further random candidates.
func planted(t *testing.T, shape sudoku.Shape, n int) []*Position {
	b := mustBoard(t, shape.Model())
	var all []*Position
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		p, keep := b.NewPosition(nil), 0.8*r.Float64()
		for c, v := range patterned(r, shape) {
			for x := range b.values {
				if b.values[x] != v && r.Float64() > keep {
					p.eliminate(c, x)
				}
			}
		}
		all = append(all, p)
	}
	return all
}

// eliminations returns the candidates that the rules eliminate from p, directly or by a placement.
func eliminations(p *Position, rules ...*Rule) map[Candidate]bool {
	all := map[Candidate]bool{}
	for _, r := range rules {
		r.Find(p, func(s *Step) bool {
			for _, k := range s.Eliminations {
				all[k] = true
			}
			for _, k := range s.Placements {
				for _, v := range p.Candidates(k.Cell) {
					if v != k.Value {
						all[Candidate{k.Cell, v}] = true
					}
				}
			}
			return true
		})
	}
	return all
}

// TestSpecialWithinGeneral checks that the eliminations of a special rule are eliminations of the general rule.
func TestSpecialWithinGeneral(t *testing.T) {
	for _, test := range []struct {
		name             string
		special, general []*Rule
	}{
		{"two strong links are an X-chain, unless their ends form a third",
			rulesNamed(`skyscraper two-string-kite dual-two-string-kite turbot-fish`),
			rulesNamed("x-chain pointing claiming")},
		{"clusters contain X-chains", rulesNamed(`simple-colours-trap multi-colours-1`),
			rulesNamed("x-chain pointing claiming")},
		{"chains on one value", oneDigitRules, rulesNamed("template-delete")},
		{"halves of a dual kite", rulesNamed("dual-two-string-kite"), rulesNamed("two-string-kite")},
		{"halves of a dual empty rectangle", rulesNamed("dual-empty-rectangle"), rulesNamed("empty-rectangle")},
		{"an XY-wing is an XY-chain of three cells", rulesNamed("xy-wing"), rulesNamed("xy-chain")},
		{"a remote pair is two XY-chains", rulesNamed("remote-pair"), rulesNamed("xy-chain")},
		{"templates through all cells that have them", rulesNamed(`template-set`),
			rulesNamed("template-set template-delete")},
	} {
		n := 0
		for seed, p := range planted(t, sudoku.Shape{Height: 2, Width: 3}, 300) {
			general := eliminations(p, test.general...)
			for k := range eliminations(p, test.special...) {
				n++
				if !general[k] {
					t.Errorf("%s: position %d: %v is not eliminated by the general rule", test.name, seed, k)
				}
			}
		}
		if n == 0 {
			t.Errorf("%s: no instance", test.name)
		}
	}
}

// TestChainsHold checks chains against their definition, and that shorter ones come first.
func TestChainsHold(t *testing.T) {
	for _, r := range rulesNamed("x-chain xy-chain") {
		n := 0
		for seed, p := range planted(t, sudoku.Order(3), 60) {
			rating := 0.0
			r.Find(p, func(s *Step) bool {
				n++
				if s.Rating() < rating {
					t.Errorf("position %d: rating %v comes after %v: %s", seed, s.Rating(), rating, s)
				}
				rating = s.Rating()
				if s.rateChain(len(s.Parts)); rating != s.Explainer {
					t.Errorf("position %d: got rating %v, want %v: %s", seed, rating, s.Explainer, s)
				}
				for i, t1 := range s.Parts[1:] {
					if err := checkLink(p, s.Parts[i], t1, r == ruleNamed("xy-chain")); err != nil {
						t.Errorf("position %d: node %d: %v: %s", seed, i+1, err, s)
					}
				}
				for _, k := range s.Eliminations {
					if c := int(k.Cell); !p.peers[c].Has(int(s.Parts[0].Cells[0])) ||
						!p.peers[c].Has(int(s.Parts[len(s.Parts)-1].Cells[0])) {
						t.Errorf("position %d: the ends do not see %v: %s", seed, k, s)
					}
				}
				return !t.Failed()
			})
		}
		if n < 100 {
			t.Errorf("%s: found only %d times", r.Name, n)
		}
	}
}

// checkLink checks that node b follows from node a.
func checkLink(p *Position, a, b Part, inCells bool) error {
	c, d := int(a.Cells[0]), int(b.Cells[0])
	x, _ := p.valueIndex(a.Values[0])
	switch {
	case !p.hasCandidate(c, x) || !p.HasCandidate(Candidate{b.Cells[0], b.Values[0]}):
		return fmt.Errorf("not a candidate")
	case a.Role == roleOn && b.Role == roleOff:
		if a.Values[0] != b.Values[0] || !p.peers[c].Has(d) {
			return fmt.Errorf("not seen")
		}
	case a.Role == roleOff && b.Role == roleOn && inCells:
		if c != d || a.Values[0] == b.Values[0] || len(p.Candidates(a.Cells[0])) != 2 {
			return fmt.Errorf("not the two candidates of a cell")
		}
	case a.Role == roleOff && b.Role == roleOn:
		if !slices.ContainsFunc(p.strongLinks(x),
			func(l strongLink) bool { return l.a == c && l.b == d || l.a == d && l.b == c }) {
			return fmt.Errorf("not the two places of a house")
		}
	default:
		return fmt.Errorf("%s follows %s", b.Role, a.Role)
	}
	return nil
}

func TestPatternsDoNotAllocate(t *testing.T) {
	for _, p := range planted(t, sudoku.Order(3), 10) {
		for _, r := range patternRules {
			find := func() { r.Find(p, func(*Step) bool { return true }) }
			find()
			if n := testing.AllocsPerRun(3, find); n != 0 {
				t.Errorf("%s: %v allocations", r.Name, n)
			}
		}
	}
}

func BenchmarkPatterns(b *testing.B) {
	board := mustBoard(b, sudoku.Order(3).Model())
	var stuck []*Position
	basics := NewLadder("", "", "", slices.Concat(singleRules, subsetRules))
	for _, givens := range backendtest.Givens(backendtest.Spread(backendtest.Lines(b, "sudoku17.txt.gz"), 300)) {
		p := board.NewPosition(givens)
		if basics.Run(p, nil); !p.Solved() {
			stuck = append(stuck, p)
		}
	}
	for _, r := range patternRules {
		b.Run("rule="+r.Name, func(b *testing.B) {
			found, i := 0, 0
			for b.Loop() {
				if r.First(stuck[i%len(stuck)]) != nil {
					found++
				}
				i++
			}
			b.ReportMetric(100*float64(found)/float64(i), "%found")
		})
	}
}
