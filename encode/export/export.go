package export

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/model"
)

// A Format is a file format.
type Format struct {
	Name    string
	Endings []string // file name extensions: ".cnf"
	Summary string

	// Encodings lists the values of Options.Encoding, the default first. It is empty if there is no choice. For cnf it
	// lists only the common ones; cnf.Parse accepts more.
	Encodings []string

	// NoExclude is the reason why Options.Exclude is not supported, or "".
	NoExclude string

	// sizes are the format's words for variables, constraints, rows and nonzeros; "" means the word itself.
	sizes [4]string

	encode func(context.Context, *File, *model.Model, Options) error

	// explain returns the provenance of an encoding. It is nil if the format has none.
	explain func(ctx context.Context, m *model.Model, format, encoding string) (*encode.Provenance, error)

	// read reads an answer. It is nil for the languages of package text, which has their readers, and for json, which
	// has no answers.
	read func(io.Reader, *encode.VariableMap) (encode.Answer[valuation], error)
}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// ByName returns the format with this name, or an *UnknownFormatError. The name dimacs stands for cnf.
func ByName(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name || f.Name == "cnf" && name == "dimacs" {
			return f, nil
		}
	}
	return Format{}, &UnknownFormatError{name}
}

// Explains reports whether Explain supports the format.
func (f Format) Explains() bool { return f.explain != nil }

// EncodingName returns the full name of an encoding; "" stands for the default. The error is an *UnknownEncodingError.
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

// An UnknownFormatError reports that no format has this name.
type UnknownFormatError struct{ Name string }

func (e *UnknownFormatError) Error() string { return fmt.Sprintf("unknown format %q", e.Name) }

// An UnknownEncodingError reports that a format has no encoding with this name.
type UnknownEncodingError struct {
	Format, Encoding string
	Known            []string // the encodings of the format; nil if it has none
	Err              error    // for cnf, the error of cnf.Parse instead of Known
}

func (e *UnknownEncodingError) Error() string {
	switch {
	case e.Err != nil:
		return fmt.Sprintf("encoding %s: %v", e.Encoding, e.Err)
	case e.Known == nil:
		return fmt.Sprintf("encoding %s: %s states the model itself, which has no encoding",
			e.Encoding, e.Format)
	}
	return fmt.Sprintf("encoding %s: expected one of %s", e.Encoding, strings.Join(e.Known, ", "))
}

func (e *UnknownEncodingError) Unwrap() error { return e.Err }

// Options select the format and the content of a file.
type Options struct {
	Format   string
	Encoding string // "" for the default

	// Reduced is the preprocessed model, with the same variables; nil means the model itself.
	Reduced *model.Model

	// Exclude is a solution that the file excludes: if a solver proves the file infeasible, it is the only one. nil
	// means none.
	Exclude model.Assignment

	// Scale, unless it is 0, divides the objective of the model: see ip.Program. Only LP and MPS state fractions.
	Scale int

	// Name is the name of the problem, for formats that have one.
	Name string
}

// A File is an encoded model, ready to be written.
type File struct {
	Format   Format
	Encoding string // full name
	Size     model.Size

	// Map is the variable map of the file. The caller may fill in its fields about the puzzle. It is nil for json,
	// which states the model itself.
	Map *encode.VariableMap

	// Comments are written at the head of the file, before the comments that explain its variables. They have no line
	// breaks. The caller may change them.
	Comments []string

	meaning iter.Seq[string] // comments that explain the variables; nil if there are none
	write   func(w io.Writer, comments iter.Seq[string]) error
}

// New encodes m in a format. Errors are *UnknownFormatError, *UnknownEncodingError, *encode.UnsupportedError, also if
// the formula exceeds the limit of encode.WithLimit, other errors of the encoders, and ctx.Err() soon after ctx ends.
func New(ctx context.Context, m *model.Model, o Options) (*File, error) {
	format, err := ByName(o.Format)
	if err != nil {
		return nil, err
	}
	f := &File{Format: format}
	if f.Encoding, err = format.EncodingName(o.Encoding); err != nil {
		return nil, err
	}
	if o.Exclude != nil && format.NoExclude != "" {
		return nil, fmt.Errorf("%s cannot exclude a solution: %s", format.Name, format.NoExclude)
	}
	if o.Reduced == nil {
		o.Reduced = m
	}
	if err := format.encode(ctx, f, m, o); err != nil {
		return nil, err
	}
	if f.Map != nil {
		f.Map.Format, f.Map.Encoding = format.Name, f.Encoding
	}
	return f, nil
}

// Program returns the file of a program in one of the formats of package ip. Column j is variable j of m.
func Program(m *model.Model, p *ip.Program, format ip.Format) (*File, error) {
	f, err := ByName(string(format))
	if err != nil {
		return nil, err
	}
	shown := encode.Map{Vars: len(m.Vars)}
	for v := range m.Vars {
		shown.Shown = append(shown.Shown, encode.Atom{Var: model.Var(v), Kind: encode.Itself})
	}
	vars := encode.NewVariableMap(m, shown, len(p.Columns), p.ColumnNames(format))
	vars.Format = f.Name
	return &File{Format: f, Size: p.Size(), Map: vars, write: func(w io.Writer, comments iter.Seq[string]) error {
		q := *p
		q.Comments = slices.Collect(comments)
		return ip.Write(w, &q, format)
	}}, nil
}

// Mixed returns the file of a linear program without an equivalent model, in the format LP or MPS. It has no variable
// map.
func Mixed(m *ip.Mixed, format string) (*File, error) {
	f, err := ByName(format)
	if err != nil {
		return nil, err
	}
	known := ip.Format(format)
	if known != ip.LP && known != ip.MPSFree && known != ip.MPSFixed {
		return nil, fmt.Errorf("%s has no continuous or unbounded columns: expected lp or mps", format)
	}
	return &File{Format: f, Size: m.Size(), write: func(w io.Writer, comments iter.Seq[string]) error {
		return m.Write(w, known, slices.Collect(comments))
	}}, nil
}

// Write writes the file.
func (f *File) Write(w io.Writer) error {
	return f.write(w, func(yield func(string) bool) {
		for _, c := range f.Comments {
			if !yield(c) {
				return
			}
		}
		if f.meaning != nil {
			f.meaning(yield)
		}
	})
}

// A Count is a component of a size: 729 variables. Name is in the singular if N is 1.
type Count struct {
	N    int
	Name string
}

// Counts returns the components of the size that are not 0, with the names that the format has for them.
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
		c.name = cmp.Or(c.name, c.usual)
		if c.n == 1 {
			c.name = strings.TrimSuffix(strings.Replace(c.name, "vertices", "vertex", 1), "s")
		}
		if c.n != 0 {
			counts = append(counts, Count{c.n, c.name})
		}
	}
	return counts
}

// Explain returns the provenance of the formula that New encodes with the same options, and the full name
// of the encoding. It ignores Exclude and Name.
func Explain(ctx context.Context, m *model.Model, o Options) (
	p *encode.Provenance, encoding string, err error,
) {
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
	p, err = format.explain(ctx, m, format.Name, encoding)
	return p, encoding, err
}
