package cnf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/model"
)

// WriteDIMACS writes f in DIMACS CNF format: the comments, the header "p cnf VARIABLES CLAUSES", and one clause to a
// line, ended by 0. If there are auxiliary variables, lines "c p show 1 2 ... 0" after the header list the shown ones,
// as model counters expect; a long list takes several lines. The same formula gives the same bytes.
//
// It is an error if f is ill-formed, or if a comment contains a line end or reads as a list of shown variables.
func WriteDIMACS(w io.Writer, f *Formula) error {
	if err := f.Validate(); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 64<<10)
	literal := func(l Lit, after byte) { b.Write(append(strconv.AppendInt(b.AvailableBuffer(), int64(l), 10), after)) }
	for i, c := range f.Comments {
		if strings.ContainsAny(c, "\r\n") || isShowList(c) {
			return fmt.Errorf("write: comment %d cannot be written: %.40q", i+1, c)
		}
		b.WriteString("c")
		if c != "" {
			b.WriteString(" " + c)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "p cnf %d %d\n", f.Vars, f.Clauses)
	if f.Shown < f.Vars { // in lines of moderate length, each a complete list
		const perLine = 16
		for from := 1; from <= max(f.Shown, 1); from += perLine {
			b.WriteString("c " + showWord + " ")
			for x := from; x < from+perLine && x <= f.Shown; x++ {
				literal(Lit(x), ' ')
			}
			b.WriteString("0\n")
		}
	}
	for i, l := range f.Body {
		if i%(1<<16) == 0 {
			if _, err := b.Write(nil); err != nil { // an error stays: do not format the rest
				break
			}
		}
		if l == 0 {
			literal(l, '\n')
		} else {
			literal(l, ' ')
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

const showWord = "p show" // the start of a comment that lists shown variables

// isShowList reports whether a comment may be read as a list of shown variables.
func isShowList(comment string) bool {
	for kind, word := range listWords {
		rest, found := strings.CutPrefix(strings.TrimLeft(comment, " \t\v\f"), word)
		if found && (rest == "" || scan.IsBlank(int(rest[0]))) {
			first := append([]byte(strings.TrimLeft(rest, " \t\v\f")), 0)[0]
			return isList(kind, int(first))
		}
	}
	return false
}

// MapComments returns comments that give the meaning of the shown variables of an encoding of m, one to a line: "var 17
// = r1c2=8", "var 17 = r1c2>=8", or "var 17 = bit 0 of r1c2". Before these, a line "fixed r1c1=5" gives each variable
// of m that the formula leaves out. The bits of a variable encode an index into its domain, from 0; a line "values r1c2
// = 1 2 3 4" before them lists the domain.
func MapComments(m *model.Model, mp encode.Map) []string {
	comments := make([]string, 0, len(mp.Fixed)+len(mp.Shown))
	for _, a := range mp.Fixed {
		comments = append(comments, "fixed "+a.Text(m))
	}
	for k, a := range mp.Shown {
		if a.Kind == encode.Bit && a.Value == 0 {
			values := strings.Trim(fmt.Sprint([]int(mp.Domains[a.Var])), "[]")
			comments = append(comments, "values "+m.NameOf(a.Var)+" = "+values)
		}
		comments = append(comments, "var "+strconv.Itoa(k+1)+" = "+a.Text(m))
	}
	return comments
}
