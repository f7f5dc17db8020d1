package export

import (
	"fmt"
	"io"
	"slices"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/model"
)

// A Format is a kind of file.
type Format struct {
	Name    string
	Endings []string // of file names
	Summary string

	// Encodings are the names that Options.Encoding takes, the first of them the default; none if there is no choice. Those of cnf are
	// only the usual ones: cnf.Parse says which there are.
	Encodings []string

	// NoExclude says why Options.Exclude is refused; "" if it is not.
	NoExclude string

	sizes   [4]string // what variables, constraints, rows and nonzeros are called; "" for the usual words
	encode  func(*File, *model.Model, Options) error
	explain func(m *model.Model, format, encoding string) (*encode.Provenance, error) // nil if there is none
	read    func(io.Reader, *encode.VariableMap) (encode.Answer[valuation], error)    // nil if answers are those of a text.Language, or none
}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// ByName returns the format of a name, or an *UnknownFormatError.
func ByName(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, &UnknownFormatError{name}
}

// Explains reports whether Explain knows the format.
func (f Format) Explains() bool { return f.explain != nil }

// EncodingName returns the full name of an encoding, or of the default for "". The error is an *UnknownEncodingError.
func (f Format) EncodingName(name string) (string, error) {
	if f.Name == "cnf" {
		e, err := cnf.Parse(name)
		if err != nil {
			return "", &UnknownEncodingError{Format: f.Name, Encoding: name, Err: err}
		}
		return e.Name(), nil
	}
	switch {
	case slices.Contains(f.Encodings, name):
		return name, nil
	case name != "":
		return "", &UnknownEncodingError{Format: f.Name, Encoding: name, Known: f.Encodings}
	case f.Encodings != nil:
		return f.Encodings[0], nil
	}
	return "", nil
}

// An UnknownFormatError says that there is no format of a name.
type UnknownFormatError struct{ Name string }

func (e *UnknownFormatError) Error() string { return fmt.Sprintf("export: unknown format %q", e.Name) }

// An UnknownEncodingError says that a format has no encoding of a name.
type UnknownEncodingError struct {
	Format, Encoding string
	Known            []string // the encodings of the format; none if it states the model itself
	Err              error    // of cnf.Parse, in place of Known
}

func (e *UnknownEncodingError) Error() string {
	switch {
	case e.Err != nil:
		return fmt.Sprintf("export: encoding %s: %v", e.Encoding, e.Err)
	case e.Known == nil:
		return fmt.Sprintf("export: encoding %s: %s states the model itself, which has no encoding", e.Encoding, e.Format)
	}
	return fmt.Sprintf("export: encoding %s: it is none of %q", e.Encoding, e.Known)
}

func (e *UnknownEncodingError) Unwrap() error { return e.Err }

// Options say what is written.
type Options struct {
	Format   string
	Encoding string // "" for the default

	// Reduced is what a preprocessor has made of the model, with the same variables; nil for the model itself.
	Reduced *model.Model

	// Exclude is a solution that the file excludes, so that a solver which finds none proves that there is no other; nil for none.
	Exclude model.Assignment

	// Name is the name of the problem, for formats that hold one.
	Name string
}

// A File is a model as it is about to be written.
type File struct {
	Format   Format
	Encoding string // its full name
	Size     model.Size

	// Map says what the variables of the file mean. The caller may fill in the fields about the puzzle. It is nil for json, which
	// states the model itself.
	Map *encode.VariableMap

	// Comments head the file, before those that say what its variables mean. The caller may change them; no line breaks.
	Comments []string

	meaning []string // comments about the variables
	write   func(w io.Writer, comments []string) error
}

// New states m in a format. Errors are *UnknownFormatError, *UnknownEncodingError, *encode.UnsupportedError and those of the encoders.
func New(m *model.Model, o Options) (*File, error) {
	format, err := ByName(o.Format)
	if err != nil {
		return nil, err
	}
	f := &File{Format: format}
	if f.Encoding, err = format.EncodingName(o.Encoding); err != nil {
		return nil, err
	}
	if o.Exclude != nil && format.NoExclude != "" {
		return nil, fmt.Errorf("export: %s excludes no solution: %s", format.Name, format.NoExclude)
	}
	if o.Reduced == nil {
		o.Reduced = m
	}
	if err := format.encode(f, m, o); err != nil {
		return nil, err
	}
	if f.Map != nil {
		f.Map.Format, f.Map.Encoding = format.Name, f.Encoding
	}
	return f, nil
}

// Write writes the file.
func (f *File) Write(w io.Writer) error { return f.write(w, slices.Concat(f.Comments, f.meaning)) }

// A Count is a part of a size: 729 variables.
type Count struct {
	N    int
	Name string
}

// Counts returns the parts of the size that are not 0, in the words of the format.
func (f *File) Counts() []Count {
	s, names := f.Size, f.Format.sizes
	var counts []Count
	for _, c := range []struct {
		n           int
		usual, name string
	}{
		{s.Variables, "variables", names[0]}, {s.Constraints, "constraints", names[1]}, {s.Clauses, "clauses", ""},
		{s.Literals, "literals", ""}, {s.Rows, "rows", names[2]}, {s.Nonzeros, "nonzeros", names[3]},
	} {
		if c.name == "" {
			c.name = c.usual
		}
		if c.n != 0 {
			counts = append(counts, Count{c.n, c.name})
		}
	}
	return counts
}

// Explain says why each part of the formula is there that New makes of a model with these options, of which Exclude and Name do not matter.
// It returns the full name of the encoding, too.
func Explain(m *model.Model, o Options) (p *encode.Provenance, encoding string, err error) {
	format, err := ByName(o.Format)
	if err == nil && format.explain == nil {
		err = &UnknownFormatError{o.Format}
	}
	if err == nil {
		encoding, err = format.EncodingName(o.Encoding)
	}
	if err != nil {
		return nil, "", err
	}
	if o.Reduced != nil {
		m = o.Reduced
	}
	p, err = format.explain(m, format.Name, encoding)
	return p, encoding, err
}
