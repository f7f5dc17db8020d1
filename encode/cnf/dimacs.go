package cnf

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/model"
)

// WriteDIMACS writes f in DIMACS CNF format: the comments, the header "p cnf VARIABLES CLAUSES", and one clause to a line, ended by 0.
// If there are auxiliary variables, the shown ones are listed after the header in lines "c p show 1 2 ... 0", as model counters expect
// it; the list is spread over as many lines as it needs. The same formula gives the same bytes.
//
// It is an error if f is not well-formed, or if a comment contains a newline or reads as such a list.
func WriteDIMACS(w io.Writer, f *Formula) error {
	if err := f.Validate(); err != nil {
		return err
	}
	d := dimacsWriter{w: w, buf: make([]byte, 0, 64<<10)}
	for i, c := range f.Comments {
		if strings.Contains(c, "\n") || isShowList(c) {
			return fmt.Errorf("cnf: write: comment %d cannot be written: %.40q", i+1, c)
		}
		d.text("c")
		if c != "" {
			d.text(" ")
			d.text(c)
		}
		d.text("\n")
	}
	d.text(fmt.Sprintf("p cnf %d %d\n", f.Vars, f.Clauses))
	if f.Shown < f.Vars {
		d.show(f.Shown)
	}
	for _, l := range f.Body {
		d.literal(l)
		if l == 0 {
			d.buf[len(d.buf)-1] = '\n'
		}
	}
	d.flush()
	return d.err
}

// A dimacsWriter collects text and writes it in large pieces. The first error is kept.
type dimacsWriter struct {
	w   io.Writer
	buf []byte
	err error
}

func (d *dimacsWriter) text(s string) {
	d.buf = append(d.buf, s...)
	if len(d.buf) > 60<<10 {
		d.flush()
	}
}

// literal writes l and a space.
func (d *dimacsWriter) literal(l Lit) {
	if len(d.buf) > 60<<10 {
		d.flush()
	}
	d.buf = append(strconv.AppendInt(d.buf, int64(l), 10), ' ')
}

const showWord = "p show" // what a comment starts with that lists shown variables

func isShowList(comment string) bool {
	rest, found := strings.CutPrefix(comment, showWord)
	return found && (rest == "" || scan.Blank(int(rest[0])))
}

// show lists the variables 1..n in lines of moderate length, each a complete list.
func (d *dimacsWriter) show(n int) {
	const perLine = 16
	for from := 1; from <= max(n, 1); from += perLine {
		d.text("c " + showWord + " ")
		for x := from; x < from+perLine && x <= n; x++ {
			d.literal(Lit(x))
		}
		d.text("0\n")
	}
}

func (d *dimacsWriter) flush() {
	if d.err == nil {
		if _, err := d.w.Write(d.buf); err != nil {
			d.err = fmt.Errorf("cnf: write: %w", err)
		}
	}
	d.buf = d.buf[:0]
}

// MapComments says in comments what the shown variables of an encoding of m mean, one to a line: "var 17 = r1c2=8", "var 17 = r1c2>=8", or
// "var 17 = bit 0 of r1c2", after "fixed r1c1=5" for each variable of m that the formula leaves out. The bits of a variable number the
// values of its domain from 0; a line "values r1c2 = 1 2 3 4" before them lists these.
func MapComments(m *model.Model, mp encode.Map) []string {
	comments := make([]string, 0, len(mp.Fixed)+len(mp.Shown))
	for _, a := range mp.Fixed {
		comments = append(comments, "fixed "+a.In(m))
	}
	for k, a := range mp.Shown {
		if a.Kind == encode.Bit && a.Value == 0 {
			comments = append(comments, "values "+m.NameOf(a.Var)+" = "+strings.Trim(fmt.Sprint([]int(mp.Domains[a.Var])), "[]"))
		}
		comments = append(comments, "var "+strconv.Itoa(k+1)+" = "+a.In(m))
	}
	return comments
}
