package ip_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
)

// Each line of testdata/cases.txt that begins with a letter has a reader and a text, in which | ends a line. The next
// lines, with a blank before them, are what the reader returns: a program, a linear program written as LP, an answer,
// or an error.
func TestCases(t *testing.T) {
	text, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for line := range strings.Lines(string(text)) {
		if line[0] == ' ' {
			continue
		}
		b.WriteString(line)
		reader, text, found := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if line[0] == '#' || !found {
			continue
		}
		in := strings.NewReader(strings.ReplaceAll(text, "|", "\n"))
		var out string
		switch reader {
		case "answer":
			s, err := ip.ReadSolution(in)
			out = answerText(s, err)
		case "console":
			s, err := ip.ReadOutput(in)
			out = answerText(s, err)
		default:
			p, lines, err := ip.ReadLines(in, ip.Format(reader))
			if out = programText(p, lines, err); err == nil {
				for _, f := range ip.Formats()[:2] {
					var b bytes.Buffer
					if ip.Write(&b, p, f) != nil { // numbers beyond 2^53
						continue
					}
					q, err := ip.Read(&b, f)
					if err != nil {
						t.Fatal(err)
					}
					samePoints(t, p, q)
				}
			}
		}
		for line := range strings.Lines(out) {
			b.WriteString(" " + strings.TrimRight(line, " \n") + "\n")
		}
	}
	golden(t, "cases.txt", b.Bytes())
}

// answerText returns an answer as text, with the values as NAME#NUMBER=VALUE@LINE.
func answerText(s ip.Solution, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	text := fmt.Sprintf("%s %v %q", s.Format, s.Status, s.Note)
	if s.Optimal {
		text += " optimal"
	}
	if s.Sparse {
		text += " sparse"
	}
	for _, v := range s.Values {
		text += fmt.Sprintf(" %s#%d=%v@%d", v.Name, v.Number, v.Value, v.Line)
	}
	return text
}

// programText returns what a reader returns as text: the rows with their lines, then the columns.
func programText(p *ip.Program, lines []int, err error) string {
	var mixed *ip.MixedError
	var parse *encode.ParseError
	switch {
	case errors.As(err, &mixed):
		var b strings.Builder
		if err := mixed.Program.Write(&b, ip.LP, nil); err != nil {
			return err.Error()
		}
		return "mixed: " + err.Error() + "\n" + b.String()
	case errors.As(err, &parse):
		return "error: " + err.Error()
	case err != nil:
		return "not a ParseError: " + err.Error()
	}
	bound := func(n int) string {
		switch n {
		case ip.Infinity:
			return "inf"
		case -ip.Infinity:
			return "-inf"
		}
		return fmt.Sprint(n)
	}
	sum := func(entries []ip.Entry) (text string) {
		for _, e := range entries {
			text += fmt.Sprintf(" %+d %s", e.Coef, p.ColumnName(e.Column))
		}
		return text
	}
	text := "min"
	if p.Maximize {
		text = "max"
	}
	text += sum(p.Objective)
	if p.Offset != 0 || p.Scale != 0 {
		text += fmt.Sprintf(" %+d, over %d", p.Offset, p.Scale)
	}
	for i, r := range p.Rows {
		text += fmt.Sprintf("\n%s@%d: %s ..%s .. %s", p.RowName(i), lines[i], bound(r.Lower), sum(r.Entries),
			bound(r.Upper))
	}
	text += "\n"
	for _, c := range p.Columns {
		text += fmt.Sprintf("%q %d..%d, ", c.Name, c.Lower, c.Upper)
	}
	text += fmt.Sprintf("%d shown", p.Shown)
	if p.Name != "" || p.Dropped != nil || p.Comments != nil {
		text += fmt.Sprintf("; name %q, dropped %q, comments %q", p.Name, p.Dropped, p.Comments)
	}
	return text
}

// Models with each kind of constraint, and the programs, names and reasons of several encoders.
func TestProgramsOfModels(t *testing.T) {
	name := strings.Repeat("long", 11)
	satisfiable := &model.Model{
		Vars: []model.Variable{{Name: "bit", Domain: model.Interval(0, 1)},
			{Name: "free", Domain: model.Interval(-3, 5)},
			{Name: "r1c1", Domain: model.Interval(1, 3)}, {Name: "r1c2", Domain: model.Interval(1, 3)},
			{Name: "é!", Domain: model.Values(-1, 0, 4)}, {Name: "k", Domain: model.Values(2)},
			{Name: name + "1", Domain: model.Interval(-2, 0)}, {Name: name + "2", Domain: model.Values(7)},
			{Name: "two", Domain: model.Values(3, 9)}, {Name: "AZaz09", Domain: model.Interval(0, 2)},
			{Name: "solo", Domain: model.Values(4)}, {Name: "low", Domain: model.Interval(2, 5)},
			{Name: "high", Domain: model.Interval(2, 5)}},
		Constraints: []model.Constraint{
			model.Given{Var: 5, Value: 2}, model.Given{Var: 1, Value: 3}, model.Given{Var: 8, Value: 9},
			model.AllDifferent{Vars: []model.Var{2, 3, 5}}, model.AllDifferent{Vars: []model.Var{2, 3}},
			model.AllDifferent{Vars: []model.Var{2, 3, 4, 9}}, model.AllDifferent{Vars: []model.Var{6, 7}},
			model.NotEqual{A: 2, B: 3, Offset: 1}, model.NotEqual{A: 5, B: 3}, model.NotEqual{A: 3, B: 5},
			model.Linear{Terms: []model.Term{{Coef: -2, Var: 0}, {Coef: 1, Var: 1}, {Coef: -1, Var: 2},
				{Coef: 3, Var: 5}, {Coef: 1, Var: 1}, {Coef: 1, Var: 9}}, Relation: model.AtMost, Bound: 12},
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 8}, {Coef: -3, Var: 4}, {Coef: 1, Var: 0},
				{Coef: -1, Var: 0}}, Relation: model.AtLeast, Bound: -4},
			model.Linear{Terms: []model.Term{{Coef: 2, Var: 2}, {Coef: -1, Var: 3}, {Coef: 1, Var: 6}}, Bound: -1},
			model.Linear{Terms: []model.Term{{Coef: 2, Var: 5}}, Relation: model.AtMost, Bound: 4},
			model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: -1, Var: 10}}, Relation: model.AtLeast},
			model.Table{Vars: []model.Var{2, 5, 3, 2}, Rows: [][]int{{1, 2, 1, 1}, {1, 2, 3, 1}, {1, 2, 3, 2},
				{9, 2, 1, 9}, {2, 3, 1, 2}, {1, 2, 3, 1}, {3, 2, 1, 3}}},
			model.Table{Vars: []model.Var{9}, Rows: [][]int{{2}, {0}}},
			model.Given{Var: 11, Value: 2}, model.Given{Var: 12, Value: 5},
		},
		Objective: &model.Objective{Maximize: true, Constant: 5, Terms: []model.Term{{Coef: 2, Var: 1},
			{Coef: -1, Var: 2}, {Coef: 4, Var: 5}, {Coef: 1, Var: 6}}},
	}
	contradictions := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Values(2)}, {Name: "b", Domain: model.Values(2)},
			{Name: "c", Domain: model.Interval(1, 3)}, {Name: "d", Domain: model.Interval(0, 1)}},
		Constraints: []model.Constraint{
			model.Given{Var: 0, Value: 2}, model.Given{Var: 1, Value: 2}, model.Given{Var: 0, Value: 3},
			model.Given{Var: 2, Value: 1}, model.Given{Var: 2, Value: 3}, model.Given{Var: 3, Value: 2},
			model.Given{Var: 3, Value: 1}, model.Given{Var: 3, Value: 0}, model.NotEqual{A: 0, B: 1},
			model.NotEqual{A: 2, B: 2}, model.AllDifferent{Vars: []model.Var{0, 1, 2}},
			model.Table{Vars: []model.Var{2}},
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Bound: 3}, model.NotEqual{A: 2, B: 0, Offset: -1},
		},
	}
	var b bytes.Buffer
	for _, m := range []*model.Model{satisfiable, contradictions} {
		for _, e := range []ip.Encoder{{Names: true}, {Names: true, Integers: true, Givens: ip.GivenRows},
			{Integers: true, Objective: ip.ConstantObjective}, ip.Thesis(), {}} {
			f := ip.LP
			if e == (ip.Encoder{}) {
				f = ip.OPB
			}
			encoding, a, err := e.Provenance(t.Context(), m, f)
			if err != nil {
				t.Fatal(err)
			}
			p := encoding.Formula
			fmt.Fprintf(&b, "%+v\n%s\n", e, programText(p, make([]int, len(p.Rows)), nil))
			fmt.Fprintf(&b, "%d auxiliary, one-hot %v, %+v, %q\n", a.Auxiliary, p.OneHot, a.Total(), a.Sources)
			for k, part := range a.Parts {
				if part.Bounds == 0 {
					fmt.Fprintln(&b, a.Explain(k))
				} else {
					fmt.Fprintf(&b, "%+v\n", part)
				}
			}
		}
	}
	golden(t, "models.txt", b.Bytes())
}
