package process

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// solversTable returns the table of docs/choose.md.
func solversTable() string {
	var b strings.Builder
	b.WriteString("| method | reads | package | command line | proof of uniqueness | why choose it |\n")
	b.WriteString("|---|---|---|---|---|---|\n")
	for _, p := range Programs() {
		proof := "a second run without the first solution"
		switch p.Input {
		case MiniZinc, FlatZinc, ASP:
			proof = "the same run finds no second solution"
		case SMTLIB:
			proof = "a second query in the same run"
		}
		args := strings.NewReplacer("{in}", "FORMULA", "{out}", "ANSWER", "{n}", "1").Replace(strings.Join(p.Args, " "))
		fmt.Fprintf(&b, "| `%s` | %s | %s | `%s` | %s | %s |\n", p.Name, p.Input, p.Package, p.Command+" "+args, proof,
			strings.TrimSuffix(p.Why, "."))
	}
	return b.String()
}

// The page of external programs has the table of the code. -update rewrites it.
func TestSolversPage(t *testing.T) {
	const page, begin, end = "../../docs/choose.md", "<!-- table -->\n", "<!-- end of the table -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("%s has no table between %q and %q", page, begin, end)
	}
	want := []byte(before + begin + solversTable() + end + after)
	switch {
	case bytes.Equal(text, want):
	case *update:
		if err := os.WriteFile(page, want, 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error(page + " is out of date: go test ./backends/process -run SolversPage -update")
	}
}
