package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
		return &SpecError{file, line, column, strings.TrimPrefix(wrong.Error(), "toml: ")}
	}
	return &SpecError{File: file, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
}
