package papers

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/report"
)

// numbers returns a field of rows as numbers.
func numbers(key string, rows []row) ([]float64, error) {
	x := make([]float64, len(rows))
	var err error
	for i, r := range rows {
		if x[i], err = number(r[key]); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// evaluate computes the fields of rows, except for formulas that use missing fields.
func (w *writer) evaluate(rows []row, err error) ([]row, error) {
	for _, r := range rows {
		for _, key := range slices.Sorted(maps.Keys(r)) {
			if err == nil {
				err = w.settle(r, key)
			}
		}
	}
	return rows, err
}

// settle evaluates a field, unless its formula uses missing fields.
func (w *writer) settle(r row, key string) error {
	if source, ok := r[key].(string); !ok || !strings.HasPrefix(source, "=") || !w.complete(r, key) {
		return nil
	}
	_, err := w.value("."+key, r)
	return err
}

// complete reports whether a row has all fields that the formula of one of its fields uses.
func (w *writer) complete(r row, key string) bool {
	value, there := r[key]
	source, ok := value.(string)
	if !ok || !strings.HasPrefix(source, "=") {
		return there
	}
	f, err := w.formula(source[1:])
	return err != nil || !slices.ContainsFunc(f.fields, func(name string) bool { return !w.complete(r, name) })
}

// inside returns the rows whose field lies between two numbers, both included, or, if in is false, the other rows. Rows
// without a number are in neither result.
func inside(want bool) func(key string, lo, hi float64, rows []row) []row {
	return func(key string, lo, hi float64, rows []row) (some []row) {
		for _, r := range rows {
			if x, err := number(r[key]); err == nil && !math.IsNaN(x) && want == (lo <= x && x <= hi) {
				some = append(some, r)
			}
		}
		return some
	}
}

// sorted returns rows in ascending order of a field, or in descending order if its name begins with "-". Rows without a
// number come last.
func sorted(key string, rows []row) ([]row, error) {
	key, down := strings.CutPrefix(key, "-")
	x, err := numbers(key, rows)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
		if down {
			x[i] = -x[i]
		}
		if math.IsNaN(x[i]) {
			x[i] = math.Inf(1)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	out := make([]row, len(rows))
	for i, at := range order {
		out[i] = rows[at]
	}
	return out, nil
}

// tally counts the cells of a table that have a verdict, in the columns of a title if one is given. Repeated
// comparisons do not count. The verdict "" counts all cells with a verdict other than not run and too few runs.
func (w *writer) tally(verdict, name string, titles ...string) (n int, err error) {
	t, err := w.table(name)
	if err != nil {
		return 0, err
	}
	for _, cells := range t.Rows {
		for i, c := range cells {
			switch {
			case c.Verdict == report.None || c.Repeats:
			case len(titles) > 0 && !slices.Contains(titles, t.Columns[i].Title):
			case verdict == "" && (c.Verdict == report.NotRun || c.Verdict == report.TooFew):
			case verdict == "" || c.Verdict == report.Verdict(verdict):
				n++
			}
		}
	}
	return n, nil
}
