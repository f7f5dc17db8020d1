package program_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/program"
	"nonet/cmd/internal/programtest"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the table of fields in docs/json.md")

// TestSchema checks that the schema rejects what it should.
func TestSchema(t *testing.T) {
	good := `{"index":0,"puzzle":"1...","size":4,"method":"native","status":"sat","solution":null,"verdict":"unique",` +
		`"other":null,"seconds":{"total":1},"model":{},"stats":{}}`
	if err := programtest.CheckLines("unique", good); err != nil {
		t.Errorf("a good object: %v", err)
	}
	for _, test := range []struct{ what, old, now string }{
		{"an unknown field", `"index":0`, `"index":0,"indexes":1`},
		{"an unknown field of a field", `"total":1`, `"total":1,"wall":1`},
		{"a field of another command", `"index":0`, `"index":0,"taken":["r1c1"]`},
		{"a missing field", `"verdict":"unique",`, ``},
		{"another type", `"size":4`, `"size":"4"`},
		{"an unknown verdict", `"unique"`, `"one"`},
		{"seconds as a number", `{"total":1}`, `1`},
		{"text that is no JSON", `}}`, `}`},
	} {
		if err := programtest.CheckLines("unique", strings.Replace(good, test.old, test.now, 1)); err == nil {
			t.Errorf("%s is accepted", test.what)
		}
	}
}

// TestFieldTable compares the table of fields in docs/json.md with the schema. -update writes it.
func TestFieldTable(t *testing.T) {
	const name, begin, end = "../../../docs/json.md", "<!-- fields -->\n", "<!-- end of fields -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), begin)
	shown, after, found := strings.Cut(rest, end)
	if !found {
		t.Fatal("no place for the table")
	}
	want := fieldTable(t)
	switch {
	case shown == want:
	case *update:
		if err := os.WriteFile(name, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table differs from the schema (-shown +schema):\n%s", cmp.Diff(shown, want))
	}
}

// A fieldSchema is the part of the schema of a field that the table shows.
type fieldSchema struct {
	Ref         string `json:"$ref"`
	Description string
	Type        any // a name or several
	Enum, AnyOf []any
	Properties  orderedmap
	Items       *fieldSchema
}

// An orderedmap is an object of schemas in the order of the text.
type orderedmap []struct {
	name string
	*fieldSchema
}

func (m *orderedmap) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		f := new(fieldSchema)
		if err := d.Decode(f); err != nil {
			return err
		}
		*m = append(*m, struct {
			name string
			*fieldSchema
		}{name.(string), f})
	}
	return nil
}

// fieldTable returns the table of all fields in Markdown.
func fieldTable(t *testing.T) string {
	var document struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(program.Schema), &document); err != nil {
		t.Fatal(err)
	}
	definition := func(name string) *fieldSchema {
		f := new(fieldSchema)
		if err := json.Unmarshal(document.Defs[name], f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return f
	}
	names, order := definitionNames(t)
	var b strings.Builder
	b.WriteString("| field | type | meaning | commands |\n|---|---|---|---|\n")
	var rows func(prefix string, f *fieldSchema, commands string)
	rows = func(prefix string, f *fieldSchema, commands string) {
		meaning := f.Description
		if f.Ref != "" {
			f = definition(strings.TrimPrefix(f.Ref, "#/$defs/"))
		}
		kind, members := f.kind()
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", prefix, kind, meaning, commands)
		if f.Items != nil && f.Items.Properties != nil {
			prefix += "[]"
		}
		for _, p := range members {
			rows(prefix+"."+p.name, p.fieldSchema, "")
		}
	}
	for _, f := range definition("fields").Properties {
		rows(f.name, f.fieldSchema, commandList(names[f.name], names["file"], order))
	}
	return b.String()
}

// kind returns the type of a field in words, and the fields of its objects.
func (f *fieldSchema) kind() (kind string, members orderedmap) {
	if len(f.Enum) > 0 {
		return "string", nil
	}
	if len(f.AnyOf) > 0 {
		return "object or string", nil
	}
	switch x := f.Type.(type) {
	case string:
		kind = x
	case []any:
		kind = fmt.Sprintf("%v or %v", x...)
	}
	if f.Items == nil {
		return kind, f.Properties
	}
	of, members := f.Items.kind()
	return strings.Replace(kind, "array", "array of "+of+"s", 1), members
}

// definitionNames returns the commands that have each field, and all commands in the order of the schema.
func definitionNames(t *testing.T) (byField map[string][]string, order []string) {
	var document struct {
		AnyOf []map[string]string `json:"anyOf"`
	}
	if err := json.Unmarshal([]byte(program.Schema), &document); err != nil {
		t.Fatal(err)
	}
	type form struct{ Properties map[string]any }
	byField = map[string][]string{}
	commands := programtest.Definitions(t)
	for _, ref := range document.AnyOf {
		name := strings.TrimPrefix(ref["$ref"], "#/$defs/")
		order = append(order, name)
		var d struct {
			form
			AnyOf []form
		}
		if err := json.Unmarshal(commands[name], &d); err != nil {
			t.Fatal(err)
		}
		has := map[string]bool{}
		for _, f := range append(d.AnyOf, d.form) {
			for field := range f.Properties {
				if !has[field] {
					byField[field] = append(byField[field], name)
				}
				has[field] = true
			}
		}
	}
	return byField, order
}

// commandList joins the names of commands. It replaces the commands that read puzzles by one word.
func commandList(have, puzzles, order []string) string {
	puzzles = slices.DeleteFunc(slices.Clone(puzzles), func(name string) bool { return name == "check-proof" })
	all := !slices.ContainsFunc(puzzles, func(name string) bool { return !slices.Contains(have, name) })
	var words []string
	if all {
		words = append(words, "puzzle commands")
	}
	for _, name := range order {
		if slices.Contains(have, name) && !(all && slices.Contains(puzzles, name)) {
			words = append(words, name)
		}
	}
	if len(words) == 0 {
		return "puzzles that cannot be read"
	}
	return strings.Join(words, ", ")
}
