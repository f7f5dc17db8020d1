package clp

import (
	"cmp"
	"context"
	"slices"

	"nonet/encode/ip"
	"nonet/internal/slice"
	"nonet/model"
)

// coverRounds limits the relaxations of withCovers: the last of them cut off little.
const coverRounds = 40

// leastViolation is how much the point of a relaxation must violate an inequality, relative to its largest coefficient.
const leastViolation = 1e-3

// withCovers returns p with more rows, which its rows imply and which the optimal points of its relaxation violate. It
// solves relaxations until no such row is found. No solution is lost, but the relaxation bounds the objective better.
//
// Source: H. Crowder, E. L. Johnson, M. Padberg, Solving Large-Scale Zero-One Linear Programming Problems, Operations
// Research 31(5), 1983, pp. 803-834: coefficient reduction, and lifted cover inequalities.
func (d config) withCovers(ctx context.Context, p *ip.Program, effort *model.Effort) (*ip.Program, error) {
	q := *p
	q.Rows = slices.Clip(p.Rows)
	for range coverRounds {
		s, err := d.search(ctx, &q, nil)
		if err != nil {
			return nil, err
		}
		rows := s.impliedRows()
		s.guide.close()
		effort.Add(s.effort)
		if len(rows) == 0 || s.err != nil {
			return &q, s.err
		}
		q.Rows = append(q.Rows, rows...)
	}
	return &q, nil
}

// impliedRows returns rows that the halves imply and that the point of the root's relaxation violates, at most one for
// each half.
func (s *search) impliedRows() (rows []ip.Row) {
	hasWeights := func(r row) bool { return r.heaviest > 1 }
	if s.cost == nil || !slices.ContainsFunc(s.row[:s.objective], hasWeights) {
		return nil
	}
	s.effort.Nodes++
	if !s.fixBounds() || !s.reduce() || s.complete() || s.solveRelaxation() != fractional {
		return nil
	}
	for half := range int32(2 * s.objective) {
		k, ok := s.knapsack(half)
		if !ok {
			continue
		}
		weights := slice.Map(k.items, func(it item) int64 { return it.weight })
		row, violated := k.row(weights, k.capacity)
		if !violated {
			row, violated = k.cover()
		}
		if violated {
			rows = append(rows, row)
		}
	}
	return rows
}

// A knapsack limits the weights of its true items.
type knapsack struct {
	items    []item
	capacity int64
}

// An item is a free literal.
type item struct {
	lit    lit
	weight int64
	x      float64 // its value at the point of the relaxation
}

// knapsack returns the free literals of a half, with the least weights and capacity that allow the same points: an item
// whose weight exceeds what all weights exceed the capacity by excludes no more than one with that weight. ok is false
// if the half does not exclude a point, or has no weights.
func (s *search) knapsack(half int32) (k knapsack, ok bool) {
	r := s.row[half>>1]
	excess := -r.slack[half&1]
	for t := s.start[half>>1]; t < s.start[half>>1+1]; t++ {
		l := s.term[t] ^ lit(half&1)
		if j := l.column(); s.value[j] == free {
			x := s.x[j]
			if l.value() == 0 {
				x = 1 - x
			}
			k.items = append(k.items, item{l, s.weight[t], x})
			excess += s.weight[t]
		}
	}
	k.capacity = -excess
	for i := range k.items {
		it := &k.items[i]
		it.weight = min(it.weight, excess)
		k.capacity += it.weight
	}
	return k, excess > 0 && r.heaviest > 1
}

// cover returns a lifted cover inequality. A cover is a set of items that exceed the capacity, so at least one of them
// is false. The other items have the largest coefficients with which that still holds, one after the other.
func (k *knapsack) cover() (row ip.Row, violated bool) {
	slices.SortStableFunc(k.items, func(a, b item) int {
		return cmp.Compare((1-a.x)*float64(b.weight), (1-b.x)*float64(a.weight))
	})
	n, sum := 0, int64(0) // the cover is items[:n]
	for ; sum <= k.capacity; n++ {
		sum += k.items[n].weight
	}
	byValue := func(a, b item) int { return cmp.Compare(b.x, a.x) }
	slices.SortStableFunc(k.items[:n], byValue)
	for i := n - 1; i >= 0; i-- {
		if it := k.items[i]; sum-it.weight > k.capacity { // the others are a cover
			sum -= it.weight
			n--
			k.items = append(slices.Delete(k.items, i, i+1), it)
		}
	}
	slices.SortStableFunc(k.items[n:], byValue)

	lightest := slices.Repeat([]int64{k.capacity + 1}, n) // by sum of coefficients: the least weight of items with it
	lightest[0] = 0
	coefs := make([]int64, len(k.items))
	for i, it := range k.items {
		coef := 0
		if i < n {
			coef = 1
		} else { // beside the item, the sum is at most n-1-coef
			for coef < n-1 && lightest[n-1-coef] > k.capacity-it.weight {
				coef++
			}
		}
		coefs[i] = int64(coef)
		for sum := n - 1; sum >= coef; sum-- {
			lightest[sum] = min(lightest[sum], lightest[sum-coef]+it.weight)
		}
	}
	return k.row(coefs, int64(n-1))
}

// row returns the row in which the coefficients of true items add up to at most upper. It reports whether the point
// violates the row.
func (k *knapsack) row(coefs []int64, upper int64) (row ip.Row, violated bool) {
	excess := -float64(upper)
	for i, it := range k.items {
		c := coefs[i]
		if c == 0 {
			continue
		}
		excess += float64(c) * it.x
		if it.lit.value() == 0 {
			c = -c
			upper += c
		}
		row.Entries = append(row.Entries, ip.Entry{Column: int(it.lit.column()), Coef: int(c)})
	}
	row.Lower, row.Upper = -ip.Infinity, int(upper)
	return row, excess > leastViolation*float64(slices.Max(coefs))
}
