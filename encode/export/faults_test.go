package export_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"nonet/encode"
	"nonet/encode/export"
	"nonet/encode/problem"
	"nonet/internal/faults"
	"nonet/model"
	"nonet/model/sudoku"
)

// Writers of all formats report errors of the output. Readers of those that nonet reads read the same in pieces, and
// report errors of the input.
func TestFaults(t *testing.T) {
	m := sudoku.Order(2).Model().With(model.Given{Var: 0, Value: 1})
	read := map[string]bool{}
	for _, format := range export.Formats() {
		f, err := export.New(m, export.Options{Format: format.Name, Name: "four"})
		if err != nil {
			t.Fatal(err)
		}
		faults.Write(t, format.Name, f.Write)
		var text bytes.Buffer
		if err := f.Write(&text); err != nil {
			t.Fatal(err)
		}
		for _, r := range problem.Formats() {
			if !slices.Contains(r.Endings, format.Endings[0]) {
				continue
			}
			read[r.Name] = true
			faults.Read(t, format.Name, text.Bytes(), func(in io.Reader) (any, error) {
				p, err := problem.Read(in, "file"+format.Endings[0], problem.Options{Colours: 4})
				if err != nil {
					return nil, err
				}
				return p.Model, nil
			})
		}
		if f.Map == nil {
			continue
		}
		faults.Write(t, format.Name+", variable map", func(w io.Writer) error { return encode.WriteVariableMap(w, f.Map) })
		text.Reset()
		if err := encode.WriteVariableMap(&text, f.Map); err != nil {
			t.Fatal(err)
		}
		faults.Read(t, format.Name+", variable map", text.Bytes(), func(in io.Reader) (any, error) {
			return encode.ReadVariableMap(in)
		})
	}
	if len(read) != len(problem.Formats()) {
		t.Errorf("read %v, want all formats of model files", read)
	}
}
