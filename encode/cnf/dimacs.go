package cnf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/internal/parse"
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
	return writeDIMACS(w, f, f.Clauses, slices.Values(f.Comments), func(d *dimacsWriter) error { return nil })
}

// writeDIMACS writes a file with the given number of clauses: body writes the first clauses, and those of f follow.
func writeDIMACS(
	w io.Writer, f *Formula, clauses int, comments iter.Seq[string], body func(*dimacsWriter) error,
) (err error) {
	defer parse.Catch(&err)
	d := &dimacsWriter{w: w, b: make([]byte, 0, dimacsBuffer)}
	d.writeHead(f, clauses, comments)
	if err := body(d); err != nil {
		return err
	}
	d.writeBody(f.Body)
	d.flush()
	return nil
}

// A dimacsWriter writes DIMACS files. It reports by parse.Raise that its destination fails.
type dimacsWriter struct {
	w io.Writer
	b []byte // what is not yet written
}

const (
	dimacsBuffer = 64 << 10
	literalWidth = 12 // with what follows it
)

// flush empties the buffer.
func (d *dimacsWriter) flush() {
	if _, err := d.w.Write(d.b); err != nil {
		parse.Raise(fmt.Errorf("write: %w", err))
	}
	d.b = d.b[:0]
}

// writeHead writes the comments, the header and the list of shown variables.
func (d *dimacsWriter) writeHead(f *Formula, clauses int, comments iter.Seq[string]) {
	number := 0
	for c := range comments {
		if number++; strings.ContainsAny(c, "\r\n") || isShowList(c) {
			parse.Raise(fmt.Errorf("write: comment %d cannot be written: %.40q", number, c))
		}
		if len(d.b)+len(c)+3 > cap(d.b) {
			d.flush()
		}
		d.b = append(d.b, 'c')
		if c != "" {
			d.b = append(append(d.b, ' '), c...)
		}
		d.b = append(d.b, '\n')
	}
	d.b = fmt.Appendf(d.b, "p cnf %d %d\n", f.Vars, clauses)
	if f.Shown < f.Vars { // in lines of moderate length, each a complete list
		const perLine = 16
		line := make([]Lit, 0, perLine+1)
		for from := 1; from <= max(f.Shown, 1); from += perLine {
			line = line[:0]
			for x := from; x < from+perLine && x <= f.Shown; x++ {
				line = append(line, Lit(x))
			}
			d.b = append(d.b, "c "+showWord+" "...)
			d.writeBody(append(line, 0))
		}
	}
}

// writeBody writes clauses, each ended by 0.
func (d *dimacsWriter) writeBody(body []Lit) {
	b := d.b // not in memory inside the loop
	for _, l := range body {
		if len(b)+literalWidth > cap(b) {
			d.b = b
			d.flush()
			b = d.b
		}
		if l == 0 {
			b = append(b, '0', '\n')
		} else {
			b = append(strconv.AppendInt(b, int64(l), 10), ' ')
		}
	}
	d.b = b
}

const showWord = "p show" // the start of a comment that lists shown variables

// isShowList reports whether a comment may be read as a list of shown variables.
func isShowList(comment string) bool {
	for kind, word := range listWords[:lineR] { // a line r is one only without a blank before it
		rest, found := strings.CutPrefix(strings.TrimLeft(comment, " \t\v\f"), word)
		if found && (rest == "" || scan.IsBlank(int(rest[0]))) {
			first := append([]byte(strings.TrimLeft(rest, " \t\v\f")), 0)[0]
			return isList(kind, int(first))
		}
	}
	return false
}

// MapComments iterates over comments that give the meaning of the shown variables of an encoding of m, one to a line:
// "var 17 = r1c2=8", "var 17 = r1c2>=8", or "var 17 = bit 0 of r1c2". Before these, a line "fixed r1c1=5" gives each
// variable of m that the formula leaves out. The bits of a variable encode an index into its domain, from 0; a line
// "values r1c2 = 1 2 3 4" before them lists the domain.
func MapComments(m *model.Model, mp encode.Map) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, a := range mp.Fixed {
			if !yield("fixed " + a.Text(m)) {
				return
			}
		}
		for k, a := range mp.Shown {
			if a.Kind == encode.Bit && a.Value == 0 {
				values := strings.Trim(fmt.Sprint(slices.Collect(mp.Domains[a.Var].All)), "[]")
				if !yield("values " + m.NameOf(a.Var) + " = " + values) {
					return
				}
			}
			if !yield("var " + strconv.Itoa(k+1) + " = " + a.Text(m)) {
				return
			}
		}
	}
}

// A Stream is an encoding whose clauses, unless they are few, are made again each time they are written: it takes the
// memory of the atoms and of some clauses.
type Stream struct {
	// Formula has no clauses at first. Those that the caller adds are written after the clauses of the model.
	Formula
	Map encode.Map

	b    *builder
	m    *model.Model
	many bool       // b does not hold all clauses
	size model.Size // of the clauses of the model
}

// Stream encodes m, which must not change afterwards. Its errors are those of Encode. With Dedup it holds all
// clauses in memory, because it compares them.
func (e Encoder) Stream(ctx context.Context, m *model.Model) (*Stream, error) {
	b := new(builder)
	b.configure(e)
	if !e.Dedup {
		b.f.flush = func([]Lit) {}
	}
	if err := b.encodeContext(ctx, m); err != nil {
		return nil, err
	}
	s := &Stream{Formula: b.f.Formula, Map: b.mp, b: b, m: m, many: b.f.flushed > 0, size: b.f.Size()}
	s.size.Literals += b.f.flushed
	s.Body, s.Clauses = nil, 0
	return s, nil
}

// Size returns the number of variables, clauses and literals that Write writes.
func (s *Stream) Size() model.Size {
	size := s.Formula.Size()
	size.Clauses += s.size.Clauses
	size.Literals += s.size.Literals
	return size
}

// Write writes the formula as WriteDIMACS does, with these comments.
func (s *Stream) Write(w io.Writer, comments iter.Seq[string]) error {
	return writeDIMACS(w, &s.Formula, s.Size().Clauses, comments, func(d *dimacsWriter) error {
		if s.many {
			s.b.f.flush = d.writeBody
			if err := s.b.encodeConstraints(s.m); err != nil {
				return err
			}
			if s.b.f.Clauses != s.size.Clauses {
				return errors.New("write: the model has changed")
			}
		}
		d.writeBody(s.b.f.Body)
		return nil
	})
}
