package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// ReadSpec reads a campaign in TOML and validates it. The name is that of the file, for messages; files of puzzles are looked for beside
// it. What cannot be read is a *SpecError.
func ReadSpec(name string, r io.Reader) (*Spec, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("campaign: %s: %w", name, err)
	}
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	spec := &Spec{File: name, Text: string(text)}
	if err := d.Decode(spec); err != nil {
		return nil, specError(name, err)
	}
	if err := spec.Validate(); err != nil {
		return nil, &SpecError{File: name, Msg: strings.TrimPrefix(err.Error(), "campaign: ")}
	}
	return spec, nil
}

// Parse is ReadSpec for a campaign that is part of the program.
func Parse(name, text string) (*Spec, error) { return ReadSpec(name, strings.NewReader(text)) }

// A SpecError says where and why a campaign cannot be read.
type SpecError struct {
	File         string
	Line, Column int // from 1; 0 if the campaign as a whole is meant
	Msg          string
}

func (e *SpecError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("campaign: %s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("campaign: %s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// wrongKind matches what the decoder says of a value of the wrong kind, in words that are about this program and not about the file.
var wrongKind = regexp.MustCompile(`^cannot decode TOML (\w+) into struct field \S+ of type (\S+)$`)

// kindOf names the values that a Go type can take.
func kindOf(t string) string {
	switch {
	case strings.HasPrefix(t, "[]"):
		return "a list in brackets"
	case strings.HasPrefix(t, "int"), strings.HasPrefix(t, "uint"):
		return "a whole number"
	case strings.HasPrefix(t, "float"):
		return "a number"
	case t == "bool":
		return "true or false"
	case t == "string":
		return "a text in quotes"
	}
	return "a table"
}

// specError finds the place of an error of the decoder. Of several unknown keys it names the first.
func specError(file string, err error) error {
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		wrong = &unknown.Errors[0]
		line, column := wrong.Position()
		return &SpecError{file, line, column, fmt.Sprintf("unknown key %q", strings.Join(wrong.Key(), "."))}
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		msg := strings.TrimPrefix(wrong.Error(), "toml: ")
		if kinds := wrongKind.FindStringSubmatch(msg); kinds != nil {
			msg = fmt.Sprintf("a TOML %s cannot stand here: expected %s", kinds[1], kindOf(kinds[2]))
		}
		return &SpecError{file, line, column, msg}
	}
	return &SpecError{File: file, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
}
