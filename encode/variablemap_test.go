package encode_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nonet/encode"
	"nonet/model"
)

func exampleMap() *encode.VariableMap {
	m := &model.Model{Vars: []model.Variable{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	s := encode.NewVariableMap(m, encode.Map{
		Vars:  3,
		Fixed: []encode.Atom{{Var: 1, Value: -4}},
		Shown: []encode.Atom{{Var: 0, Value: 1}, {Var: 0, Value: 2}, {Var: 2, Value: 7}},
	}, 5, []string{"x_a_v1", "x_a_v2", "x_c_v7"})
	s.Format, s.Encoding, s.Preprocess = "lp", "thesis", "givens"
	s.Puzzle, s.Shape = "1..4", "2x2 <wide>"
	s.UniqueCheck, s.Known = true, "1234"
	return s
}

// indexedMap is a variable map with thresholds, bits and direct variables.
func indexedMap() *encode.VariableMap {
	m := &model.Model{Vars: []model.Variable{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}, {Name: "e"}}}
	s := encode.NewVariableMap(m, encode.Map{
		Vars:    5,
		Domains: []model.Domain{model.Values(-1, 3, 7), model.Values(2, 4, 9), {}, model.Values(5), {}},
		Fixed:   []encode.Atom{{Var: 4, Value: 6}},
		Shown: []encode.Atom{{Var: 0, Value: 3, Kind: encode.AtLeast}, {Var: 0, Value: 7, Kind: encode.AtLeast},
			{Var: 1, Value: 0, Kind: encode.Bit}, {Var: 1, Value: 1, Kind: encode.Bit}, {Var: 2, Value: 1}, {Var: 2,
				Value: 2}},
	}, 6, nil)
	s.Format = "cnf"
	return s
}

// Of the 64 valuations of six shown variables, exactly 3·3·2 decode to assignments, all of them different.
func TestVariableMapDecodesIndices(t *testing.T) {
	s, err := encode.ReadVariableMap(bytes.NewReader(written(t, indexedMap())))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(indexedMap(), s); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
	found := map[string]bool{}
	for bits := range 64 {
		a, err := s.Map.Assignment(func(k int) bool { return bits>>k&1 != 0 })
		if err != nil {
			continue
		}
		found[fmt.Sprint(a)] = true
		for k := range s.Map.Shown {
			if s.Map.Holds(k, a) != (bits>>k&1 != 0) {
				t.Errorf("valuation %06b decodes to %v, which has another value of shown variable %d", bits, a, k+1)
			}
		}
	}
	if len(found) != 18 || !found["[7 9 2 5 6]"] || !found["[-1 2 1 5 6]"] {
		t.Errorf("got %d assignments, want 18: %v", len(found), found)
	}
}

func TestReadVariableMapIndexErrors(t *testing.T) {
	good := string(written(t, indexedMap()))
	for _, c := range []struct{ name, old, new, want string }{
		{"an unknown relation", `"relation":"bit"`, `"relation":"bits"`,
			`entry 3 of shown: unexpected relation "bits"`},
		{"a fixed threshold", `"variable":"e","value"`, `"variable":"e","relation":">=","value"`,
			`entry 1 of fixed: unexpected relation ">="`},
		{"a threshold outside the domain", `">=","value":3`, `">=","value":4`, "entry 1 of shown does not fit"},
		{"one bit too many", `"relation":"bit","value":1`, `"relation":"bit","value":2`,
			"entry 4 of shown does not fit"},
		{"too few bits", `[2,4,9]`, `[2,4,9,10,11]`, "variable 1 has 5 values"},
		{"too few thresholds", `[-1,3,7]`, `[-1,3,7,8]`, "variable 0 has 4 values"},
		{"two kinds", `"variable":"b","relation":"bit","value":0`, `"variable":"b","relation":">=","value":4`,
			"entry 4 of shown does not fit"},
		{"values of a variable with a domain", `"values":[5]}`, `"values":[5]},{"variable":"c","values":[1,2]}`,
			"entry 5 of shown does not fit"},
		{"a domain that is not increasing", `[2,4,9]`, `[2,9,4]`, "the domain of variable 1 is not increasing"},
		{"a domain of an unknown variable", `"variable":"d","values"`, `"variable":"f","values"`,
			`entry 3 of domains: variable "f"`},
		{"a domain twice", `"variable":"d","values"`, `"variable":"b","values"`, `entry 3 of domains: variable "b"`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%s: nothing was replaced in\n%s", c.name, good)
		}
		_, err := encode.ReadVariableMap(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}

func written(t testing.TB, s *encode.VariableMap) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode.WriteVariableMap(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestVariableMapRoundTrip(t *testing.T) {
	named, numbered := exampleMap(), exampleMap()
	numbered.Names, numbered.UniqueCheck, numbered.Known = nil, false, ""
	identified := &encode.VariableMap{
		Format: "mzn", Variables: []string{"a", "b"}, Identifiers: []string{"x[1,1]", "x_b"}, Columns: 2,
		Map: encode.Map{Vars: 2},
	}
	for _, s := range []*encode.VariableMap{named, numbered, identified, {}} {
		text := written(t, s)
		got, err := encode.ReadVariableMap(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(s, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("differs (-want +got):\n%s", diff)
		}
		if again := written(t, got); !bytes.Equal(text, again) {
			t.Errorf("second write: got\n%s\nwant\n%s", again, text)
		}
	}
}

func TestVariableMapDecodes(t *testing.T) {
	s, err := encode.ReadVariableMap(bytes.NewReader(written(t, exampleMap())))
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Map.Assignment(func(k int) bool { return k > 0 })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(model.Assignment{2, -4, 7}, a); diff != "" {
		t.Error(diff)
	}
	if _, err := s.Map.Assignment(func(k int) bool { return true }); err == nil {
		t.Error("a variable with two values: got no error")
	}
}

// A variable without a name gets a default name, which is changed if another variable has it.
func TestVariableMapNamesEveryVariable(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Name: "x1"}, {}, {}}}
	s := encode.NewVariableMap(m, encode.Map{Vars: 3}, 0, nil)
	if diff := cmp.Diff([]string{"x1", "x1_", "x2"}, s.Variables); diff != "" {
		t.Error(diff)
	}
}

func TestReadVariableMapErrors(t *testing.T) {
	good := string(written(t, exampleMap()))
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", good, "", "the file is empty"},
		{"cut off", good[len(good)/2:], "", "the file ends within the object"},
		{"junk", good, "\x00\x01", "binary data, expected text"},
		{"another kind", `"nonet map"`, `"nonet model"`, "this is not a variable map"},
		{"another version", `"version": 1`, `"version": 2`, "only version 1 is supported"},
		{"no version", `"version": 1,`, "", "only version 1 is supported"},
		{"an unknown field", `"version": 1`, `"version": 1, "extra": 0`, `unknown field "extra"`},
		{"a field twice", `"columns": 5`, `"columns": 5, "columns": 6`, `field "columns" stands twice in its object`},
		{"a field of an entry twice", `"number":2`, `"number":2, "number":2`,
			`field "number" stands twice in its object`},
		{"text for a number", `"columns": 5`, `"columns": "5"`, `field "columns": expected integer, found string`},
		{"fewer columns than shown", `"columns": 5`, `"columns": 2`, "2 columns in all, 3 of them shown"},
		{"more columns than memory", `"columns": 5`, `"columns": 99999999999`, "are more than the 67108864 supported"},
		{"a gap in the numbers", `"number":2`, `"number":4`, "entry 2 of shown has the number 4"},
		{"an unknown variable", `"variable":"c"`, `"variable":"d"`, `entry 3 of shown: unknown variable "d"`},
		{"an unknown fixed variable", `"variable":"b"`, `"variable":"d"`, `entry 1 of fixed: unknown variable "d"`},
		{"a value twice", `"variable":"a","value":2`, `"variable":"a","value":1`, "entry 2 of shown"},
		{"a value again", `"variable":"c","value":7`, `"variable":"a","value":1`, "entry 3 of shown: variable 0"},
		{"shown and fixed", `"variable":"b"`, `"variable":"c"`, "entry 3 of shown"},
		{"a column name twice", `"x_a_v2"`, `"x_a_v1"`, `column 2: name "x_a_v1"`},
		{"a missing column name", `"name":"x_a_v2",`, "", "2 of 3 shown columns have a name"},
		{"a variable twice", `["a","b","c"]`, `["a","b","c","c"]`, `variable 4: name "c"`},
		{"one identifier too few", `"fixed"`, `"identifiers": ["x"], "fixed"`, "1 identifiers for 3 variables"},
		{"no known solution", `"known": "1234"`, `"known": ""`, "needs the known solution"},
		{"text after the end", "]\n}\n", "]\n}\nmore", "expected nothing after the object"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%s: nothing was replaced", c.name)
		}
		_, err := encode.ReadVariableMap(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestWriteVariableMapErrors(t *testing.T) {
	for name, change := range map[string]func(*encode.VariableMap){
		"one name too few":                    func(s *encode.VariableMap) { s.Names = s.Names[1:] },
		"a variable beyond":                   func(s *encode.VariableMap) { s.Map.Shown[0].Var = 3 },
		"a fixed variable beyond":             func(s *encode.VariableMap) { s.Map.Fixed[0].Var = -1 },
		"fewer variable names than variables": func(s *encode.VariableMap) { s.Variables = s.Variables[1:] },
		"uniqueCheck without known":           func(s *encode.VariableMap) { s.Known = "" },
	} {
		s := exampleMap()
		change(s)
		if encode.WriteVariableMap(&bytes.Buffer{}, s) == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func FuzzReadVariableMap(f *testing.F) {
	f.Add(written(f, exampleMap()))
	f.Add(written(f, indexedMap()))
	f.Add([]byte(`{"kind":"nonet map","version":1,"variables":["a"],` +
		`"shown":[{"number":1,"variable":"a","value":3}],"columns":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := encode.ReadVariableMap(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := encode.WriteVariableMap(&b, s); err != nil {
			t.Fatalf("write after read: %v", err)
		}
		again, err := encode.ReadVariableMap(&b)
		if err != nil {
			t.Fatalf("read after write: %v", err)
		}
		if diff := cmp.Diff(s, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func ExampleWriteVariableMap() {
	m := &model.Model{Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}}}
	shown := encode.Map{Vars: 1, Shown: []encode.Atom{{Var: 0, Value: 1}, {Var: 0, Value: 2}}}
	s := encode.NewVariableMap(m, shown, 2, []string{"x_a_v1", "x_a_v2"})
	s.Format, s.Encoding, s.Preprocess = "lp", "thesis", "none"
	if err := encode.WriteVariableMap(os.Stdout, s); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "kind": "nonet map",
	//   "version": 1,
	//   "format": "lp",
	//   "encoding": "thesis",
	//   "preprocess": "none",
	//   "puzzle": "",
	//   "shape": "",
	//   "uniqueCheck": false,
	//   "known": "",
	//   "columns": 2,
	//   "variables": ["a"],
	//   "fixed": [],
	//   "shown": [
	//     {"number":1,"name":"x_a_v1","variable":"a","value":1},
	//     {"number":2,"name":"x_a_v2","variable":"a","value":2}
	//   ]
	// }
}

// An integer column has the value of its variable; a column of another kind is 0 or 1.
func TestVariableMapOfIntegers(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Name: "a"}, {Name: "b"}}}
	shown := []encode.Atom{{Var: 0, Kind: encode.Itself}, {Var: 1, Value: 4}, {Var: 1, Value: 7}}
	s := encode.NewVariableMap(m, encode.Map{Vars: 2, Shown: shown}, 3, nil)
	s.Format = "lp"
	s, err := encode.ReadVariableMap(bytes.NewReader(written(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(shown, s.Map.Shown); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
	column := func(values ...int) func(int) int { return func(k int) int { return values[k] } }
	a, err := s.Map.AssignmentOf(column(-12, 0, 1))
	if diff := cmp.Diff(model.Assignment{-12, 7}, a); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	for k, want := range []int{-12, 0, 1} {
		if got := s.Map.Value(k, a); got != want {
			t.Errorf("shown variable %d is %d, want %d", k, got, want)
		}
	}
	var bad *encode.DecodeError
	if _, err := s.Map.AssignmentOf(column(3, 0, 2)); !errors.As(err, &bad) || bad.Var != 1 {
		t.Errorf("a column of value 2: error %v", err)
	}
	for _, atoms := range [][]encode.Atom{
		{{Var: 0, Kind: encode.Itself}, {Var: 0, Value: 1}, {Var: 1, Kind: encode.Itself}},
		{{Var: 0, Value: 1}, {Var: 0, Kind: encode.Itself}, {Var: 1, Kind: encode.Itself}},
		{{Var: 0, Value: 1, Kind: encode.Itself}, {Var: 1, Kind: encode.Itself}},
	} {
		s := encode.NewVariableMap(m, encode.Map{Vars: 2, Shown: atoms}, 3, nil)
		if err := encode.WriteVariableMap(io.Discard, s); err == nil {
			t.Errorf("%+v was written", atoms)
		}
	}
}
