package cover

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/words"
	"nonet/model"
)

// An Answer is what a program printed about a problem.
type Answer struct {
	Status    model.Status
	Solutions [][]string // of each solution the options, as Key has them
	Complete  bool       // the program says how many solutions there are in all, and these are they
}

// Key returns the items of an option in an order that does not depend on where a program begins to print it.
func Key(option string) string {
	items := strings.Fields(option)
	slices.Sort(items)
	return strings.Join(items, " ")
}

// AppendSolution appends solution number n of p, counted from 1, as Knuth's programs print it.
func AppendSolution(b []byte, p *Problem, n int, s Solution) []byte {
	b = append(strconv.AppendInt(b, int64(n), 10), ":\n"...)
	for _, k := range s {
		b = append(p.appendOption(append(b, ' '), k), '\n')
	}
	return b
}

// ReadAnswer reads what Knuth's programs print: for each solution a line with its number and a colon, and then a line for each option with
// its items, after which "(2 of 5)" may stand; and at the end "Altogether 3 solutions" and statistics. Lines that begin with | or a
// parenthesis are comments. Errors about the contents are *ParseErrors. Whether the solutions solve anything is not checked here.
func ReadAnswer(r io.Reader) (Answer, error) {
	f := words.NewReader(r)
	var a Answer
	total := -1
	for f.Next() {
		if len(f.Words) == 0 {
			continue
		}
		first := f.Words[0]
		errorf := func(w words.Word, format string, args ...any) (Answer, error) {
			return Answer{}, &ParseError{f.Line, w.Column, fmt.Sprintf(format, args...)}
		}
		switch {
		case total >= 0, first.Text[0] == '|', first.Text[0] == '(':
		case first.Text == "Altogether":
			n := -1
			if len(f.Words) > 1 {
				n, _ = strconv.Atoi(f.Words[1].Text)
			}
			if n < 0 || n == 0 && f.Words[1].Text != "0" {
				return errorf(first, "expected the number of solutions after Altogether")
			}
			total = n
		case len(f.Words) == 1 && isNumber(strings.TrimSuffix(first.Text, ":")) && strings.HasSuffix(first.Text, ":"):
			a.Solutions = append(a.Solutions, nil)
		case len(a.Solutions) == 0:
			return errorf(first, "expected the number of a solution with a colon, or Altogether, not %q", words.Clip(first.Text))
		default:
			text := f.Text
			if n := len(f.Words); n > 3 && f.Words[n-2].Text == "of" && strings.HasPrefix(f.Words[n-3].Text, "(") {
				text = text[:f.Words[n-3].Column-1]
			}
			last := len(a.Solutions) - 1
			a.Solutions[last] = append(a.Solutions[last], Key(text))
		}
	}
	switch err := f.Err(); {
	case err == words.ErrTooLong:
		return Answer{}, &ParseError{f.Line, 1, err.Error()}
	case err != nil:
		return Answer{}, fmt.Errorf("cover: answer: %w", err)
	case len(a.Solutions) > 0:
		a.Status, a.Complete = model.Satisfiable, total == len(a.Solutions)
	case total == 0:
		a.Status, a.Complete = model.Unsatisfiable, true
	case total > 0:
		a.Status = model.Satisfiable
	default:
		return Answer{}, &ParseError{f.Line + 1, 1, "the answer ends without a solution or a line Altogether"}
	}
	return a, nil
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
