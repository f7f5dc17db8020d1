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

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
)

var (
	update = flag.Bool("update", false, "rewrite the reports in reports/ from their records")
	packIt = flag.Bool("pack", false, "with -update: replace records.csv.gz by records.columns.csv.gz")
	addIt  = flag.String("add", "", "with -update and -pack: the `FOLDER` with the output of experiments, NAME in "+
		"FOLDER/NAME; their records are added and replace the records of the same grids")
)

// unread lists the columns of records that no report in reports/ needs.
var unread = map[string][]string{
	"encodings":    {"seed", "started"},
	"formulations": {"seed", "started"},
	"berggren":     {"seed", "started", "solve_s", "value.sd", "value.high", "value.low"},
	"ip-sat-cp":    {"seed", "started"},
	"jones":        {"seed", "started"},
	"lewis":        {"seed", "started"},
	"models":       {"seed", "started"},
	"reseda":       {"seed", "started"},
	"simonis":      {"seed", "started"},
	"thein":        {"seed", "started"},
}

// The reports in reports/ follow from the records beside them. By default the test checks only jones, with NONET_LONG=1
// or -update all.
func TestReports(t *testing.T) {
	for _, e := range Experiments() {
		dir := filepath.Join(reports, e.Name)
		if _, err := os.Stat(dir); err != nil || e.Name != "jones" && os.Getenv("NONET_LONG") == "" && !*update {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			d, err := e.Read(t.Context(), dir, campaign.Full)
			if err != nil {
				t.Fatal(err)
			}
			if *update && *packIt {
				if more := filepath.Join(*addIt, e.Name); *addIt != "" {
					later, err := e.Read(t.Context(), more, campaign.Full)
					if err != nil {
						t.Fatal(err)
					}
					add(d, later)
				}
				if d, err = repack(e, d, dir); err != nil {
					t.Fatal(err)
				}
			}
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

// compareFolders fails unless the summary and the figures of the new report equal the kept ones. Pages and CSV files
// are not kept: make reports makes them.
func compareFolders(t *testing.T, kept, made string) {
	t.Helper()
	files, err := os.ReadDir(made)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if ext := filepath.Ext(f.Name()); ext == ".html" || ext == ".csv" {
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
			t.Errorf("%s differs: run go test -update and inspect the changes", f.Name())
		}
	}
}

// repack replaces the records of a report by their packed form, and returns the data read back from it.
func repack(e papers.Experiment, d *papers.Data, dir string) (*papers.Data, error) {
	var packed bytes.Buffer
	if err := pack(&packed, d, unread[e.Name]...); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "records.columns.csv.gz"), packed.Bytes(), 0o644); err != nil {
		return nil, err
	}
	if err := os.Remove(filepath.Join(dir, "records.csv.gz")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if d.Provenance != nil {
		if err := d.Provenance.Write(dir); err != nil {
			return nil, err
		}
	}
	return e.Read(context.Background(), dir, d.Scale)
}
