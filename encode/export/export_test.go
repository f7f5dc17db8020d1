package export_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"nonet/encode"
	"nonet/encode/export"
	"nonet/model"
	"nonet/model/sudoku"
)

// Every format and encoding is deterministic, and its variable map can be written.
func TestNew(t *testing.T) {
	m := sudoku.Order(2).Model().With(model.Given{Var: 0, Value: 1})
	known := model.Assignment{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	for _, format := range export.Formats() {
		for _, encoding := range append([]string{""}, format.Encodings...) {
			o := export.Options{Format: format.Name, Encoding: encoding, Name: "four"}
			if format.NoExclude == "" {
				o.Exclude = known
			}
			var texts [2]bytes.Buffer
			for i := range texts {
				f, err := export.New(t.Context(), m, o)
				if err != nil {
					t.Fatalf("%s %s: %v", format.Name, encoding, err)
				}
				f.Comments = []string{"a comment"}
				if err := f.Write(&texts[i]); err != nil {
					t.Fatalf("%s %s: %v", format.Name, encoding, err)
				}
				if f.Map == nil {
					continue
				}
				if err := encode.WriteVariableMap(&texts[i], f.Map); err != nil {
					t.Errorf("%s %s: %v", format.Name, encoding, err)
				}
				if f.Map.Format != format.Name || f.Map.Encoding != f.Encoding {
					t.Errorf("the map has %s %s, want %s %s", f.Map.Format, f.Map.Encoding, format.Name, f.Encoding)
				}
			}
			if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
				t.Errorf("%s %s: the same model gives different bytes", format.Name, encoding)
			}
			if format.Name != "json" && !strings.Contains(texts[0].String(), "a comment") {
				t.Errorf("%s %s: the comment is missing", format.Name, encoding)
			}
		}
	}
}

// A provenance has as many units as the formula.
func TestExplain(t *testing.T) {
	m := sudoku.Order(2).Model()
	for _, format := range export.Formats() {
		o := export.Options{Format: format.Name}
		f, err := export.New(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		p, encoding, err := export.Explain(t.Context(), m, o)
		if unknown := (*export.UnknownFormatError)(nil); !format.Explains() {
			if !errors.As(err, &unknown) {
				t.Errorf("%s: error %v", format.Name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Counts() {
			if c.Name == p.UnitName && c.N != p.Total().Units {
				t.Errorf("%s: the provenance has %d units, want %d %s", format.Name, p.Total().Units, c.N, c.Name)
			}
		}
		if encoding != f.Encoding {
			t.Errorf("%s: got encoding %q, want %q", format.Name, encoding, f.Encoding)
		}
	}
}

func TestErrors(t *testing.T) {
	m := sudoku.Order(2).Model()
	var format *export.UnknownFormatError
	_, err := export.New(t.Context(), m, export.Options{Format: "docx"})
	if !errors.As(err, &format) || format.Name != "docx" {
		t.Errorf("unknown format: %v", err)
	}
	var encoding *export.UnknownEncodingError
	for _, name := range []string{"cnf", "lp", "cover", "col", "mzn", "json"} {
		_, err := export.New(t.Context(), m, export.Options{Format: name, Encoding: "unary"})
		if !errors.As(err, &encoding) || encoding.Encoding != "unary" {
			t.Errorf("%s: unknown encoding: %v", name, err)
		}
		if name == "lp" && err.Error() != "encoding unary: expected one of plain, thesis, bartlett, integers" {
			t.Errorf("unknown encoding: %v", err)
		}
	}
	o := export.Options{Format: "col", Exclude: make(model.Assignment, 16)}
	if _, err := export.New(t.Context(), m, o); err == nil {
		t.Error("col: got no error, want one: a graph cannot exclude a colouring")
	}
	read := func(name, printed string) error {
		f, err := export.New(t.Context(), m, export.Options{Format: name})
		if err != nil {
			t.Fatal(err)
		}
		_, err = export.Read(strings.NewReader(printed), f.Map)
		return err
	}
	var values *export.NoValuesError
	var mismatch *export.MismatchError
	var wrong *model.WrongAnswerError
	var parse *encode.ParseError
	if err := read("cnf", "s SATISFIABLE\n"); !errors.As(err, &values) {
		t.Errorf("no values: %v", err)
	}
	if err := read("cnf", "v 1000 0\n"); !errors.As(err, &mismatch) {
		t.Errorf("another file: %v", err)
	}
	if err := read("cnf", "v 1 2 0\n"); !errors.As(err, &wrong) {
		t.Errorf("two values: %v", err)
	}
	if err := read("mzn", "x ="); !errors.As(err, &parse) {
		t.Errorf("cut off: %v", err)
	}
	if _, err := export.Read(strings.NewReader(""), &encode.VariableMap{Format: "json"}); !errors.As(err, &format) {
		t.Errorf("answers about json: %v", err)
	}
}
