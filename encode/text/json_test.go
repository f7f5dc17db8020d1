package text_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/backends/backendtest"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/sudoku"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func written(t testing.TB, m *model.Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := text.WriteJSON(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// all has constraints of every type, an objective, and a domain with gaps.
var all = &model.Model{
	Name: "all there is <&>",
	Vars: []model.Variable{
		{Name: "a", Domain: model.Interval(1, 9)},
		{Name: "b", Domain: model.Values(-3, 0, 1, 2, 7)},
		{Domain: model.Domain{}},
		{Name: "ü \"quoted\"", Domain: model.Values(math.MinInt, math.MaxInt)},
	},
	Constraints: []model.Constraint{
		model.AllDifferent{Vars: []model.Var{0, 1}},
		model.NotEqual{A: 1, B: 0, Offset: -2},
		model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: -1, Var: 1}}, Relation: model.AtLeast, Bound: 4},
		model.Linear{Relation: model.AtMost},
		model.Linear{Bound: 1},
		model.Table{Vars: []model.Var{1, 0}, Rows: [][]int{{0, 1}, {7, 9}}},
		model.Table{Rows: [][]int{{}}},
		model.Given{Var: 0, Value: 5},
	},
	Objective: &model.Objective{Maximize: true, Terms: []model.Term{{Coef: 3, Var: 1}}},
}

func TestGoldenFiles(t *testing.T) {
	small := sudoku.Puzzle{
		Shape: sudoku.Order(2),
		Name:  "four by four",
		Clues: sudoku.Grid{1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1},
	}
	for name, m := range map[string]*model.Model{"all": all, "sudoku4x4": small.Model(), "empty": {}} {
		path := filepath.Join("testdata", name+".json")
		got := written(t, m)
		if *update {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s differs (-want +got; run with -update to accept):\n%s", path, diff)
		}
	}
}

func roundTrip(t *testing.T, m *model.Model) {
	t.Helper()
	got, err := text.ReadJSON(bytes.NewReader(written(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("differs (-want +got):\n%s", diff)
	}
}

func TestRoundTrip(t *testing.T) {
	roundTrip(t, all)
	roundTrip(t, &model.Model{})
	roundTrip(t, sudoku.Shape{Height: 2, Width: 3}.Model())
	r := rand.New(rand.NewPCG(1, 1))
	for range backendtest.Rounds(125, 500) {
		roundTrip(t, backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true}))
	}
}

// The file has the number of auxiliary variables.
func TestAuxiliaryVariables(t *testing.T) {
	bit := model.Interval(0, 1)
	m := &model.Model{Vars: []model.Variable{{Name: "a", Domain: bit}, {Domain: bit, Auxiliary: true},
		{Name: "c", Domain: bit, Auxiliary: true}}}
	roundTrip(t, m)
	if file := string(written(t, m)); !strings.Contains(strings.ReplaceAll(file, " ", ""), `"auxiliary":2`) {
		t.Errorf("the file does not have the number of auxiliary variables:\n%s", file)
	}
}

func TestWriteRefusesAnIllFormedModel(t *testing.T) {
	m := &model.Model{Constraints: []model.Constraint{model.Given{Var: 3}}}
	var invalid *model.InvalidError
	if err := text.WriteJSON(&bytes.Buffer{}, m); !errors.As(err, &invalid) {
		t.Errorf("error %v, want an InvalidError", err)
	}
}

func TestReadErrors(t *testing.T) {
	object := func(vars, constraints, objective string) string {
		return fmt.Sprintf(`{"kind":"nonet model","version":1,"name":"","vars":[%s],"constraints":[%s],"objective":%s}`,
			vars, constraints, objective)
	}
	ab := `{"name":"a","domain":[[1,3]]},{"name":"b","domain":[[1,3]]}`
	for _, c := range []struct{ name, text, want string }{
		{"an empty file", "", "line 1, column 1: the file is empty"},
		{"a truncated file", "{\n\"kind\": ", "line 2, column 8: the file ends within the object"},
		{"binary junk", "\x00\xff", "binary data, expected text"},
		{"a list", "[]", "line 1, column 1: expected object, found array"},
		{"another kind", `{"kind":"nonet map"}`, `found "nonet map" in the field kind, expected "nonet model"`},
		{"no kind", `{}`, `found "" in the field kind`},
		{"another version", `{"kind":"nonet model","version":2}`, "found version 2, expected 1"},
		{"an unknown field", "{\n\"kind\":\"nonet model\",\"colour\":1}", `unknown field "colour"`},
		{"more after the object", object("", "", "null") + "\n{}",
			"line 2, column 1: expected nothing after the object"},
		{"a wrong type", "{\n\n  \"version\": \"one\"}",
			`line 3, column 18: field "version": expected integer, found string`},
		{"too many auxiliary variables", `{"kind":"nonet model","version":1,"vars":[` + ab + `],"auxiliary":3,` +
			`"constraints":[]}`, "auxiliary variables: there are 3 of 2 variables"},
		{"no constraints", `{"kind":"nonet model","version":1,"vars":[]}`, "expected the fields vars and constraints"},
		{"a field twice", "{\n\"vars\":[{\"domain\":[[1,3]]}],\"kind\":\"nonet model\",\"version\":1,\n\"vars\":[]}",
			`line 3, column 1: field "vars" stands twice in its object`},
		{"a field twice in upper case", "{\"kind\":\"nonet model\",\"version\":1,\n\"vars\":[], \"VARS\":[]}",
			`line 2, column 12: field "vars" stands twice in its object`},
		{"a field of a constraint twice", object(ab, `{"type":"given","var":0,"value":1,"value":2}`, "null"),
			`field "value" stands twice in its object`},
		{"a field of a variable twice", object(`{"name":"a","domain":[[1,3]],"d\u006fmain":[[1,2]]}`, "", "null"),
			`field "domain" stands twice in its object`},
		{"a range of one number", object(`{"name":"a","domain":[[1]]}`, "", "null"),
			"expected a list of two numbers, found [1]"},
		{"a range of words", object(`{"name":"a","domain":[[1,"x"]]}`, "", "null"),
			`line 1, column 80: field "domain": expected integer, found string`},
		{"a range with null", object(`{"name":"a","domain":[[1,null]]}`, "", "null"),
			"line 1, column 78: expected a value, found null"},
		{"a variable without a domain", object(`{"name":"a"}`, "", "null"),
			`variable 0 (a): missing field "domain"`},
		{"an unknown field of a variable", object("\n"+`{"name":"a","domain":[],"size":1}`, "", "null"),
			`line 2, column 25: unknown field "size"`},
		{"a range that decreases", object(`{"name":"a","domain":[[3,1]]}`, "", "null"),
			"variable 0 (a): range [3,1]: expected lo <= hi"},
		{"ranges that overlap", object(`{"name":"a","domain":[[1,3],[3,4]]}`, "", "null"),
			"range [3,4]: expected lo <= hi and ranges in increasing order"},
		{"a bound with a fraction", object(ab, "\n"+`{"type":"linear","terms":[],"relation":"=","bound":0.5}`, "null"),
			`line 2, column 54: field "bound": expected integer, found number 0.5`},
		{"a term of three numbers", object(ab, `{"type":"linear","terms":[[1,0,1]],"relation":"=","bound":0}`, "null"),
			"constraint 0: expected a list of two numbers, found [1,0,1]"},
		{"a number for a constraint", object(ab, "\n7", "null"),
			`line 2, column 1: field "constraints": expected object`},
		{"null for a constraint", object(ab, "\nnull", "null"), "line 2, column 1: expected a value, found null"},
		{"a constraint of unknown type", object(ab, `{"type":"cage"}`, "null"), `constraint 0: unknown type "cage"`},
		{"a constraint without type", object(ab, `{"vars":[0]}`, "null"),
			`constraint 0: expected a field "type" with a string`},
		{"a constraint without a field", object(ab, `{"type":"given","var":0}`, "null"),
			`given: missing field "value"`},
		{"a constraint with null for a field", object(ab, `{"type":"given","var":null,"value":1}`, "null"),
			`given: missing field "var"`},
		{"a constraint with a field too many", object(ab, `{"type":"given","var":0,"value":1,"vars":[]}`, "null"),
			`unknown field "vars"`},
		{"an unknown relation", object(ab, `{"type":"linear","terms":[[1,0]],"relation":"<","bound":1}`, "null"),
			`unknown relation "<"`},
		{"a variable that does not exist", object(ab, `{"type":"alldifferent","vars":[0,2]}`, "null"),
			"mentions variable 2 of 2"},
		{"a negative variable", object(ab, `{"type":"given","var":-1,"value":1}`, "null"), "mentions variable -1 of 2"},
		{"a table row that is too short", object(ab, `{"type":"table","vars":[0,1],"rows":[[1]]}`, "null"),
			"row 0 has 1 values"},
		{"a name twice", object(`{"name":"a","domain":[]},{"name":"a","domain":[]}`, "", "null"), "same name"},
		{"an objective without sense", object(ab, "", `{"terms":[]}`), `sense "" is neither`},
		{"an objective without terms", object(ab, "", `{"sense":"minimize"}`), `objective: missing field "terms"`},
	} {
		_, err := text.ReadJSON(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	f.Add(written(f, all))
	f.Add([]byte(`{"kind":"nonet model","version":1,"vars":[{"domain":[[1,3],[5,5]]}],` +
		`"constraints":[{"type":"table","vars":[0],"rows":[]}],"objective":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := text.ReadJSON(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := text.WriteJSON(&b, m); err != nil {
			t.Fatalf("WriteJSON rejects a model of ReadJSON: %v", err)
		}
		again, err := text.ReadJSON(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("ReadJSON rejects a file of WriteJSON: %v", err)
		}
		var c bytes.Buffer
		if err := text.WriteJSON(&c, again); err != nil || !bytes.Equal(b.Bytes(), c.Bytes()) {
			t.Fatalf("written again, error %v:\n%s\nbecame\n%s", err, &b, &c)
		}
		values := 0
		for _, v := range m.Vars {
			values += v.Domain.Size()
		}
		if values > 10_000 {
			return // cmp takes gigabytes for millions of values
		}
		if diff := cmp.Diff(m, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func Example() {
	m := &model.Model{
		Name: "two different digits",
		Vars: []model.Variable{
			{Name: "a", Domain: model.Interval(1, 9)}, {Name: "b", Domain: model.Values(1, 2, 3, 7)},
		},
		Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}},
	}
	if err := text.WriteJSON(os.Stdout, m); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "kind": "nonet model",
	//   "version": 1,
	//   "name": "two different digits",
	//   "vars": [
	//     {"name":"a","domain":[[1,9]]},
	//     {"name":"b","domain":[[1,3],[7,7]]}
	//   ],
	//   "constraints": [
	//     {"type":"alldifferent","vars":[0,1]}
	//   ],
	//   "objective": null
	// }
}
