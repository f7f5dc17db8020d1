package campaign

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"nonet/internal/parse"

	"github.com/pelletier/go-toml/v2"
)

// maxSpec is the size of the largest campaign file, in bytes. Puzzles are in files of their own.
const maxSpec = 16 << 20

// ReadSpec reads a campaign in TOML and validates it. name is the name of the file, used in messages; files of puzzles
// are relative to its folder. A malformed campaign yields a *SpecError.
func ReadSpec(name string, r io.Reader) (*Spec, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSpec+1))
	if err == nil && len(text) > maxSpec {
		err = fmt.Errorf("more than %d bytes: not a campaign", maxSpec)
	}
	if failed := new(fs.PathError); errors.As(err, &failed) {
		err = failed.Err // without the name, which is in the message below
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	spec := &Spec{File: name, Text: string(text)}
	if err := DecodeTOML(name, spec.Text, spec); err != nil {
		return nil, err
	}
	spec.expandNames()
	if err := spec.Validate(); err != nil {
		return nil, &SpecError{File: name, Msg: err.Error()}
	}
	return spec, nil
}

// Parse is ReadSpec for a campaign that is embedded in the program.
func Parse(name, text string) (*Spec, error) { return ReadSpec(name, strings.NewReader(text)) }

// A SpecError reports the position and cause of an error in a campaign.
type SpecError struct {
	File         string
	Line, Column int // from 1; 0 for errors of the campaign as a whole
	Msg          string
}

func (e *SpecError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// kindMismatch matches the decoder message for a value of the wrong kind, which names a Go struct field and type.
var kindMismatch = parse.Pattern(`^cannot decode TOML ([\w ]+) into struct field \S+ of type (\S+)$`)

// describeKind describes the TOML values that a Go type accepts.
func describeKind(t string) string {
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
		return "a string in quotes"
	}
	return "a table"
}

// DecodeTOML decodes the text of a file. The error is a *SpecError. Of several unknown keys it reports the first.
func DecodeTOML(file, text string, to any) error {
	err := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields().Decode(to)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown):
		line, column := unknown.Errors[0].Position()
		return &SpecError{file, line, column,
			fmt.Sprintf("unknown key %q", strings.Join(unknown.Errors[0].Key(), "."))}
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		msg := strings.TrimPrefix(wrong.Error(), "toml: ")
		if kinds := kindMismatch().FindStringSubmatch(msg); kinds != nil {
			msg = fmt.Sprintf("unexpected TOML %s: expected %s", kinds[1], describeKind(kinds[2]))
		}
		if strings.HasPrefix(msg, "negative integer value") { // the rest names a Go type
			msg = "unexpected negative number: expected 0 or more"
		}
		msg = strings.Replace(msg, "character U+000A", "end of the line", 1)
		return &SpecError{file, line, column, msg}
	}
	return &SpecError{File: file, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
}
