package papers

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"text/template"

	"nonet/cmd/nonet-lab/internal/report"
	"nonet/internal/pattern"
)

// A writer makes the report of an experiment from the files claims.toml and report.md.tmpl.
type writer struct {
	data       *Data
	claims     *claims
	functions  template.FuncMap
	quantities map[string]Quantity
	grids      map[string]Records // by name, filled on first use
	parsed     map[string]*formula
	result     any                                    // of the last formula: the function give stores it
	unbuilt    map[string]func() (*builtTable, error) // by name: builds a table on first use
	tables     map[string]*builtTable
	figures    map[string]func() (*report.Picture, error)
	blocks     []report.Block // by number of the placeholder; see show
	fits       map[string]*report.MachineFit
}

// newWriter parses the files of an experiment. fits are the factors of machines, if they are known already.
func (e Experiment) newWriter(d *Data, fits map[string]*report.MachineFit) (*writer, error) {
	c, err := readClaims(e.Claims)
	if err != nil {
		return nil, err
	}
	w := &writer{
		data: d, claims: c, fits: fits, quantities: maps.Clone(commonQuantities),
		grids: map[string]Records{}, parsed: map[string]*formula{},
		unbuilt: map[string]func() (*builtTable,
			error){}, tables: map[string]*builtTable{}, figures: map[string]func() (*report.Picture, error){},
	}
	w.functions = w.builtins()
	if e.Own != nil {
		own := e.Own(d)
		maps.Copy(w.functions, own.Functions)
		maps.Copy(w.quantities, own.Quantities)
	}
	for name, f := range w.functions {
		w.functions[name] = w.lift(f)
	}
	for i := range c.Tables {
		s := &c.Tables[i]
		err := w.expand(s.Name, s.For, s.With, func(name string, base row) {
			if w.unbuilt[name] == nil && w.tables[name] == nil {
				w.unbuilt[name] = func() (*builtTable, error) { return w.build(s, name, base) }
			}
		})
		if err != nil {
			return nil, err
		}
	}
	for i := range c.Figures {
		s := &c.Figures[i]
		err := w.expand(s.Name, s.For, s.With, func(name string, base row) {
			if w.figures[name] == nil {
				w.figures[name] = func() (*report.Picture, error) { return w.picture(s, name, base) }
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return w, nil
}

// expand calls do for each table or figure that an element of claims.toml makes: one for each row of list, the value of
// its key "for", or a single one without a list. name is the expanded name. base holds the fields that all rows of the
// table have.
func (w *writer) expand(name, list string, with row, do func(name string, base row)) error {
	bases, err := w.repeated(list, w.baseFields(with))
	if err != nil {
		return err
	}
	for _, base := range bases {
		expanded, err := w.text(name, base)
		if err != nil {
			return err
		}
		do(expanded, base)
	}
	return nil
}

// A formula is a pipeline of text/template, or a text with such pipelines in braces.
type formula struct {
	*template.Template
	fields []string // names of the fields that it uses
}

var fieldName = pattern.Lazy(`(?:^|[\s({|])\.([a-zA-Z]\w*)`)

// parse parses a formula. file and line say where it stands, for errors.
func (w *writer) parse(source, file string, line int) (*formula, error) {
	if f := w.parsed[source]; f != nil {
		return f, nil
	}
	t := template.New(file).Option("missingkey=error").Funcs(w.functions)
	t, err := t.Parse(strings.Repeat("\n", max(0, line-1)) + source)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	f := &formula{Template: t}
	for _, m := range fieldName().FindAllStringSubmatch(source, -1) {
		f.fields = append(f.fields, m[1])
	}
	w.parsed[source] = f
	return f, nil
}

// execute evaluates the fields that a formula uses, then the formula, and returns the text that it writes.
func (w *writer) execute(f *formula, r row) (string, error) {
	for _, name := range f.fields {
		s, ok := r[name].(string)
		if !ok || !strings.HasPrefix(s, "=") {
			continue
		}
		r[name] = "a formula that depends on itself"
		value, err := w.value(s[1:], r)
		if err != nil {
			return "", err
		}
		r[name] = value
	}
	var b strings.Builder
	err := f.Execute(&b, r)
	if err != nil {
		return "", errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	return strings.TrimLeft(b.String(), "\n"), nil
}

// formula parses a formula of claims.toml.
func (w *writer) formula(source string) (*formula, error) {
	return w.parse("{{"+source+" | give}}", claimsFile, w.claims.lineOf(source))
}

// value returns the value of a formula for a row.
func (w *writer) value(source string, r row) (any, error) {
	f, err := w.formula(source)
	if err != nil {
		return nil, err
	}
	if _, err = w.execute(f, r); err != nil {
		return nil, err
	}
	return w.result, nil
}

// holds reports whether a formula is true for a row. An empty formula is true.
func (w *writer) holds(source string, r row) (bool, error) {
	if source == "" {
		return true, nil
	}
	v, err := w.value(source, r)
	truth, _ := template.IsTrue(v)
	return truth, err
}

// text returns a text with the values of its formulas in their places.
func (w *writer) text(source string, r row) (string, error) {
	if !strings.Contains(source, "{{") {
		return source, nil
	}
	f, err := w.parse(source, claimsFile, w.claims.lineOf(source))
	if err != nil {
		return "", err
	}
	return w.execute(f, r)
}

// rowsOf returns the rows of a list, or of a formula over the fields of base.
func (w *writer) rowsOf(name string, base row) ([]row, error) {
	if source, ok := strings.CutPrefix(name, "="); ok {
		v, err := w.value(source, maps.Clone(base))
		if err != nil {
			return nil, err
		}
		if rows, ok := v.([]row); ok {
			return rows, nil
		}
		return nil, fmt.Errorf(claimsFile+":%d: %s is a %T: expected rows", w.claims.lineOf(source), source, v)
	}
	if rows, known := w.claims.Lists[name]; known {
		return rows, nil
	}
	return nil, fmt.Errorf(claimsFile+":%d: there is no list %q", w.claims.lineOf(`"`+name+`"`), name)
}

// list returns the rows of rowsOf. A row takes the fields that it does not have from base.
func (w *writer) list(name string, base row) ([]row, error) {
	rows, err := w.rowsOf(name, base)
	out := make([]row, len(rows))
	for i, r := range rows {
		out[i] = maps.Clone(base)
		maps.Copy(out[i], r)
	}
	return out, err
}

// product returns the rows of the product of lists that meet the condition where.
func (w *writer) product(lists []string, where string, base row) ([]row, error) {
	rows := []row{maps.Clone(base)}
	for _, name := range lists {
		var longer []row
		for _, r := range rows {
			more, err := w.list(name, r)
			if err != nil {
				return nil, err
			}
			longer = append(longer, more...)
		}
		rows = longer
	}
	var chosen []row
	for _, r := range rows {
		ok, err := w.holds(where, r)
		if err != nil {
			return nil, err
		}
		if ok {
			chosen = append(chosen, r)
		}
	}
	return chosen, nil
}

// repeated returns the rows of the list with this name. If the name is empty, it returns a single row, a copy of base.
func (w *writer) repeated(name string, base row) ([]row, error) {
	if name == "" {
		return []row{maps.Clone(base)}, nil
	}
	return w.list(name, base)
}

// baseFields returns the fields of the section [with], overridden by more.
func (w *writer) baseFields(more row) row {
	base := row{}
	maps.Copy(base, w.claims.With)
	maps.Copy(base, more)
	return base
}
