package scan

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// WriteJSON writes the struct v as an object with one field per line. A slice whose field has the struct tag "list" is
// written with one element per line, so that the file can be read and diffed.
func WriteJSON(w io.Writer, v any) error {
	b := bufio.NewWriterSize(w, 1<<16)
	s := reflect.ValueOf(v)
	before := "{\n"
	for _, f := range reflect.VisibleFields(s.Type()) {
		value := s.FieldByIndex(f.Index)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || option == "omitzero" && value.IsZero() {
			continue
		}
		fmt.Fprintf(b, "%s  %q: ", before, name)
		before = ",\n"
		write := writeValue
		if f.Tag.Get("list") != "" {
			write = writeList
		}
		if err := write(b, value); err != nil {
			return err
		}
	}
	b.WriteString("\n}\n")
	return b.Flush()
}

func writeValue(b *bufio.Writer, v reflect.Value) error {
	text, err := marshal(v.Interface())
	b.Write(text)
	return err
}

// writeList writes a slice as a JSON array with one element per line.
func writeList(b *bufio.Writer, s reflect.Value) error {
	before, after := "[\n    ", "\n  ]"
	if s.Len() == 0 {
		after = "[]"
	}
	for i := range s.Len() {
		b.WriteString(before)
		before = ",\n    "
		if err := writeValue(b, s.Index(i)); err != nil {
			return err
		}
	}
	_, err := b.WriteString(after)
	return err
}

// marshal is json.Marshal without HTML escapes.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// maxJSON is the largest size of an object in bytes. The variable map of an empty grid of 100 rows has 25 MB.
const maxJSON = 256 << 20

// ReadJSON reads one object into v, a pointer to a struct. Fields that v does not have and text after the object are
// errors. Errors about the text are of type *ParseError.
func ReadJSON(r io.Reader, v any) error {
	text, err := io.ReadAll(Text(r, maxJSON))
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
			msg = fmt.Sprintf("expected %s, found %s", jsonType(kind.Type), kind.Value)
			if path := strings.Split(kind.Field, "."); kind.Field != "" { // it may begin with an embedded Go struct
				msg = fmt.Sprintf("field %q: %s", path[len(path)-1], msg)
			}
		case errors.Is(err, io.EOF):
			msg = "the file is empty"
		case errors.Is(err, io.ErrUnexpectedEOF):
			offset, msg = int64(len(text)), "the file ends within the object"
		}
		return jsonError(text, offset, msg)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return jsonError(text, int64(len(text)-len(rest)), "expected nothing after the object")
	}
	return nil
}

// jsonType returns the name of the JSON type that decodes into t, in the words of json.UnmarshalTypeError.Value.
func jsonType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonType(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Slice, reflect.Array:
		return "array"
	}
	return "integer"
}

// jsonError returns a *ParseError at the byte with this offset.
func jsonError(text []byte, offset int64, msg string) error {
	before := text[:min(max(offset, 0), int64(len(text)))]
	return &ParseError{
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: max(1, len(before)-(bytes.LastIndexByte(before, '\n')+1)),
		Msg:    msg,
	}
}
