package instances

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A SpecError reports an invalid description of a set.
type SpecError struct{ Set, Reason string }

func (e *SpecError) Error() string { return fmt.Sprintf("set %q: %s", e.Set, e.Reason) }

// Open returns the instances of a set: a set of specs, a built-in set, or else the puzzles of the file of that name,
// the model file, or the model files of the folder. The error is a *SpecError if there is no such set or its
// description is invalid, an *AbsentError if a file does not exist, a *notation.ParseError if puzzles cannot be parsed,
// or the error of ctx. The error of a model file has its path.
//
// Generators take microseconds for an instance of order 3; random complete grids take milliseconds at order 5.
func Open(ctx context.Context, name string, specs []Spec) ([]Instance, error) {
	o := opening{ctx: ctx, specs: specs}
	return o.open(name)
}

// An opening is one call of Open. stack has the names of the sets that are being opened, to detect cycles.
type opening struct {
	ctx   context.Context
	specs []Spec
	stack []string
}

func (o *opening) open(name string) ([]Instance, error) {
	if err := o.ctx.Err(); err != nil {
		return nil, err
	}
	builtIn, again := slices.Contains(Names(), name), slices.Contains(o.stack, name)
	if again && !builtIn {
		return nil, &SpecError{name, "the set refers to itself: " + strings.Join(append(o.stack, name), " > ")}
	}
	for i := range o.specs {
		if o.specs[i].Name == name && !again {
			o.stack = append(o.stack, name)
			all, err := o.spec(&o.specs[i])
			o.stack = o.stack[:len(o.stack)-1]
			return all, err
		}
	}
	if builtIn {
		return openBuiltIn(name)
	}
	if name == "" {
		return nil, &SpecError{name, "the name is empty"}
	}
	all, err := openFile(name, name, 0)
	if errors.As(err, new(*AbsentError)) && !strings.ContainsAny(name, "./") {
		return nil, &SpecError{name, "no set or file of this name; sets are " + strings.Join(Names(), ", ")}
	}
	return all, err
}

// spec returns the instances of a description, or of its fallback if a file is absent.
func (o *opening) spec(s *Spec) ([]Instance, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	all, err := o.build(s)
	if errors.As(err, new(*AbsentError)) && s.Fallback != "" {
		all, err = o.open(s.Fallback)
		for i := range all {
			all[i].Tags = tagged(all[i].Tags, StandIn, all[i].Set)
		}
	} else {
		for i := range all {
			all[i].Set, all[i].Index = s.Name, i
		}
	}
	return Take(all, s.Take), err
}

// validate returns an error unless exactly one kind is set and take is valid.
func (s *Spec) validate() error {
	given := []bool{s.File != "", len(s.Union) > 0, s.Lewis != nil, s.Exact != nil, s.Minimal != nil,
		s.Reveal != nil, s.Add != nil, s.Change != nil, s.Example != nil}
	if kinds := slice.Count(given, func(is bool) bool { return is }); kinds != 1 {
		return &SpecError{s.Name, fmt.Sprintf(
			"%d of file, union, lewis, exact, minimal, reveal, add, change and example are given, expected one", kinds)}
	}
	if s.Colours < 0 || s.Colours > 0 && s.File == "" {
		return &SpecError{s.Name, fmt.Sprintf("colours = %d: expected a number for the graphs of file", s.Colours)}
	}
	if s.Take < 0 {
		return &SpecError{s.Name, fmt.Sprintf("take = %d: expected 0 or more", s.Take)}
	}
	return nil
}

// build returns the instances of a description, with Set and Index not yet set.
func (o *opening) build(s *Spec) ([]Instance, error) {
	switch {
	case s.File != "":
		return openFile(s.Name, s.File, s.Colours)
	case s.Lewis != nil:
		return s.Lewis.instances(o.ctx, s)
	case s.Exact != nil:
		return s.Exact.instances(o.ctx, s)
	case s.Minimal != nil:
		return s.Minimal.instances(o.ctx, s)
	case s.Example != nil:
		return s.Example.instances(s)
	case s.Reveal != nil:
		return o.from(s, s.Reveal.Of, s.Reveal.instances)
	case s.Add != nil:
		return o.from(s, s.Add.To, s.Add.instances)
	case s.Change != nil:
		return o.from(s, s.Change.Of, s.Change.instances)
	}
	var all []Instance
	for _, name := range s.Union {
		part, err := o.open(name)
		if err != nil {
			return nil, err
		}
		for _, i := range part {
			i.Tags = tagged(i.Tags, "set", i.Set)
			all = append(all, i)
		}
	}
	return all, nil
}

// from returns what a generator makes of the instances of another set.
func (o *opening) from(s *Spec, set string,
	instances func(context.Context, *Spec, []Instance) ([]Instance, error)) ([]Instance, error) {
	of, err := o.open(set)
	if err != nil {
		return nil, err
	}
	return instances(o.ctx, s, of)
}

// tagged returns a copy of tags with more tags: key, value, key, value ...
func tagged(tags map[string]string, more ...string) map[string]string {
	tags = maps.Clone(tags)
	if tags == nil {
		tags = map[string]string{}
	}
	for i := 0; i < len(more); i += 2 {
		tags[more[i]] = more[i+1]
	}
	return tags
}

// openFile returns the puzzles or the model of a file, or the model files of a folder, in the working directory or else
// in the folder of [DataFile]. colours is the number of colours of graphs.
func openFile(set, file string, colours int) ([]Instance, error) {
	path := file
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if path, err = DataFile(set, file); err != nil {
			return nil, err
		}
		info, err = os.Stat(path)
	}
	if err != nil {
		return nil, fmt.Errorf("set %q: %w", set, err)
	}
	if info.IsDir() {
		return openFolder(set, path, colours)
	}
	f, content, format, err := openDetected(set, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if format != "" {
		one, err := modelInstance(set, path, filepath.Base(path), format, content, colours)
		if err != nil {
			return nil, err
		}
		return []Instance{one}, nil
	}
	return read(set, file, content)
}

// read parses the puzzles of a text; file is its name in errors.
func read(set, file string, text io.Reader) ([]Instance, error) {
	r := notation.NewReader(text, notation.Options{File: file})
	var all []Instance
	for {
		p := new(sudoku.Puzzle)
		switch err := r.ReadInto(p); {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("set %q: %w", set, err)
		}
		in := Instance{Set: set, Index: len(all), Name: p.Name, Puzzle: p}
		if kinds := p.Kinds(); len(kinds) > 0 {
			in.Tags = map[string]string{Rules: strings.Join(kinds, "+")}
		}
		all = append(all, in)
	}
}

// An AbsentError reports that a file of puzzles that is not part of the program was not found.
type AbsentError struct{ Set, File string }

func (e *AbsentError) Error() string {
	return fmt.Sprintf(
		"set %q: no file %s: put it there, or into a folder and set NONET_DATA to that folder",
		e.Set, e.File)
}

func (e *AbsentError) Unwrap() error { return fs.ErrNotExist }

// DataFile returns the path of a file of puzzles in the folder that the environment variable NONET_DATA names. If there
// is no such file, the error is an *AbsentError with set, the set that needs the file.
func DataFile(set, file string) (string, error) {
	if folder := os.Getenv("NONET_DATA"); folder != "" && !filepath.IsAbs(file) {
		path := filepath.Join(folder, file)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", &AbsentError{set, file}
}
