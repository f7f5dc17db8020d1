package cover

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/model"
)

// OptionKey returns the items of an option in sorted order. Programs may start to print an option at any of its items.
func OptionKey(option string) string {
	items := strings.Fields(option)
	slices.Sort(items)
	return strings.Join(items, " ")
}

// Distinguish adds a secondary item to each shown option that has the items of an earlier one, such as the options of a
// variable in no constraint. An answer then shows which of them was chosen.
func (p *Problem) Distinguish() {
	seen := make(map[string]bool, p.Shown)
	for k := range p.Shown {
		key := OptionKey(p.OptionText(k))
		if seen[key] {
			item := p.addSecondary("option" + strconv.Itoa(k+1))
			p.Options[k] = append(slices.Clone(p.Options[k]), Entry{Item: item})
		}
		seen[key] = true
	}
}

// AppendSolution appends solution number n of p, counted from 1, in the form in which Knuth's programs print it.
func AppendSolution(b []byte, p *Problem, n int, s Solution) []byte {
	b = append(strconv.AppendInt(b, int64(n), 10), ":\n"...)
	for _, k := range s {
		b = append(p.appendOption(append(b, ' '), k), '\n')
	}
	return b
}

// ReadAnswer reads the output of Knuth's programs: for each solution a line with its number and a colon, then a line
// for each option with its items, which may be followed by "(2 of 5)"; and at the end "Altogether 3 solutions" and
// statistics. Lines that begin with | or a parenthesis are comments. A solution holds its options in the form of
// OptionKey. The answer is complete if the output has the total number of solutions, and that many were printed. Errors
// about the contents are *encode.ParseErrors. ReadAnswer does not check the solutions.
func ReadAnswer(r io.Reader) (a encode.Answer[[]string], err error) {
	defer parse.Catch(&err)
	f := scan.NewLines(r, "")
	total := -1
	for f.Next() {
		list := f.Words()
		if len(list) == 0 {
			continue
		}
		first := list[0]
		switch {
		case total >= 0, first.Text[0] == '|', first.Text[0] == '(':
		case first.Text == "Altogether":
			if len(list) < 2 || !isNumber(list[1].Text) {
				first.Failf("expected the number of solutions after Altogether")
			}
			total, _ = strconv.Atoi(list[1].Text)
		case len(list) == 1 && isNumber(strings.TrimSuffix(first.Text, ":")) && strings.HasSuffix(first.Text, ":"):
			a.Solutions = append(a.Solutions, nil)
		case len(a.Solutions) == 0:
			first.Failf("expected the number of a solution with a colon, or Altogether, not %q", scan.Clip(first.Text))
		default:
			text := f.Text
			if n := len(list); n > 3 && list[n-2].Text == "of" && strings.HasPrefix(list[n-3].Text, "(") {
				text = text[:list[n-3].Column-1]
			}
			last := len(a.Solutions) - 1
			a.Solutions[last] = append(a.Solutions[last], OptionKey(text))
		}
	}
	parse.Raise(f.Err())
	switch {
	case len(a.Solutions) > 0:
		a.Status, a.Complete = model.Satisfiable, total == len(a.Solutions)
	case total == 0:
		a.Status, a.Complete = model.Unsatisfiable, true
	case total > 0:
		a.Status = model.Satisfiable
	default:
		parse.Raise(f.EndErrorf("the answer ends without a solution or a line Altogether"))
	}
	return a, nil
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
