package figure

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// A table is the data of a chart: one row for each point, bar, bin or cell.
type table struct {
	head []string
	rows [][]string
}

// WriteCSV writes the data of the figure, one row for each point, bar, bin, step, box or cell. A NaN is an empty field.
func (f *Figure) WriteCSV(w io.Writer) error {
	var t table
	if f.Chart != nil {
		t = f.Chart.table()
	}
	out := csv.NewWriter(w)
	if len(t.head) > 0 {
		out.Write(t.head)
	}
	out.WriteAll(t.rows)
	return out.Error()
}

// add adds a row of texts and numbers.
func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case string:
			row[i] = c
		case float64:
			row[i] = Exact(c)
		default:
			row[i] = fmt.Sprint(c)
		}
	}
	t.rows = append(t.rows, row)
}

// Exact formats x with the digits needed to read back the same float; NaN is empty.
func Exact(x float64) string {
	if x != x {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// itemOrNaN returns x[i], or NaN beyond the end.
func itemOrNaN(x []float64, i int) float64 {
	if i < len(x) {
		return x[i]
	}
	return math.NaN()
}

// elementOrZero returns x[i], or the zero value beyond the end.
func elementOrZero[T any](x []T, i int) (e T) {
	if i < len(x) {
		return x[i]
	}
	return e
}

// join appends the rows of another table, with name in the first column. Columns that t lacks are added to it.
func (t *table) join(name string, other table) {
	at := make([]int, len(other.head))
	for i, h := range other.head {
		at[i] = slices.Index(t.head, h)
		if at[i] < 0 {
			at[i] = len(t.head)
			t.head = append(t.head, h)
		}
	}
	for _, r := range other.rows {
		row := make([]string, len(t.head))
		row[0] = name
		for i, cell := range r {
			row[at[i]] = cell
		}
		t.rows = append(t.rows, row)
	}
}

// pad appends empty fields to rows that are shorter than the head.
func (t *table) pad() {
	for i, r := range t.rows {
		for len(r) < len(t.head) {
			r = append(r, "")
		}
		t.rows[i] = r
	}
}
