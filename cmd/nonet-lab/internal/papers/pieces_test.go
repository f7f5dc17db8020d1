package papers

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
)

const inCubes = `
name = "cubed"
[[grid]]
name = "count"
task = "count"
instances = ["hardest"]
methods = ["native", "gini"]
cubes = 6
scale.smoke = { take = 2 }
`

// A report counts an instance in pieces once, and says which pieces are missing.
func TestInstancesInPieces(t *testing.T) {
	spec, err := campaign.Parse("cubed.toml", inCubes)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := spec.Expand(t.Context(), campaign.Smoke)
	if err != nil {
		t.Fatal(err)
	}
	store, err := campaign.Create(t.Context(), filepath.Join(t.TempDir(), "cubed.sqlite"), plan)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	look := func() (*Data, string) {
		t.Helper()
		d, err := ReadStore(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := General(d)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := doc.WriteMarkdown(&text); err != nil {
			t.Fatal(err)
		}
		return d, text.String()
	}
	if d, text := look(); len(d.Wholes) != 4 || len(d.Instances()) != 0 || !strings.Contains(text, "at least 0") ||
		!strings.Contains(text, "(not run)") {
		t.Errorf("%d wholes, %d instances before the first run:\n%s", len(d.Wholes), len(d.Instances()), text)
	}
	if err := (campaign.Runner{}).Run(t.Context(), plan, store); err != nil {
		t.Fatal(err)
	}
	d, text := look()
	instances := d.Instances()
	if len(d.Records) != plan.Runs() || len(d.Records) <= 4 || len(instances) != 4 ||
		strings.Contains(text, "at least") {
		t.Errorf("%d records, %d instances:\n%s", len(d.Records), len(instances), text)
	}
	for _, r := range instances {
		type whole struct {
			Outcome     campaign.Outcome
			Count, Cube string
			Order       int
		}
		got := whole{r.Outcome, r.Count, r.Cube, r.Order}
		if diff := cmp.Diff(whole{campaign.Counted, "1", "", 3}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", r.Key, diff)
		}
		if r.Wall <= 0 || r.Clues == 0 {
			t.Errorf("%s: got wall %v, %d clues, want both above zero", r.Key, r.Wall, r.Clues)
		}
	}
	if !regexp.MustCompile(`(?m)^\| gini +\| +2 \|`).MatchString(text) {
		t.Errorf("gini has not 2 runs:\n%s", text)
	}

	// Without a record the instance is no instance yet; the records alone say that they are pieces.
	d.Records = d.Records[1:]
	if d.Wholes, err = plan.Combine(t.Context(), campaign.Sequence(d.Records)); err != nil || len(d.Instances()) != 3 {
		t.Errorf("%d instances without a piece, %v", len(d.Instances()), err)
	}
	d.Wholes = nil
	noted := slices.ContainsFunc(Facts(d), func(f report.Fact) bool {
		return f.Name == "pieces" && strings.Contains(f.Value, "need the database")
	})
	if !noted {
		t.Errorf("facts without the database: %+v, want a note on pieces", Facts(d))
	}
	if n := len(d.Instances()); n != 0 {
		t.Errorf("%d instances without the database, want none", n)
	}
}

func TestMissingPieces(t *testing.T) {
	piece := func(cube, why string) campaign.MissingPiece { return campaign.MissingPiece{Cube: cube, Reason: why} }
	w := &campaign.Combined{}
	for _, test := range []struct {
		add  []campaign.MissingPiece
		want string
	}{
		{nil, ""},
		{[]campaign.MissingPiece{piece("a=1", "not run")}, "a=1 (not run)"},
		{[]campaign.MissingPiece{piece("a=2", "timeout"), piece("a=3", "not run")},
			"a=1, a=3 (not run); a=2 (timeout)"},
		{[]campaign.MissingPiece{piece("a=4", "not run"), piece("a=5", "not run")},
			"a=1, a=3 and 2 more (not run); a=2 (timeout)"},
		{[]campaign.MissingPiece{piece("a=6", "crashed"), piece("a=7", "failed")},
			"a=1, a=3 and 2 more (not run); a=2 (timeout); and 2 more for other reasons"},
	} {
		w.Missing = append(w.Missing, test.add...)
		if got := MissingPieces(w, 2); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}
