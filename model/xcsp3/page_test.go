package xcsp3_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/build"
	"nonet/model/xcsp3"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/models.md")

// The two tables of constraints in docs/models.md are those of the readers.
func TestConstraintsPage(t *testing.T) {
	const page, begin, end = "../../docs/models.md", "<!-- constraints -->\n", "<!-- end of constraints -->\n"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok1 := strings.Cut(string(data), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no lines %s and %s", page, begin, end)
	}
	var b strings.Builder
	b.WriteString(head + begin + "\n| XCSP3 | supported |\n|---|---|\n")
	names, summaries := xcsp3.Constraints()
	for i, name := range names {
		b.WriteString("| `" + name + "` | " + summaries[i] + " |\n")
	}
	b.WriteString("\n| in FlatZinc | meaning and decomposition |\n|---|---|\n")
	for _, name := range build.Globals() {
		b.WriteString("| `" + name + "` | " + build.Find(name, 0).Summary + " |\n")
	}
	b.WriteString("\n" + end + tail)
	if *update {
		if err := os.WriteFile(page, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(b.String(), string(data)); d != "" {
		t.Errorf("run go test ./model/xcsp3 -run ConstraintsPage -update (-want +got):\n%s", d)
	}
}
