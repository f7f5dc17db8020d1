package scan

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Field is a field of an object to write. If List is set, Value must be a slice, and each of its elements gets a line, so that people can
// read and diff the file.
type Field struct {
	Name  string
	Value any
	List  bool
}

// WriteJSON writes an object with the fields in the given order.
func WriteJSON(w io.Writer, fields []Field) error {
	b := bufio.NewWriter(w)
	b.WriteString("{\n")
	for i, f := range fields {
		text, err := marshal(f.Value)
		if err != nil {
			return err
		}
		if f.List {
			var items []json.RawMessage
			if err := json.Unmarshal(text, &items); err != nil {
				return err
			}
			text = list(items)
		}
		fmt.Fprintf(b, "  \"%s\": %s", f.Name, text)
		if i < len(fields)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("}\n")
	return b.Flush()
}

func list(items []json.RawMessage) []byte {
	if len(items) == 0 {
		return []byte("[]")
	}
	var b bytes.Buffer
	for i, item := range items {
		separator := ","
		if i == 0 {
			separator = "["
		}
		b.WriteString(separator + "\n    ")
		b.Write(item)
	}
	b.WriteString("\n  ]")
	return b.Bytes()
}

// marshal is json.Marshal without the escapes that only web pages need.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// ReadJSON reads one object into v, which points to a struct. Fields that v does not have and anything after the object are errors. Errors
// about the text are of type *ParseError.
func ReadJSON(r io.Reader, v any) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		offset := d.InputOffset()
		msg := err.Error()
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			offset = syntax.Offset
		case errors.As(err, &kind):
			offset = kind.Offset
			msg = fmt.Sprintf("%s found where %s was expected (field %q)", kind.Value, kind.Type, kind.Field)
		case errors.Is(err, io.EOF):
			msg = "the file is empty"
		case errors.Is(err, io.ErrUnexpectedEOF):
			offset, msg = int64(len(text)), "the file breaks off"
		}
		return jsonError(text, offset, msg)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return jsonError(text, int64(len(text)-len(rest)), "expected nothing after the object")
	}
	return nil
}

// jsonError returns an error at an offset.
func jsonError(text []byte, offset int64, msg string) error {
	before := text[:min(max(offset, 0), int64(len(text)))]
	return &ParseError{
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: max(1, len(before)-(bytes.LastIndexByte(before, '\n')+1)),
		Msg:    msg,
	}
}
