package exchange

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode"
)

// appendText appends the table of families and statements and the properties of the formula, or the selected units.
func (w *formulaExplainer) appendText(b []byte, x *inquiry.Formula, selected []int) []byte {
	if !w.alone {
		b = append(b, print.Heading(x.Item)...)
	}
	if selected != nil {
		for _, k := range selected {
			line := fmt.Sprintf("%s %d: %s\n", strings.TrimSuffix(x.UnitName, "s"), k+1, x.Explain(k))
			b = append(b, term.FoldLines(line, w.Width())...)
		}
		return b
	}
	start, total := len(b), x.Total()
	b = fmt.Appendf(b, "The file of nonet export --to %s --encoding %s --preprocess %s", w.to, x.EncodingName,
		w.preprocess)
	if w.method != "" && (x.File == nil || !x.File.IsFormula()) {
		b = fmt.Appendf(b, ", which is what %s solves", w.method)
	}
	b = append(b, "\n\n"...)
	t := term.Table{
		Head: []string{"FAMILY", "FORM", strings.ToUpper(x.UnitName), strings.ToUpper(x.EntryName), "AUXILIARY",
			"BOUNDS", "PROPAGATION"},
		Right: []bool{false, false, true, true, true, true, false},
	}
	row := func(name, form string, p encode.Part, propagation string) {
		cells := []string{name, form}
		for _, n := range []int{p.Units, p.Entries, p.Auxiliary, p.Bounds} {
			cells = append(cells, strings.TrimPrefix(term.Thousands(n), "0"))
		}
		t.Add(append(cells, propagation)...)
	}
	for _, f := range x.Families() {
		row(fmt.Sprintf("%s (%s)", f.Name, term.Thousands(f.Constraints)), "", f.Part, "")
		for i, s := range f.Statements {
			branch := "├─ "
			if i == len(f.Statements)-1 {
				branch = "└─ "
			}
			row(branch+s.Text, s.Form, s.Part, s.Propagation)
		}
	}
	row("total", "", total, "")
	removed := t.Fit(w.Width(), strings.ToUpper(x.EntryName), "BOUNDS", "AUXILIARY", "FORM")
	b = append(b, t.String()+term.NotShown(removed, w.Width(), "csv")...)
	b = fmt.Appendf(b, "\nVariables: %s shown, %s auxiliary\n", term.Thousands(x.Shown), term.Thousands(x.Auxiliary))
	b = fmt.Appendf(b, "Propagation finds: %s\n", x.Propagation)
	switch {
	case x.PreservesModelCount():
		b = append(b, "Number of models: kept, one for each solution\n"...)
	case x.InterchangeableValues > 1:
		b = fmt.Appendf(b, "Number of models: not kept; each solution comes with the %d colours in any order\n",
			x.InterchangeableValues)
	default:
		b = fmt.Appendf(b, "Number of models: not kept; %s may be true or false, "+
			"so count on the shown variables only\n",
			term.Plural(total.Undetermined, "auxiliary variable", "auxiliary variables"))
	}
	if x.Plain != nil {
		before := x.Plain.Total()
		one, several := "cell", "cells"
		if x.File != nil {
			one, several = "variable", "variables"
		}
		b = fmt.Appendf(b, "Preprocessor %s: finds %s, rules out %s of %s values; without it %s variables, %s %s",
			w.preprocess, term.Plural(x.Fixed, one, several), term.Thousands(x.Eliminated), term.Thousands(x.Values),
			term.Thousands(x.Plain.Shown+x.Plain.Auxiliary), term.Thousands(before.Units), x.UnitName)
		if x.EntryName != "" {
			b = fmt.Appendf(b, ", %s %s", term.Thousands(before.Entries), x.EntryName)
		}
		b = append(b, '\n')
	}
	for _, s := range x.Sources {
		if s != "" {
			b = fmt.Appendf(b, "Source: %s\n", s)
		}
	}
	if !w.alone {
		b = append(b, '\n')
	}
	return append(b[:start], term.FoldLines(string(b[start:]), w.Width())...)
}

// appendCSV appends a row for each statement, or for each unit that was asked for, below the names of the columns.
func (w *formulaExplainer) appendCSV(b []byte, x *inquiry.Formula, selected []int) []byte {
	head := "index,family,constraints,states,form,count,entries,auxiliary,open,bounds,propagation\n"
	var rows [][]any
	if selected != nil {
		head = "index,number,says,why\n"
		for _, u := range x.DescribeUnits(selected) {
			rows = append(rows, []any{u.Number, u.Says, u.Why})
		}
	} else {
		for _, f := range x.Families() {
			for _, s := range f.Statements {
				rows = append(rows, []any{f.Name, f.Constraints, s.Text, s.Form, s.Units, s.Entries, s.Auxiliary,
					s.Undetermined, s.Bounds, s.Propagation})
			}
		}
	}
	if x.Index == 0 {
		b = append(b, head...)
	}
	for _, row := range rows {
		b = strconv.AppendInt(b, int64(x.Index), 10)
		for _, field := range row {
			b = term.AppendField(append(b, ','), fmt.Sprint(field))
		}
		b = append(b, '\n')
	}
	return b
}
