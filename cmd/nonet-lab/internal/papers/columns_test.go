package papers

import (
	"bytes"
	"compress/gzip"
	"testing"

	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/google/go-cmp/cmp"
)

// The records of a kept report are read from columns; columns that are left out are zero. Without answered_by, names of
// methods have their earlier sense.
func TestUnpack(t *testing.T) {
	const columns = `grid,g,g
set,"s, with a comma","s, with a comma"
index,0,1
method,native,gini
replicate,0,2
outcome,solved,timeout
answered_by,solver,
value.cells,17,
`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(columns)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := unpack(&packed)
	if err != nil {
		t.Fatal(err)
	}
	records, _, err := campaign.ReadCSV(text)
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		Set, Method      string
		Index, Replicate int
		Outcome          campaign.Outcome
		Seed             uint64
		Cells            float64
	}
	var got []key
	for _, r := range records {
		got = append(got, key{r.Set, r.Method, r.Index, r.Replicate, r.Outcome, r.Seed, r.Values["cells"]})
	}
	want := []key{
		{"s, with a comma", "native", 0, 0, campaign.Solved, 0, 17},
		{"s, with a comma", "gini", 1, 2, campaign.Timeout, 0, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records of columns (-want +got):\n%s", diff)
	}
}
