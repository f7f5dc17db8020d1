package all

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"nonet/cmd/nonet/internal/bench/campaign"
)

// The reports that are kept are what comes of the records beside them. By default this is shown for jones, with NONET_LONG=1 for all. The report of lewis
// also says how many runs are missing, which its records do not.
func TestReports(t *testing.T) {
	for _, e := range Experiments() {
		dir := filepath.Join("..", "..", "..", "..", "..", "..", "reports", e.Name)
		if _, err := os.Stat(dir); err != nil || e.Name != "jones" && os.Getenv("NONET_LONG") == "" {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			d, err := e.Read(t.Context(), dir, campaign.Full)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := e.Describe(d)
			if err != nil {
				t.Fatal(err)
			}
			out := t.TempDir()
			if err := doc.WriteFolder(out); err != nil {
				t.Fatal(err)
			}
			compareFolders(t, dir, out, e.Name == "lewis")
		})
	}
}

// compareFolders fails if the files of a report differ from those that are kept.
func compareFolders(t *testing.T, kept, made string, incomplete bool) {
	t.Helper()
	files, err := os.ReadDir(made)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if incomplete && (f.Name() == "summary.md" || f.Name() == "report.html") {
			continue
		}
		want, err := os.ReadFile(filepath.Join(kept, f.Name()))
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := os.ReadFile(filepath.Join(made, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is another: write it again with nonet experiment report, and look at what is new", f.Name())
		}
	}
}
