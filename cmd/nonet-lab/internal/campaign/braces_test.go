package campaign

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAlternatives(t *testing.T) {
	for _, test := range []struct{ names, want []string }{
		{nil, nil},
		{[]string{"gini", "native"}, []string{"gini", "native"}},
		{[]string{"gini:{minimal,extended}{,/product}", "native"},
			[]string{"gini:minimal", "gini:minimal/product", "gini:extended", "gini:extended/product", "native"}},
		{[]string{"{,singles+}{gini,cadical}"}, []string{"gini", "cadical", "singles+gini", "singles+cadical"}},
		{[]string{"gini:{x}"}, []string{"gini:x"}},
		{[]string{"gini{", "gini}", "a}b{c"}, []string{"gini{", "gini}", "a}b{c"}},
		{[]string{"dimacs=solver --set {a,b}"}, []string{"dimacs=solver --set {a,b}"}},
	} {
		if diff := cmp.Diff(test.want, alternatives(test.names)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.names, diff)
		}
	}
}

// A grid with braces has the runs of the names that they stand for.
func TestSpecWithBraces(t *testing.T) {
	runs := func(names string) []string {
		spec, err := Parse("x.toml", `name = "x"
[[grid]]
name = "g"
instances = ["escargot"]
methods = [`+names+"]\n")
		if err != nil {
			t.Fatal(err)
		}
		plan, err := spec.Expand(t.Context(), Full)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for run := range plan.All() {
			keys = append(keys, run.Key)
		}
		return keys
	}
	got, want := runs(`"gini:{minimal,dual}", "native"`), runs(`"gini:minimal", "gini:dual", "native"`)
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 3 {
		t.Errorf("%d runs (-want +got):\n%s", len(got), diff)
	}
}
