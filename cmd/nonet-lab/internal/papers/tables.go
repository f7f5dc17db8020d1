package papers

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// A builtTable is a table of the report with the rows that it was built from.
type builtTable struct {
	*report.Table
	rows []row
}

// Adjusted stands for cells that depend on a p value corrected by Holm's method. The correction counts all tests with
// the same Family in the table, or, if Family is empty, all tests of the column. A NaN stays NaN and is not counted.
type Adjusted struct {
	Family string
	P      float64
	Cells  func(p float64) []report.Cell
}

// pending is an Adjusted and the place of its cells in the table.
type pending struct {
	Adjusted
	row, column, width int
	marked             func([]report.Cell) []report.Cell
}

// table returns a table by name.
func (w *writer) table(name string) (*builtTable, error) {
	if t := w.tables[name]; t != nil {
		return t, nil
	}
	build := w.unbuilt[name]
	if build == nil {
		return nil, fmt.Errorf("there is no table %q", name)
	}
	delete(w.unbuilt, name) // so that a table that depends on itself is not found
	t, err := build()
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", name, err)
	}
	w.tables[name] = t
	return t, nil
}

func (w *writer) build(s *tableSpec, name string, base row) (*builtTable, error) {
	t := &builtTable{Table: &report.Table{Name: name}}
	var err error
	if t.Title, err = w.text(s.Title, base); err != nil {
		return nil, err
	}
	for _, note := range s.Notes {
		if note, err = w.text(note, base); err != nil {
			return nil, err
		}
		if note != "" {
			t.Notes = append(t.Notes, note)
		}
	}
	columns, err := w.columnsOf(s.Columns, base)
	if err != nil {
		return nil, err
	}
	for _, c := range columns {
		t.Columns = append(t.Columns, Columns(c.titles...)...)
	}
	if t.rows, err = w.product(s.Rows, s.Where, base); err != nil {
		return nil, err
	}
	var waiting []pending
	for i, r := range t.rows {
		var cells []report.Cell
		for _, c := range columns {
			v, err := w.cell(c, r)
			if err != nil {
				return nil, err
			}
			marked, err := w.marking(c, r)
			if err != nil {
				return nil, err
			}
			if a, ok := v.(Adjusted); ok {
				if a.Family == "" {
					a.Family = c.titles[0]
				}
				waiting = append(waiting, pending{a, i, len(cells), len(c.titles), marked})
				v = nil
			}
			some, err := cellsOf(v, len(c.titles))
			if err != nil {
				return nil, fmt.Errorf("column %q: %w", c.titles[0], err)
			}
			cells = append(cells, marked(some)...)
		}
		t.Rows = append(t.Rows, cells)
		r["cells"] = cells
	}
	adjust(waiting)
	for _, p := range waiting {
		copy(t.Rows[p.row][p.column:p.column+p.width], p.marked(p.Cells(p.P)))
	}
	report.MarkRepeats(t.Table)
	return t, nil
}

// marking returns a function that adds to the verdicts of a column in a row what they compare with and which claim they
// are about. Both are given by the column, or else by the row.
func (w *writer) marking(c expandedColumn, r row) (func([]report.Cell) []report.Cell, error) {
	if len(c.fields) > 0 {
		r = maps.Clone(r)
		maps.Copy(r, c.fields)
	}
	of := func(key, column string) (string, error) {
		if column != "" {
			return w.text(column, r)
		}
		if r[key] == nil {
			return "", nil
		}
		v, err := w.value("."+key, r)
		return fmt.Sprint(v), err
	}
	against, err := of("against", c.against)
	if err != nil {
		return nil, err
	}
	if against != "" {
		if err := knownKind(against); err != nil {
			return nil, err
		}
	}
	id, err := of("id", c.id)
	return func(cells []report.Cell) []report.Cell {
		for i := range cells {
			if cells[i].Verdict == report.None {
				continue
			}
			if against != "" && cells[i].Kind != report.UpToFactor {
				cells[i].Kind = report.Kind(against)
			}
			cells[i].Claim = id
		}
		return cells
	}, err
}

// knownKind returns an error unless s is the name of what a verdict may compare with.
func knownKind(s string) error {
	known := []report.Kind{report.PublishedNumber, report.PublishedStatement, report.Input, report.OwnReference}
	if slices.Contains(known, report.Kind(s)) {
		return nil
	}
	return fmt.Errorf("against %q: expected one of %q", s, known)
}

// adjust corrects the p values of each family.
func adjust(waiting []pending) {
	families := map[string][]*pending{}
	for i := range waiting {
		families[waiting[i].Family] = append(families[waiting[i].Family], &waiting[i])
	}
	for _, family := range families {
		p := make([]float64, len(family))
		for i := range family {
			p[i] = family[i].P
		}
		for i, q := range stats.Holm(p) {
			family[i].P = q
		}
	}
}

// An expandedColumn is a column of the claims, expanded for one row of the list that its key "each" names.
type expandedColumn struct {
	column
	fields row // those of the row
}

// columnsOf expands the columns whose condition when is true.
func (w *writer) columnsOf(s columns, base row) (made []expandedColumn, err error) {
	all, err := s.parse()
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		list := []row{{}}
		if c.each != "" {
			if list, err = w.rowsOf(c.each, base); err != nil {
				return nil, err
			}
		}
		for _, fields := range list {
			r := maps.Clone(base)
			maps.Copy(r, fields)
			ok, err := w.holds(c.when, r)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			one := expandedColumn{c, fields}
			if one.style, err = w.text(c.style, r); err != nil {
				return nil, err
			}
			one.titles = make([]string, len(c.titles))
			for i, title := range c.titles {
				if one.titles[i], err = w.text(title, r); err != nil {
					return nil, err
				}
			}
			made = append(made, one)
		}
	}
	return made, nil
}

// cell returns the value of a column in a row, or nil if the condition "if" is false.
func (w *writer) cell(c expandedColumn, r row) (any, error) {
	if len(c.fields) > 0 {
		r = maps.Clone(r)
		maps.Copy(r, c.fields)
	}
	if ok, err := w.holds(c.rowIf, r); !ok || err != nil {
		return nil, err
	}
	return w.value(c.value, r)
}

// cellsOf returns the cells that show a value in a number of columns, the width.
func cellsOf(v any, width int) ([]report.Cell, error) {
	cells := make([]report.Cell, width)
	switch v := v.(type) {
	case nil:
		return cells, nil
	case []report.Cell:
		if len(v) > width {
			return nil, fmt.Errorf("%d cells in %d columns", len(v), width)
		}
		copy(cells, v)
	case report.Cell:
		cells[0] = v
	case string:
		cells[0] = report.Words(v)
	case report.Ours:
		cells[0] = report.Measured(v)
	case Rate:
		cells[0] = v.Cell()
	case Records:
		cells[0] = report.Count(len(v))
	default:
		x, err := number(v)
		if err != nil {
			return nil, err
		}
		cells[0] = report.Number(x)
	}
	return cells, nil
}

// number converts the value of a formula to a number; nil becomes NaN.
func number(v any) (float64, error) {
	switch v := v.(type) {
	case nil:
		return math.NaN(), nil
	case int:
		return float64(v), nil
	case int64:
		return float64(v), nil
	case uint64:
		return float64(v), nil
	case float64:
		return v, nil
	case report.Ours:
		return v.Value, nil
	case Rate:
		return v.Value(), nil
	case report.Cell:
		return v.Number, nil
	}
	return 0, fmt.Errorf("%v is a %T: expected a number", v, v)
}

// oursOf converts the value of a formula to a measured number.
func oursOf(v any) (report.Ours, error) {
	switch v := v.(type) {
	case report.Ours:
		return v, nil
	case Rate:
		return v.Ours(), nil
	case string:
		return report.Ours{Value: math.NaN(), Missing: v}, nil
	}
	x, err := number(v)
	return report.Ours{Value: x}, err
}
