package clp

import "math"

// A linear is a linear program: minimize offset + cost·x subject to lower[i] <= activity of row i <= upper[i]. The
// relaxation keeps the bounds of the columns, which change from node to node. All numbers are integers, stored as
// float64 for CLP.
type linear struct {
	rows   int
	column []int32 // column k of the linear program is column[k] of the matrix

	// Column k has the nonzeros start[k] to start[k+1].
	start []int32
	index []int32 // row
	value []float64

	lower, upper []float64 // of the rows; -infinity and infinity for no bound
	cost         []float64 // of the columns; nil for no objective
	offset       int64     // cost of the fixed columns
	basis        []byte    // status of the columns, then of the rows; nil for the slack basis
}

// Status of a column or row in a basis, as CLP numbers it.
const (
	basic   = byte(1)
	atLower = byte(3)
)

var infinity = math.Inf(1)

// linearize returns the relaxation of the rows of s. It omits fixed columns and redundant rows, which on the hardest
// known Sudokus are two thirds of the columns and a third of the rows. With wholeProgram it contains all columns and
// rows, and no column may be fixed yet. cost is the objective by column of the matrix, or nil.
func (s *state) linearize(cost []int64, wholeProgram bool) *linear {
	lp := &linear{column: make([]int32, 0, s.columns)}
	for j, v := range s.value {
		if v == free {
			lp.column = append(lp.column, int32(j))
		}
	}

	// Per row: what the free columns can add to its activity, the sums of their negative and of their positive
	// coefficients.
	least := make([]int64, len(s.row))
	most := make([]int64, len(s.row))
	nonzeros := 0
	for _, j := range lp.column {
		occurs := s.occurrences.Get(j)
		nonzeros += len(occurs)
		for _, o := range occurs {
			if o.half&1 == 0 {
				most[o.half>>1] += o.weight
			} else {
				least[o.half>>1] -= o.weight
			}
		}
	}
	place := make([]int32, len(s.row)) // row in lp, or -1
	for i := range s.row {
		r := &s.row[i]
		place[i] = -1
		span := most[i] - least[i]
		if i == s.objective || !wholeProgram && span <= r.slack[0] && span <= r.slack[1] {
			continue
		}
		place[i] = int32(lp.rows)
		lp.rows++
		lower, upper := -infinity, infinity
		if r.slack[0] < unlimited/2 {
			upper = float64(r.slack[0] + least[i])
		}
		if r.slack[1] < unlimited/2 {
			lower = float64(most[i] - r.slack[1])
		}
		lp.lower = append(lp.lower, lower)
		lp.upper = append(lp.upper, upper)
	}

	lp.start = make([]int32, 1, len(lp.column)+1)
	lp.index = make([]int32, 0, nonzeros)
	lp.value = make([]float64, 0, nonzeros)
	for _, j := range lp.column {
		for _, o := range s.occurrences.Get(j) {
			if i := place[o.half>>1]; i >= 0 {
				v := float64(o.weight)
				if o.half&1 == 1 {
					v = -v
				}
				lp.index = append(lp.index, i)
				lp.value = append(lp.value, v)
			}
		}
		lp.start = append(lp.start, int32(len(lp.index)))
	}
	if cost != nil {
		lp.cost = make([]float64, len(lp.column))
		for k, j := range lp.column {
			lp.cost[k] = float64(cost[j])
		}
		for _, l := range s.trail {
			if l.value() == 1 {
				lp.offset += cost[l.column()]
			}
		}
	}
	return lp
}
