package lcg

import (
	"math"
	"nonet/model"
	"slices"
)

// A Problem is variables with domains, and constraints over them. Add them, then call New.
type Problem struct {
	initial     []model.Domain
	peers       []peer
	peersOf     [][]int32 // by variable: indices of the peers whose values it excludes
	propagators []propagator
	queueOf     []uint8   // by propagator
	onLo, onHi  [][]int32 // by variable: propagators to run after a change of the bound
	onAny       [][]int32 // by variable: propagators to run after any change
	clauses     [][]atom
	literals    []literal
	literalAs   []int32 // by variable: the last literal whose 0-1 variable it is, or -1
	literalsOf  []asked // by variable
	alldiffs    []*allDifferent
	objective   *linear
	branches    []Branch
}

// A Branch is advice for decisions on variables. The open one with the lowest score comes first; without scores, the
// first one.
type Branch struct {
	Vars  []int32
	Score func(low, values int) int
	High  bool // high values first, otherwise low ones
	Half  bool // a half of the values first, otherwise one value
}

// Branch adds advice for decisions, for which the advice of earlier calls has no open variable.
func (p *Problem) Branch(b Branch) { p.branches = append(p.branches, b) }

// A peer states that variable to is not the value of variable from plus offset.
type peer struct {
	from, to int32
	offset   int
}

// A Term is a summand: a coefficient, not 0, times a variable.
type Term struct {
	Coef int
	Var  int32
}

// Variable adds a variable, whose domain is not empty, and returns its number; numbers count from 0.
func (p *Problem) Variable(domain model.Domain) int32 {
	p.initial = append(p.initial, domain)
	p.peersOf, p.onLo, p.onHi = append(p.peersOf, nil), append(p.onLo, nil), append(p.onHi, nil)
	p.onAny, p.literalAs, p.literalsOf = append(p.onAny, nil), append(p.literalAs, -1), append(p.literalsOf, asked{})
	return int32(len(p.initial) - 1)
}

// Differ states that b is not a plus offset; a and b are two variables.
func (p *Problem) Differ(a, b int32, offset int) {
	for _, r := range []peer{{a, b, offset}, {b, a, -offset}} {
		p.peersOf[r.from] = append(p.peersOf[r.from], int32(len(p.peers)))
		p.peers = append(p.peers, r)
	}
}

// maxHall limits the variables of constraints whose Hall intervals are looked for, which takes quadratic time.
const maxHall = 200

// AllDifferent states that the variables, which must be distinct, have different values.
func (p *Problem) AllDifferent(vars []int32) {
	for i, a := range vars {
		for _, b := range vars[:i] {
			p.Differ(a, b, 0)
		}
	}
	if len(vars) <= 2 || len(vars) > maxHall {
		return
	}
	p.takeAll(vars)
	d := &allDifferent{vars: vars}
	p.alldiffs = append(p.alldiffs, d)
	d.id = p.add(d, 1)
	for _, v := range vars {
		p.onLo[v], p.onHi[v] = append(p.onLo[v], d.id), append(p.onHi[v], d.id)
	}
}

// AtMost states that the sum of the terms, whose variables must be distinct, is at most bound. It returns false if that
// cannot be.
func (p *Problem) AtMost(terms []Term, bound int) bool {
	low, high, least := 0, 0, math.MaxInt
	for _, t := range terms {
		a, b := p.ends(t)
		low, high, least = low+a, high+b, min(least, max(b-a, 1))
	}
	switch {
	case low > bound:
		return false
	case high <= bound:
		return true
	case high-least <= bound && p.areBinary(terms): // a clause: not all terms are at their maximum
		c := make([]atom, len(terms))
		for i, t := range terms {
			d := p.initial[t.Var]
			if c[i] = (atom{d.Min(), t.Var, atMost}); t.Coef > 0 {
				c[i] = atom{d.Max(), t.Var, atLeast}
			}
		}
		p.clauses = append(p.clauses, c)
	default:
		p.addLinear(&linear{terms, bound})
	}
	return true
}

// Minimize makes each solution better than the last one. It is called at most once.
func (p *Problem) Minimize(terms []Term) {
	p.objective = &linear{terms, unbounded}
	p.addLinear(p.objective)
}

// ends returns the lowest and the highest value of a term.
func (p *Problem) ends(t Term) (low, high int) {
	d := p.initial[t.Var]
	a, b := t.Coef*d.Min(), t.Coef*d.Max()
	return min(a, b), max(a, b)
}

// areBinary reports whether all variables have two values.
func (p *Problem) areBinary(terms []Term) bool {
	return !slices.ContainsFunc(terms, func(t Term) bool { return p.initial[t.Var].Size() != 2 })
}

func (p *Problem) addLinear(l *linear) {
	queue := uint8(0)
	if len(l.terms) > longSum {
		queue = 1
	}
	id := p.add(l, queue)
	for _, t := range l.terms {
		if on := &p.onLo[t.Var]; t.Coef > 0 {
			*on = append(*on, id)
		} else {
			p.onHi[t.Var] = append(p.onHi[t.Var], id)
		}
	}
}

// Table states that the values of the variables, which must be distinct, are one of the rows.
func (p *Problem) Table(vars []int32, rows [][]int) {
	id := p.add(newTable(vars, rows), 1)
	for _, v := range vars {
		p.onAny[v] = append(p.onAny[v], id)
	}
}

// Literal states that b, which has two values, has the higher one exactly if v is k, or is at most k; with negated,
// exactly if not. It returns false, and states nothing, if k is no value of v.
func (p *Problem) Literal(b, v int32, k int, most, negated bool) bool {
	if !p.initial[v].Contains(k) {
		return false
	}
	l := literal{atom{p.initial[b].Max(), b, atLeast}, atom{k, v, equals}, p.literalAs[b]}
	if negated {
		l.b = l.b.not()
	}
	of := p.literalsOf[v].at(k)
	at := &of.equal
	if most {
		at, l.is.op = &of.most, atMost
	}
	if *at >= 0 { // another variable answers the question: b is that variable, or its opposite
		first := p.literals[*at].b
		p.clauses = append(p.clauses, []atom{l.b, first.not()}, []atom{l.b.not(), first})
		return true
	}
	*at, p.literalAs[b] = int32(len(p.literals)), int32(len(p.literals))
	p.literals = append(p.literals, l)
	return true
}

func (p *Problem) add(c propagator, queue uint8) int32 {
	p.propagators, p.queueOf = append(p.propagators, c), append(p.queueOf, queue)
	return int32(len(p.propagators) - 1)
}
