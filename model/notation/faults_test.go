package notation_test

import (
	"errors"
	"io"
	"testing"

	"nonet/internal/faults"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// Each format is read the same in pieces, named and recognised, and reports errors of the input. Writers report errors
// of the output.
func TestFaults(t *testing.T) {
	for _, f := range notation.Formats() {
		var puzzles []sudoku.Puzzle
		read := func(o notation.Options) func(io.Reader) (any, error) {
			return func(in io.Reader) (any, error) {
				puzzles = nil
				for r := notation.NewReader(in, o); ; {
					p, err := r.Read()
					if errors.Is(err, io.EOF) {
						return puzzles, nil
					}
					if err != nil {
						return puzzles, err
					}
					puzzles = append(puzzles, p)
				}
			}
		}
		if f.Reads {
			faults.Read(t, f.Name, []byte(f.Example), read(notation.Options{Format: f.Name}))
			faults.Read(t, f.Name+", recognised", []byte(f.Example), read(notation.Options{}))
		}
		if !f.Writes {
			continue
		}
		p, err := notation.Parse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			notation.Options{})
		if err != nil {
			t.Fatal(err)
		}
		faults.Write(t, f.Name, func(out io.Writer) error {
			w, err := notation.NewWriter(out, f.Name)
			if err != nil {
				return err
			}
			if err := w.Write(p); err != nil {
				return err
			}
			return w.Close()
		})
	}
}
