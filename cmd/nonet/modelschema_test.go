package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/encode/problem"
	"nonet/encode/text"
	"nonet/model/notation"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A name of a format is one of puzzles or one of model files, so that --from is unambiguous.
func TestFormatNames(t *testing.T) {
	for _, f := range notation.Formats() {
		if slices.Contains(problem.Names(), f.Name) {
			t.Errorf("%s is a format of puzzles and of model files", f.Name)
		}
	}
}

// TestModelSchema checks that the schema of models accepts the example models and what the program writes, and
// rejects what the program rejects.
func TestModelSchema(t *testing.T) {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text.ModelSchema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("model.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("model.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(content string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(content))
		if err != nil {
			return err
		}
		return schema.Validate(value)
	}
	files, _ := filepath.Glob("../../testdata/models/*.json")
	written, _ := filepath.Glob("../../encode/text/testdata/*.json")
	if len(files) < 5 || len(written) < 3 {
		t.Fatal("files are missing")
	}
	for _, name := range append(files, written...) {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(string(content)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	const good = `{"kind":"nonet model","version":1,"name":"","vars":[{"name":"a","domain":[[0,3]]}],"auxiliary":0,` +
		`"constraints":[{"type":"linear","terms":[[1,0]],"relation":"<=","bound":2},` +
		`{"type":"table","vars":[0],"rows":[[1]]},{"type":"given","var":0,"value":1}],` +
		`"objective":{"sense":"minimize","terms":[[2,0]]}}`
	for _, test := range []struct{ what, old, now string }{
		{"nothing", "", ""},
		{"another kind", `"nonet model"`, `"model"`},
		{"another version", `"version":1`, `"version":2`},
		{"an unknown field", `"name":"",`, `"names":"",`},
		{"a domain of a number", `[[0,3]]`, `[0,3]`},
		{"a range of three numbers", `[[0,3]]`, `[[0,1,3]]`},
		{"an unknown relation", `"<="`, `"<"`},
		{"an unknown constraint", `"given"`, `"clue"`},
		{"a field of another constraint", `"bound":2`, `"bound":2,"rows":[]`},
		{"an unknown sense", `"minimize"`, `"min"`},
		{"a row of words", `[[1]]`, `[["1"]]`},
	} {
		content := strings.Replace(good, test.old, test.now, 1)
		_, err := problem.Read(strings.NewReader(content), "a.json", problem.Options{Format: "model"})
		accepted := validate(content) == nil
		if accepted != (test.what == "nothing") || accepted != (err == nil) {
			t.Errorf("%s: the schema accepts it: %v; the reader: %v", test.what, accepted, err)
		}
	}
}
