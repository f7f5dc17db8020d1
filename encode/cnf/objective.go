package cnf

import (
	"math/bits"
	"slices"

	"nonet/encode"
	"nonet/model"
)

// An Objective is the objective of a model as auxiliary variables that count its value. A better value than a
// solution is a few more clauses over these variables (Formula.CutOff), so an engine improves a solution without a new
// encoding and keeps what it has learned.
type Objective struct {
	Maximize bool

	// Exactly one of these is set, unless the value is constant. Steps is the value in order encoding: Steps[i] means
	// "at least the (i+1)-th smallest sum", for i > 0; Steps[0] is unused. Bits is the value minus its least value in
	// binary, the least significant bit first; 0 stands for a bit that is never set.
	Steps, Bits []Lit
}

// maxSteps is the largest number of clauses that count an objective in order encoding. Beyond it, adders do, which take
// fewer clauses and propagate less.
const maxSteps = 100_000

// objective adds the variables and clauses that count an objective.
// Sources: the totalizer of LinearEncoding; for adders, N. Eén and N. Sörensson, Translating Pseudo-Boolean Constraints
// into SAT, JSAT 2, 2006.
func (b *builder) objective(o *model.Objective) error {
	b.f.Objective = nil
	if o == nil {
		return nil
	}
	terms, _, err := b.terms(o.Terms)
	if err != nil {
		return &encode.UnsupportedError{Encoding: "cnf", Part: "objective: " + err.Error()}
	}
	b.f.Objective = &Objective{Maximize: o.Maximize}
	for _, t := range terms {
		if len(t.contributions) == 0 {
			return nil // a variable without values makes the formula unsatisfiable
		}
	}
	terms = slices.DeleteFunc(terms, func(t term) bool { return len(t.contributions) == 1 })
	if len(terms) == 0 {
		return nil
	}
	clauses := 0
	if t := newSum(terms, &clauses); t != nil {
		b.f.Objective.Steps = t.literals(b)
		return nil
	}
	b.f.Objective.Bits = b.add(terms)
	return nil
}

// newSum returns the tree of some terms with a step for each of their sums, or nil if that takes more than maxSteps
// clauses.
func newSum(terms []term, clauses *int) *total {
	t := &total{terms: terms}
	if len(terms) == 1 {
		t.term = &terms[0]
		t.steps = slices.Sorted(slices.Values(terms[0].contributions))
		*clauses += 3 * len(t.steps)
		return t
	}
	half := (len(terms) + 1) / 2
	t.left = newSum(terms[:half], clauses)
	t.right = newSum(terms[half:], clauses)
	if t.left == nil || t.right == nil {
		return nil
	}
	t.addSteps(clauses)
	if *clauses > maxSteps {
		return nil
	}
	return t
}

// add returns the bits of the sum of terms, less the least sum. Each term is a number in binary whose bits the values
// of its variable define; a chain of ripple-carry adders for each weight adds them up.
func (b *builder) add(terms []term) []Lit {
	var columns [64][]Lit // by weight: the bits to add
	width := 0            // of the sum
	span := uint64(0)
	for _, t := range terms {
		least := t.least()
		span += uint64(t.greatest() - least)
		values := b.atomLits(t.v)
		for weight := range bits.Len64(uint64(t.greatest() - least)) {
			l := b.f.NewVar()
			for i, value := range values {
				if (t.contributions[i]-least)>>weight&1 == 1 {
					b.f.Add(-value, l)
				} else {
					b.f.Add(-value, -l)
				}
			}
			columns[weight] = append(columns[weight], l)
		}
	}
	width = bits.Len64(span)
	sum := make([]Lit, width)
	for weight := range sum {
		column := columns[weight]
		for len(column) > 1 {
			var low, carry Lit
			if len(column) == 2 {
				low, carry = b.addBits(column[0], column[1], falseLit)
				column = column[2:]
			} else {
				low, carry = b.addBits(column[0], column[1], column[2])
				column = column[3:]
			}
			column = append(column, low)
			if weight+1 < width { // beyond it, the carry is never set
				columns[weight+1] = append(columns[weight+1], carry)
			}
		}
		if len(column) == 1 {
			sum[weight] = column[0]
		}
	}
	return sum
}

// addBits returns the two bits of x + y + z, where z may be falseLit.
func (b *builder) addBits(x, y, z Lit) (low, carry Lit) {
	low, carry = b.f.NewVar(), b.f.NewVar()
	lits := []Lit{x, y}
	if z != falseLit {
		lits = append(lits, z)
	}
	for row := range 1 << len(lits) { // the truth table
		clause := make([]Lit, len(lits), len(lits)+1)
		ones := bits.OnesCount(uint(row))
		for i, l := range lits {
			clause[i] = l
			if row>>i&1 == 1 {
				clause[i] = -l
			}
		}
		result := func(l Lit, set bool) {
			if !set {
				l = -l
			}
			b.f.Add(append(clause[:len(lits):len(lits)], l)...)
		}
		result(low, ones%2 == 1)
		result(carry, ones >= 2)
	}
	return low, carry
}

// CutOff appends to dst the clauses that v violates and that every solution still wanted satisfies, each ended by 0 as
// in Body: those of a better value of the objective than v has, or without an objective the clause of Exclude. The
// empty clause states that there is none.
func (f *Formula) CutOff(dst []Lit, v Valuation) []Lit {
	o := f.Objective
	switch {
	case o == nil:
		return append(f.Exclude(dst, v), 0)
	case o.Steps == nil:
		return o.cutOffBits(dst, v)
	}
	step := 0 // of v
	for step+1 < len(o.Steps) && holds(o.Steps[step+1], v) {
		step++
	}
	switch {
	case !o.Maximize && step > 0:
		dst = append(dst, -o.Steps[step])
	case o.Maximize && step+1 < len(o.Steps):
		dst = append(dst, o.Steps[step+1])
	}
	return append(dst, 0)
}

// cutOffBits is CutOff for a value in binary.
func (o *Objective) cutOffBits(dst []Lit, v Valuation) []Lit {
	value, most := uint64(0), uint64(1)<<len(o.Bits)-1
	for i, l := range o.Bits {
		if l != 0 && holds(l, v) {
			value |= 1 << i
		}
	}
	// The value must be at most limit or, if flip is set, at least limit: its complement is then at most limit's.
	limit, flip := value-1, false
	if o.Maximize {
		limit, flip = most-(value+1), true
	}
	if !o.Maximize && value == 0 || o.Maximize && value == most {
		return append(dst, 0)
	}
	for i, l := range o.Bits {
		if limit>>i&1 == 1 {
			continue
		}
		// This bit of the value is 0, or some higher bit is 0 where the limit has a 1.
		from, satisfied := len(dst), false
		add := func(l Lit) { // the literal "the bit is 0"
			switch {
			case l == 0:
				satisfied = satisfied || !flip
			case flip:
				dst = append(dst, l)
			default:
				dst = append(dst, -l)
			}
		}
		add(l)
		for k := i + 1; k < len(o.Bits); k++ {
			if limit>>k&1 == 1 {
				add(o.Bits[k])
			}
		}
		if dst = append(dst, 0); satisfied {
			dst = dst[:from]
		}
	}
	return dst
}

// holds reports whether l is true in v.
func holds(l Lit, v Valuation) bool { return v[l.Var()] == (l > 0) }

// Clauses iterates over clauses that are ended by 0, as in Formula.Body. The slices are parts of body.
func Clauses(body []Lit) func(yield func([]Lit) bool) {
	return (&Formula{Body: body}).All()
}
