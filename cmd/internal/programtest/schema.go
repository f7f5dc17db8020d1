package programtest

import (
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"

	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"
)

// definitionOf returns the name of the schema's definition for the output of a command.
func definitionOf(c *cobra.Command) string {
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	return strings.ReplaceAll(name, " ", "-")
}

// jsonOf returns the name of the schema's definition for the output of a command line, and whether the command line
// asks for JSON.
func jsonOf(p *program.Program, args []string) (name string, asks bool) {
	c, rest, err := p.Root(new(term.Env), "").Find(args)
	if err != nil || c.ParseFlags(rest) != nil {
		return "", false
	}
	has := func(flag, value string) bool {
		f := c.Flags().Lookup(flag)
		return f != nil && f.Value.String() == value
	}
	name = definitionOf(c)
	return name, has("output", "json") || name == "campaign-export" && has("to", "jsonl")
}

// schemas compiles the schema once.
var schemas = sync.OnceValues(func() (*jsonschema.Compiler, error) {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(program.Schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	return c, c.AddResource("nonet.schema.json", document)
})

var compiling sync.Mutex

// CheckLines checks that each line of text satisfies a definition of the schema.
func CheckLines(definition, text string) error {
	c, err := schemas()
	if err != nil {
		return err
	}
	compiling.Lock() // scripts run in parallel
	s, err := c.Compile("nonet.schema.json#/$defs/" + definition)
	compiling.Unlock()
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err == nil {
			err = s.Validate(value)
		}
		if err != nil {
			return fmt.Errorf("%s%w", line, err)
		}
	}
	return nil
}

// schemaCheck returns a function that checks what a command line of p has printed against the schema, if the command
// line asks for JSON. It fails t if a command that prints JSON has no definition, and at the end if its output was
// never checked, unless only some scripts are run.
func schemaCheck(t *testing.T, p *program.Program) func(args []string, printed string) error {
	var checked sync.Map
	t.Cleanup(func() { // after all scripts, which run side by side
		all := Definitions(t)
		for _, c := range Visible(p.Root(new(term.Env), "")) {
			output, name := c.Flags().Lookup("output"), definitionOf(c)
			if name != "campaign-export" && (output == nil || !strings.Contains(output.Usage, "json")) {
				continue
			}
			if all[name] == nil {
				t.Errorf("no definition of %s", name)
			}
			if _, ok := checked.Load(name); !ok && runsAllScripts() {
				t.Errorf("no script checks the JSON of %s", name)
			}
		}
	})
	return func(args []string, printed string) error {
		definition, asks := jsonOf(p, args)
		if !asks {
			return nil
		}
		checked.Store(definition, true)
		return CheckLines(definition, printed)
	}
}

// Definitions returns the definitions of commands in the schema.
func Definitions(t *testing.T) map[string]json.RawMessage {
	var document struct {
		AnyOf []map[string]string        `json:"anyOf"`
		Defs  map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(program.Schema), &document); err != nil {
		t.Fatal(err)
	}
	commands := map[string]json.RawMessage{}
	for _, ref := range document.AnyOf {
		name := strings.TrimPrefix(ref["$ref"], "#/$defs/")
		commands[name] = document.Defs[name]
	}
	return commands
}

// runsAllScripts reports whether no flag selects some of the scripts.
func runsAllScripts() bool {
	run := flag.Lookup("test.run").Value.String()
	return !strings.Contains(run, "/") && !testing.Short()
}
