package human

import "fmt"

// Two strong links on a value, one end of each seeing one end of the other: these two ends cannot both have it, so one of the other two
// ends has it, and the cells that see both of those do not. Where the links lie gives the pattern its name. Sudoku Explainer takes it for
// a forcing X-chain, rated 6.6; the ratings here are those of its descendant Sukaku Explainer, which looks for the patterns by name.

// Skyscraper: both links lie in rows and the ends that see each other in a column, or the other way round.
var skyscraper = &Rule{
	Name:       "skyscraper",
	Title:      "skyscraper",
	Definition: "a value has two places each in two rows, two of them in one column: cells that see the other two lose it; so for columns",
	Source:     "Havard, Players' Forum, 2005",
	Explainer:  4.0, Score: 130, Level: Hard,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachTurbot(skyscraperShape, yield) },
	explain: explainTurbot,
}

// TwoStringKite: one link lies in a row, the other in a column, and the ends that see each other in a box.
var twoStringKite = &Rule{
	Name:       "two-string-kite",
	Title:      "two-string kite",
	Definition: "a value has two places each in a row and a column, two of them in one box: cells that see the other two lose it",
	Source:     "Havard, Players' Forum, 2005",
	Explainer:  4.1, Score: 150, Level: Hard,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachTurbot(kiteShape, yield) },
	explain: explainTurbot,
}

// dualTwoStringKite is two kites that are tied in the same two cells of a box: each of them is an end of a row and of a column.
var dualTwoStringKite = &Rule{
	Name:       "dual-two-string-kite",
	Title:      "dual two-string kite",
	Definition: "two two-string kites with the same two cells in the box strike what each of them does",
	Source:     "B. Hobiger, HoDoKu, 2008",
	Explainer:  4.1, Score: 150, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			kites := p.turbots(x, kiteShape)
			for i, k := range kites {
				for _, l := range kites[:i] {
					if k.first.b != l.second.a || k.second.a != l.first.b {
						continue
					}
					s := p.begin()
					s.turbot(p, l, x)
					one := len(s.Eliminations)
					s.turbot(p, k, x)
					if len(s.Eliminations) > one && !yield(s) {
						return true
					}
				}
			}
		}
		return false
	},
	explain: func(s *Step) string {
		return explainLinks(s, s.Parts[:2]) + "; and " + explainLinks(s, s.Parts[2:])
	},
}

// turbotFish is any other two links with ends that see each other.
var turbotFish = &Rule{
	Name:       "turbot-fish",
	Title:      "turbot fish",
	Definition: "a value has two places each in two houses, two of them seeing each other: cells that see the other two lose it",
	Source:     "Nick70, Players' Forum, 2005",
	Explainer:  4.2, Score: 120, Level: Hard,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachTurbot(turbotFishShape, yield) },
	explain: explainTurbot,
}

// A turbotShape is what a pair of strong links looks like.
type turbotShape int

const (
	turbotFishShape turbotShape = iota
	skyscraperShape
	kiteShape
	xWingShape
)

// A linkPair is two strong links; first.b and second.a see each other.
type linkPair struct{ first, second link }

// shape returns the shape of a pair; links in a row and a column come in this order.
func (b *Board) shape(q linkPair) turbotShape {
	switch one, two := b.houses[q.first.house].kind, b.houses[q.second.house].kind; {
	case one == Row && two == Row, one == Column && two == Column:
		across := Row + Column - one
		if !b.share(q.first.b, q.second.a, across) {
			return turbotFishShape
		}
		if b.share(q.first.a, q.second.b, across) {
			return xWingShape
		}
		return skyscraperShape
	case one == Row && two == Column && b.share(q.first.b, q.second.a, Region):
		return kiteShape
	}
	return turbotFishShape
}

// turbots returns the pairs of strong links of x that have the shape and strike something. They are valid until the next call.
func (p *Position) turbots(x int, shape turbotShape) []linkPair {
	all, links := p.scratch.pairs[:0], p.strongLinks(x)
	for i, l := range links {
		for _, k := range links[:i] {
			first, second := k, l
			if p.houses[k.house].kind > p.houses[l.house].kind {
				first, second = l, k
			}
			for turn := range 4 {
				q := linkPair{first.turned(turn&1 != 0), second.turned(turn&2 != 0)}
				if p.sees[q.first.b].has(q.second.a) && q.first.a != q.second.a && q.first.a != q.second.b && q.first.b != q.second.b &&
					p.shape(q) == shape && p.seen(x, q.first.a, q.second.b) {
					all = append(all, q)
				}
			}
		}
	}
	p.scratch.pairs = all
	return all
}

func (p *Position) eachTurbot(shape turbotShape, yield func(*Step) bool) bool {
	for x := range p.values {
		for _, q := range p.turbots(x, shape) {
			s := p.begin()
			s.turbot(p, q, x)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

// turbot adds a pair of links and what follows.
func (s *Step) turbot(p *Position, q linkPair, x int) {
	s.link(q.first, x)
	s.link(q.second, x)
	s.strikeSeen(p, x, q.first.a, q.second.b)
}

func explainTurbot(s *Step) string { return explainLinks(s, s.Parts) }

func explainLinks(s *Step, links []Part) string {
	a, b := links[0], links[1]
	name := func(t Part, i int) string { return s.board.base.NameOf(t.Cells[i]) }
	return fmt.Sprintf("%s has two places in %s, %s and %s, and two in %s, %s and %s; it cannot be in both %s and %s, so it is in %s or %s",
		numbers(a), a.House, name(a, 0), name(a, 1), b.House, name(b, 0), name(b, 1), name(a, 1), name(b, 0), name(a, 0), name(b, 1))
}
