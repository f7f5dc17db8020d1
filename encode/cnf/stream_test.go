package cnf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// A stream writes the file of the whole formula, also the second time, whether its clauses are many or few. Minimal,
// Efficient and Dual add their clauses as Extended does.
func TestStreamIsTheWholeFormula(t *testing.T) {
	sequential := Encoder{Preset: Order, AtMostOne: Sequential{}, Dedup: true}
	encoders := []Encoder{sequential}
	for _, p := range Presets() {
		encoders = append(encoders, Encoder{Preset: p})
	}
	for _, e := range encoders {
		orders := []int{2, 4}
		if e.Preset == Minimal || e.Preset == Efficient || e.Preset == Dual {
			orders = orders[:1]
		}
		for _, order := range orders {
			m := sudoku.Order(order).Model()
			whole, err := e.Encode(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.Stream(context.Background(), m)
			if err != nil {
				t.Fatal(err)
			}
			x := s.NewVar()
			s.Add(x, -1)
			whole.Formula.Add(whole.Formula.NewVar(), -1)
			if s.Size() != whole.Formula.Size() {
				t.Errorf("%s, order %d: size %+v, want %+v", e.Name(), order, s.Size(), whole.Formula.Size())
			}
			var want bytes.Buffer
			if err := WriteDIMACS(&want, whole.Formula); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				var got bytes.Buffer
				if err := s.Write(&got, slices.Values(whole.Formula.Comments)); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("%s, order %d: the file of %d bytes differs from the formula's of %d",
						e.Name(), order, got.Len(), want.Len())
				}
			}
			if many := len(whole.Formula.Body) > flushLength+512; !e.Dedup && many != s.many {
				t.Errorf("%s, order %d: %d literals, flushed %d", e.Name(), order, len(whole.Formula.Body),
					s.b.f.flushed)
			}
		}
	}
}

// A model that has changed since is not written.
func TestStreamOfChangedModel(t *testing.T) {
	m := sudoku.Order(4).Model()
	s, err := Encoder{}.Stream(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	m.Constraints = append(m.Constraints, model.Given{Var: 0, Value: 1})
	err = s.Write(io.Discard, slices.Values(s.Comments))
	if err == nil || err.Error() != "write: the model has changed" {
		t.Errorf("error %v", err)
	}
}

// A full disk ends the writing of many clauses at once.
func TestStreamStopsAtAWriteError(t *testing.T) {
	s, err := Encoder{}.Stream(context.Background(), sudoku.Order(5).Model())
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	w := &limitedWriter{left: 3, err: full}
	if err := s.Write(w, slices.Values(s.Comments)); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if w.left != -1 {
		t.Errorf("%d writes after the error", -1-w.left)
	}
}

// A limitedWriter accepts a number of writes.
type limitedWriter struct {
	left int
	err  error
}

func (w *limitedWriter) Write(b []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, w.err
	}
	return len(b), nil
}

// Literals of any number of digits are written as fmt writes them.
func TestWriteBodyDigits(t *testing.T) {
	var b bytes.Buffer
	d := &dimacsWriter{w: &b, b: make([]byte, 0, dimacsBuffer)}
	var body []Lit
	var want []byte
	for n := 1; n > 0 && n <= 1<<31-1; n = n*3/2 + 1 {
		for _, l := range []Lit{Lit(n), Lit(-n)} {
			body = append(body, l)
			want = fmt.Appendf(want, "%d ", l)
		}
	}
	d.writeBody(append(body, 0))
	d.flush()
	if want = append(want, "0\n"...); b.String() != string(want) {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}
