package ip

import "slices"

// A rowSide is one side of a row, terms <= limit.
type rowSide struct {
	terms []Entry
	limit int
	open  int // the number of terms that have no least value, because a bound of their column is missing
}

// closeColumns gives a column that lacks a lower or an upper bound the bound that the rows imply: if all other terms of
// a side have a least value, what these leave of the limit bounds the term. No solution is lost. Time is linear in the
// nonzeros.
func (p *Program) closeColumns() {
	if !slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Lower == -Infinity || c.Upper == Infinity }) {
		return
	}
	type openTerm struct{ side, coef int }
	var sides []rowSide
	var queue []int // of sides with at most one open term
	openTerms := make([][]openTerm, len(p.Columns))
	add := func(terms []Entry, limit int) {
		s := rowSide{terms: terms, limit: limit}
		for _, e := range terms {
			if _, ok := p.leastTerm(e); !ok {
				s.open++
				openTerms[e.Column] = append(openTerms[e.Column], openTerm{len(sides), e.Coef})
			}
		}
		if s.open <= 1 {
			queue = append(queue, len(sides))
		}
		sides = append(sides, s)
	}
	for _, r := range p.Rows {
		if r.Upper != Infinity {
			add(r.Entries, r.Upper)
		}
		if r.Lower != -Infinity {
			negated := slices.Clone(r.Entries)
			for k := range negated {
				negated[k].Coef *= -1
			}
			add(negated, -r.Lower)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		s := &sides[queue[0]]
		rest, ok := p.rest(s)
		for _, e := range s.terms {
			least, closed := p.leastTerm(e)
			if !ok || closed && s.open > 0 || !p.limitTerm(e, rest+least) {
				continue
			}
			left := openTerms[e.Column][:0]
			for _, t := range openTerms[e.Column] {
				if _, ok := p.leastTerm(Entry{e.Column, t.coef}); !ok {
					left = append(left, t)
				} else if sides[t.side].open--; sides[t.side].open <= 1 {
					queue = append(queue, t.side)
				}
			}
			openTerms[e.Column] = left
		}
	}
}

// leastTerm returns the least value of a term, which is 0 and false if there is none within 2^53.
func (p *Program) leastTerm(e Entry) (least int, ok bool) {
	at := p.Columns[e.Column].Lower
	if e.Coef < 0 {
		at = p.Columns[e.Column].Upper
	}
	if at == Infinity || at == -Infinity {
		return 0, false
	}
	if least, ok = multiply(e.Coef, at); !ok || tooLarge(least) {
		return 0, false
	}
	return least, true
}

// rest returns what the least values of the terms that have one leave of the limit. It fails beyond 2^53.
func (p *Program) rest(s *rowSide) (rest int, ok bool) {
	rest = s.limit
	for _, e := range s.terms {
		least, _ := p.leastTerm(e)
		if rest -= least; tooLarge(rest) {
			return 0, false
		}
	}
	return rest, true
}

// limitTerm gives the column of a term the bound that the term is at most limit, if it has no bound on that side, and
// reports whether it did. If no value is left, the column keeps one, which no row allows.
func (p *Program) limitTerm(e Entry, limit int) bool {
	c := &p.Columns[e.Column]
	n := limit / e.Coef
	if limit%e.Coef != 0 && limit < 0 {
		n -= max(min(e.Coef, 1), -1) // towards the values that are allowed
	}
	switch {
	case tooLarge(n):
		return false
	case e.Coef > 0 && c.Upper == Infinity:
		c.Upper = max(n, c.Lower)
	case e.Coef < 0 && c.Lower == -Infinity:
		c.Lower = min(n, c.Upper)
	default:
		return false
	}
	return true
}
