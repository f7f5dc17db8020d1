package all

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
)

var (
	update = flag.Bool("update", false, "write the reports that are kept again, from their records")
	pack   = flag.Bool("pack", false, "with -update: replace records.csv.gz by records.columns.csv.gz")
)

// unread are the columns of records that no kept report needs.
var unread = map[string][]string{
	"berggren": {"seed", "started", "solve_s", "value.sd", "value.high", "value.low"},
	"jones":    {"seed", "started"},
	"lewis":    {"seed", "started"},
	"reseda":   {"seed", "started"},
	"simonis":  {"seed", "started"},
	"thein":    {"seed", "started"},
}

// planned is how many runs a campaign has whose kept records are only a part.
var planned = map[string]int{"lewis": 125140}

// The reports that are kept are what comes of the records beside them. By default this is shown for jones, with NONET_LONG=1 or -update for all.
func TestReports(t *testing.T) {
	for _, e := range Experiments() {
		dir := filepath.Join("..", "..", "..", "..", "..", "..", "reports", e.Name)
		if _, err := os.Stat(dir); err != nil || e.Name != "jones" && os.Getenv("NONET_LONG") == "" && !*update {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			d, err := e.Read(t.Context(), dir, campaign.Full)
			if err != nil {
				t.Fatal(err)
			}
			if *update && *pack {
				if d, err = repack(e, d, dir); err != nil {
					t.Fatal(err)
				}
			}
			d.Planned = planned[e.Name]
			doc, err := e.Describe(d)
			if err != nil {
				t.Fatal(err)
			}
			out := t.TempDir()
			if *update {
				out = dir
			}
			if err := doc.WriteFolder(out); err != nil {
				t.Fatal(err)
			}
			compareFolders(t, dir, out)
		})
	}
}

// compareFolders fails if the files of a report differ from those that are kept.
func compareFolders(t *testing.T, kept, made string) {
	t.Helper()
	files, err := os.ReadDir(made)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
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
			t.Errorf("%s is another: run go test -update, and look at what is new", f.Name())
		}
	}
}

// repack replaces the records of a report by their packed form and returns what is read back from it.
func repack(e papers.Experiment, d *papers.Data, dir string) (*papers.Data, error) {
	var packed bytes.Buffer
	if err := d.Pack(&packed, unread[e.Name]...); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "records.columns.csv.gz"), packed.Bytes(), 0o644); err != nil {
		return nil, err
	}
	if err := os.Remove(filepath.Join(dir, "records.csv.gz")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return e.Read(context.Background(), dir, d.Scale)
}
