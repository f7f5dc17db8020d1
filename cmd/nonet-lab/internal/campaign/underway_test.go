//go:build linux

package campaign

import (
	"os"
	"path/filepath"
	"testing"
)

// A run that was under way at unclean ends of this program is executed in a child process after all others.
func TestRunUnderWayAtUncleanEnds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		ends     int
		isolated bool
	}{
		{0, false}, {1, false}, {2, true}, {20, true},
	} {
		dir := t.TempDir()
		p := plan(t, spec(t, dir, `
name = "unclean"
[[grid]]
name = "g"
instances = ["a.txt"]
methods = ["native"]
task = "good"
repeats = 2
warmup = 1
`), Full)
		path := filepath.Join(dir, "x.sqlite")
		store, err := Create(t.Context(), path, p)
		if err != nil {
			t.Fatal(err)
		}
		var first *Run
		for run := range p.All() {
			first = run
			break
		}
		for range test.ends { // a session that is killed during the first run, and after another one
			u, err := store.noteRuns(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			u.begin(p.Stages[len(p.Stages)-1].Runs[0])()
			u.begin(first)
			u.file.Close()
			store.Close()
			if store, err = Open(t.Context(), path); err != nil {
				t.Fatal(err)
			}
		}
		notices := 0
		local := Local{Executor: Executor{Tasks: odd, Child: isolatedChild(t)}, Parallelism: 1,
			Notice: func(string) { notices++ }}
		if err := (Runner{Queue: local}).Run(t.Context(), p, store); err != nil {
			t.Fatal(err)
		}
		var last Record
		n := 0
		for r, err := range store.Records(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			last = r
			if r.Key != first.Key && (r.Outcome != Measured || r.Values["pid"] != float64(os.Getpid())) {
				t.Errorf("%d ends: another run: %s in process %v", test.ends, r.Outcome, r.Values["pid"])
			}
		}
		r := records(t, store)[first.Key]
		if isolated := r.Outcome == Measured && r.Values["pid"] != float64(os.Getpid()); n != p.Runs() ||
			r.Outcome != Measured || isolated != test.isolated || (last.Key == first.Key) != (test.ends > 1) ||
			notices > 0 != (test.ends > 1) {
			t.Errorf("%d ends: %d records, outcome %s, isolated %v, last %s, %d notices", test.ends, n, r.Outcome,
				isolated, last.Key, notices)
		}
		store.Close()
		if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
			t.Errorf("left: %v", left)
		}
	}
}
