package about

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"
	"nonet/encode/text"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

func schemaCommand(e *term.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [COMMAND | model]",
		Short: "Print the fields of --output json, or its JSON Schema",
		Args:  cobra.MaximumNArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return append(readSchema().commands(), "model"), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			switch name := strings.Join(args, "-"); name {
			case "":
				return e.Print(program.Schema)
			case "model":
				return e.Print(text.ModelSchema)
			default:
				return printFields(e, name)
			}
		},
	}
}

// printFields prints the fields of the objects that a command prints, with the fields of these.
func printFields(e *term.Env, command string) error {
	s := readSchema()
	if !slices.Contains(s.commands(), command) {
		return fmt.Errorf("%q is no command that prints JSON%s", command, term.DidYouMean(command, s.commands()))
	}
	d := s.Defs.find(command)
	t := term.Table{Head: []string{"FIELD", "TYPE", "MEANING"}}
	var add func(name string, f *schemaPart)
	add = func(name string, f *schemaPart) {
		kind, members := s.resolve(f).kind()
		t.Add(name, kind, strings.ReplaceAll(f.Description, "`", ""))
		if f.Ref != "" && strings.Contains(name, ".") {
			return // as the field of that name
		}
		if f.Items != nil {
			name += "[]"
		}
		for _, m := range members {
			add(name+"."+m.name, m.schemaPart)
		}
	}
	for _, f := range s.Defs.find("fields").Properties {
		if s.has(d, f.name) {
			add(f.name, f.schemaPart)
		}
	}
	return e.Print(e.Prose(fmt.Sprintf("%s: %s.\n\n%s", command, strings.TrimSuffix(d.Description, "."), t.String())))
}

// definitions is what references of the schema begin with.
const definitions = "#/$defs/"

// A jsonSchema is the part of the JSON Schema that describes commands and fields.
type jsonSchema struct {
	AnyOf []schemaPart
	Defs  schemaParts `json:"$defs"`
}

func readSchema() *jsonSchema {
	s := new(jsonSchema)
	if err := json.Unmarshal([]byte(program.Schema), s); err != nil {
		panic("about: schema.json: " + err.Error())
	}
	return s
}

// resolve returns the definition that p refers to, or p.
func (s *jsonSchema) resolve(p *schemaPart) *schemaPart {
	if p.Ref == "" {
		return p
	}
	return s.Defs.find(strings.TrimPrefix(p.Ref, definitions))
}

// has reports whether objects may have a field: one that their definition names, or one of their forms.
func (s *jsonSchema) has(p *schemaPart, field string) bool {
	if p.Properties == nil && p.AnyOf == nil {
		p = s.resolve(p)
	}
	return p.Properties.find(field) != nil ||
		slices.ContainsFunc(p.AnyOf, func(form schemaPart) bool { return s.has(&form, field) })
}

// commands returns the commands that print JSON, with a hyphen between two words.
func (s *jsonSchema) commands() []string {
	return slice.Map(s.AnyOf, func(part schemaPart) string { return strings.TrimPrefix(part.Ref, definitions) })
}

// A schemaPart is the schema of a value.
type schemaPart struct {
	Ref         string `json:"$ref"`
	Description string
	Type        any // a name or several
	Enum        []any
	AnyOf       []schemaPart
	Properties  schemaParts
	Items       *schemaPart
}

// kind returns the type of a value in words, and the fields of its objects.
func (p *schemaPart) kind() (kind string, members schemaParts) {
	switch x := p.Type.(type) {
	case string:
		kind = x
	case []any:
		kind = fmt.Sprintf("%v or %v", x...)
	}
	switch {
	case len(p.Enum) > 0:
		return "string", nil
	case len(p.AnyOf) > 0:
		return "object or string", nil
	case p.Items == nil:
		return kind, p.Properties
	}
	of, members := p.Items.kind()
	word, rest, _ := strings.Cut(of, " ")
	return strings.Replace(kind, "array", strings.TrimSpace("array of "+word+"s "+rest), 1), members
}

// schemaParts are named schemas, in the order of the text.
type schemaParts []namedSchema

type namedSchema struct {
	name string
	*schemaPart
}

// UnmarshalJSON reads an object. A field that is only named has the value true.
func (m *schemaParts) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		part := new(schemaPart)
		if string(value) != "true" {
			if err := json.Unmarshal(value, part); err != nil {
				return err
			}
		}
		*m = append(*m, namedSchema{name.(string), part})
	}
	return nil
}

// find returns the schema of this name, or nil.
func (m schemaParts) find(name string) *schemaPart {
	part, _ := slice.Find(m, func(part namedSchema) bool { return part.name == name })
	return part.schemaPart
}
