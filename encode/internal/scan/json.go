package scan

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// WriteJSON writes the struct v as an object with one field per line. A slice whose field has the struct tag "list" is
// written with one element per line, so that the file can be read and diffed.
func WriteJSON(w io.Writer, v any) error {
	b := &jsonWriter{Writer: bufio.NewWriterSize(w, 1<<16)}
	b.encoder = json.NewEncoder(&b.text)
	b.encoder.SetEscapeHTML(false)
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
		write := b.writeValue
		if f.Tag.Get("list") != "" {
			write = b.writeList
		}
		if err := write(value); err != nil {
			return err
		}
	}
	b.WriteString("\n}\n")
	return b.Flush()
}

// A jsonWriter writes values as json.Marshal does, without HTML escapes.
type jsonWriter struct {
	*bufio.Writer
	encoder *json.Encoder // into text
	text    bytes.Buffer
}

func (b *jsonWriter) writeValue(v reflect.Value) error {
	b.text.Reset()
	if v.CanAddr() {
		v = v.Addr() // spares a copy
	}
	err := b.encoder.Encode(v.Interface())
	b.Write(bytes.TrimSpace(b.text.Bytes()))
	return err
}

// writeList writes a slice as a JSON array with one element per line.
func (b *jsonWriter) writeList(s reflect.Value) error {
	before, after := "[\n    ", "\n  ]"
	if s.Len() == 0 {
		after = "[]"
	}
	for i := range s.Len() {
		b.WriteString(before)
		before = ",\n    "
		if err := b.writeValue(s.Index(i)); err != nil {
			return err
		}
	}
	_, err := b.WriteString(after)
	return err
}

// maxJSON is the largest size of an object in bytes. The variable map of an empty grid of 100 rows has 25 MB.
const maxJSON = 256 << 20

// unknownField is how errors of package json about fields begin. The name follows, in quotation marks.
const unknownField = "json: unknown field "

// ReadJSON reads one object into v, a pointer to a struct. Fields that v does not have, a field twice in an object and
// text after the object are errors. Errors about the text are of type *ParseError.
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
		case strings.HasPrefix(msg, unknownField):
			msg = strings.TrimPrefix(msg, "json: ")
			offset = int64(bytes.Index(text, []byte(err.Error()[len(unknownField):]))) + 1
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
	return checkFields(text)
}

// maxFields bounds the fields of an object. The objects of all formats have fewer.
const maxFields = 64

// checkFields returns an error if an object has a field twice, whose values package json would merge, or more than
// maxFields fields. text is valid JSON. Upper and lower case are the same, as for package json.
func checkFields(text []byte) error {
	type value struct {
		object bool
		names  int // in names before its own
	}
	var open []value   // the objects and lists around the current place
	var names []string // of the fields of the open objects
	isName := false    // the next string is the name of a field
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			isName = c == '{'
			open = append(open, value{isName, len(names)})
		case '}', ']':
			names = names[:open[len(open)-1].names]
			open, isName = open[:len(open)-1], false
		case ',':
			isName = open[len(open)-1].object
		case 'n': // of null
			if len(open) > 0 && !open[len(open)-1].object {
				return jsonError(text, int64(i)+1, "expected a value, found null")
			}
		case '"':
			from := i
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if !isName {
				continue
			}
			var name string
			if err := json.Unmarshal(text[from:i+1], &name); err != nil {
				return err
			}
			name, isName = strings.ToLower(name), false
			switch own := names[open[len(open)-1].names:]; {
			case slices.Contains(own, name):
				return jsonError(text, int64(from)+1, fmt.Sprintf("field %q stands twice in its object", name))
			case len(own) == maxFields:
				return jsonError(text, int64(from)+1, fmt.Sprintf("more than %d fields in an object", maxFields))
			}
			names = append(names, name)
		}
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
