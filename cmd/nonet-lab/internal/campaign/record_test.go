package campaign

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

// Readers accept the names of outcomes that earlier versions wrote to CSV, JSON and databases.
func TestOldOutcomes(t *testing.T) {
	want := map[string]Outcome{
		"none": Unsat, "time-out": Timeout, "move-out": MoveLimit, "memory-out": MemOut, "missing": Unavailable,
		"solved": Solved, "timeout": Timeout,
	}
	for name, outcome := range want {
		records, _, err := ReadCSV(strings.NewReader("grid,set,index,method,replicate,outcome\ng,s,0,native,0," +
			name + "\n"))
		if err != nil || len(records) != 1 || records[0].Outcome != outcome {
			t.Errorf("CSV: outcome %q: got %+v, error %v, want %q", name, records, err, outcome)
		}
		var r Record
		if err := json.Unmarshal([]byte(`{"Outcome":"`+name+`"}`), &r); err != nil || r.Outcome != outcome {
			t.Errorf("JSON: outcome %q: got %q, error %v, want %q", name, r.Outcome, err, outcome)
		}
	}

	p := many(t, 10)
	store, err := Create(t.Context(), filepath.Join(t.TempDir(), "old.sqlite"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	environment, err := store.AddEnvironment(t.Context(), Environment{})
	if err != nil {
		t.Fatal(err)
	}
	written := []Outcome{"time-out", "timeout", "move-out", "solved", "solved"}
	var records []Record
	for run := range p.All() {
		r := newRecord(run)
		r.Outcome, r.Environment = written[len(records)%len(written)], environment
		records = append(records, r)
	}
	if err := store.Add(t.Context(), records...); err != nil {
		t.Fatal(err)
	}
	inStore := map[Outcome]int{Timeout: 4, MoveLimit: 2, Solved: 4}
	if counts, err := store.Outcomes(t.Context()); err != nil || !maps.Equal(counts, inStore) {
		t.Errorf("Outcomes: got %v, error %v, want %v", counts, err, inStore)
	}
	counts := map[Outcome]int{}
	for r, err := range store.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		counts[r.Outcome]++
	}
	if !maps.Equal(counts, inStore) {
		t.Errorf("Records: got %v, want %v", counts, inStore)
	}
	if n, err := store.Discard(t.Context(), Timeout); n != 4 || err != nil {
		t.Errorf("Discard(Timeout): got %d, error %v, want 4: old and new names", n, err)
	}
}
