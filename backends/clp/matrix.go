package clp

import (
	"errors"
	"fmt"
	"math"

	"nonet/encode/ip"
	"nonet/internal/slice"
)

// A lit is a literal: 2j+1 states that column j is 1, and 2j that it is 0.
type lit int32

func litOf(column int32, value int8) lit { return lit(column<<1) | lit(value) }

func (l lit) column() int32 { return int32(l >> 1) }
func (l lit) value() int8   { return int8(l & 1) }
func (l lit) not() lit      { return l ^ 1 }

// A matrix holds the rows of a program in a form for propagation. It is immutable after compile.
//
// A row lower <= sum a_j x_j <= upper is split into two halves. Each half has a weight |a_j| for each column and a
// capacity, which bounds the sum of the weights of its true literals:
//
//	half 2i    the literals that raise the activity above its minimum (x_j for a_j > 0, not x_j for a_j < 0);
//	           capacity upper - minimum
//	half 2i+1  their negations, which lower the activity below its maximum; capacity maximum - lower
//
// So both halves share one list of terms, every half is a knapsack with positive weights, and "exactly one of n"
// becomes at most one of n true and at most n-1 of n false.
type matrix struct {
	columns int

	// Row i has the terms start[i] to start[i+1]: literals of half 2i and their weights.
	start  []int32
	term   []lit
	weight []int64

	// By column j: the halves in which x_j = 1 has weight. x_j = 0 has the same weight in the other half of the same
	// row.
	occurrences slice.Lists[occurrence]

	rows []row // state with no column fixed

	// objective is the index of the last row, which requires a better objective than the incumbent, or -1 if there is
	// no objective. The relaxation omits this row.
	objective int
}

type occurrence struct {
	weight int64
	half   int32
}

// A row is the state of a row under a partial assignment.
type row struct {
	slack    [2]int64 // by half: capacity minus the weights of true literals; negative if violated
	heaviest int64    // largest weight; a half with at least this slack forces nothing
	free     int32    // number of free columns
	queued   [2]bool
}

// unlimited is the capacity of a half that cannot be violated. It exceeds every sum of weights.
const unlimited = int64(1) << 60

// MaxActivity is the largest supported sum of the absolute values of the coefficients of a row or of the objective,
// 2^53: below it, double precision represents every activity exactly.
const MaxActivity = 1 << 53

// compile builds the matrix of p, with a row for the objective cost, which is nil if there is none. It returns an error
// if a row mentions a missing column or one column twice, or if its coefficients are too large. It takes linear time.
func compile(p *ip.Program, cost []int64) (*matrix, error) {
	if p.Shown < 0 || p.Shown > len(p.Columns) {
		return nil, fmt.Errorf("%d of %d columns are shown", p.Shown, len(p.Columns))
	}
	if !p.ZeroOne() {
		return nil, errors.New("the program has columns other than 0 and 1")
	}
	m := &matrix{columns: len(p.Columns), objective: -1}
	nonzeros, rows := len(cost), len(p.Rows)
	for i := range p.Rows {
		nonzeros += len(p.Rows[i].Entries)
	}
	if cost != nil {
		m.objective = rows
		rows++
	}
	if m.columns > math.MaxInt32/4 || rows > math.MaxInt32/4 || nonzeros > math.MaxInt32/4 {
		return nil, fmt.Errorf("program too large: %d columns, %d rows, %d nonzeros", m.columns, rows, nonzeros)
	}
	m.start = make([]int32, 1, rows+1)
	m.term = make([]lit, 0, nonzeros)
	m.weight = make([]int64, 0, nonzeros)
	m.rows = make([]row, 0, rows)
	m.occurrences.Reset(m.columns)

	name := func(i int) string {
		if p.Rows[i].Name == "" {
			return fmt.Sprint("row ", i+1)
		}
		return "row " + p.Rows[i].Name
	}
	seen := make([]int32, m.columns) // last row, counted from 1, in which a column occurs
	for i := range p.Rows {
		r := &p.Rows[i]
		for _, e := range r.Entries {
			if e.Column < 0 || e.Column >= m.columns {
				return nil, fmt.Errorf("%s: mentions column %d of %d", name(i), e.Column, m.columns)
			}
			if seen[e.Column] == int32(i)+1 {
				return nil, fmt.Errorf("%s: column %d (%s) occurs twice", name(i), e.Column,
					p.Columns[e.Column].Name)
			}
			seen[e.Column] = int32(i) + 1
			if !m.addTerm(int32(e.Column), int64(e.Coef)) {
				return nil, errTooLarge(name(i))
			}
		}
		if !m.endRow(int64(r.Lower), int64(r.Upper)) {
			return nil, errTooLarge(name(i))
		}
	}
	if cost != nil {
		for j, c := range cost {
			if !m.addTerm(int32(j), c) {
				return nil, errTooLarge("objective")
			}
		}
		if !m.endRow(-ip.Infinity, ip.Infinity) {
			return nil, errTooLarge("objective")
		}
	}
	m.transpose()
	return m, nil
}

func errTooLarge(what string) error {
	return fmt.Errorf("%s: coefficients too large: the sum of their absolute values exceeds %d",
		what, int64(MaxActivity))
}

// addTerm adds a term to the row under construction. It returns false if the coefficient is too large.
func (m *matrix) addTerm(column int32, coef int64) bool {
	switch {
	case coef > MaxActivity || coef < -MaxActivity:
		return false
	case coef > 0:
		m.term = append(m.term, litOf(column, 1))
		m.weight = append(m.weight, coef)
	case coef < 0:
		m.term = append(m.term, litOf(column, 0))
		m.weight = append(m.weight, -coef)
	default:
		return true
	}
	m.occurrences.Count(column)
	return true
}

// endRow completes the row under construction, with the bounds of its activity. It returns false if its coefficients
// are too large.
func (m *matrix) endRow(lower, upper int64) bool {
	r := row{}
	least, most := int64(0), int64(0) // activity
	for k := m.start[len(m.start)-1]; k < int32(len(m.term)); k++ {
		w := m.weight[k]
		if m.term[k].value() == 1 {
			most += w
		} else {
			least -= w
		}
		if most-least > MaxActivity {
			return false
		}
		r.heaviest = max(r.heaviest, w)
		r.free++
	}
	lower = max(lower, -ip.Infinity) // so that it can be negated
	r.slack = [2]int64{capacity(upper, least, most), capacity(-lower, -most, -least)}
	m.rows = append(m.rows, r)
	m.start = append(m.start, int32(len(m.term)))
	return true
}

// capacity returns the capacity of the half that keeps an activity between least <= 0 and most >= 0 from exceeding
// upper. Neither the difference nor any later sum can overflow.
func capacity(upper, least, most int64) int64 {
	switch {
	case upper >= most:
		return unlimited
	case upper < least:
		return -1
	default:
		return upper - least
	}
}

// transpose fills in the occurrences, which addTerm counted.
func (m *matrix) transpose() {
	m.occurrences.Allot()
	for i := range m.rows {
		for k := m.start[i]; k < m.start[i+1]; k++ {
			l := m.term[k]
			half := int32(2 * i)
			if l.value() == 0 {
				half++
			}
			m.occurrences.Add(l.column(), occurrence{m.weight[k], half})
		}
	}
}
