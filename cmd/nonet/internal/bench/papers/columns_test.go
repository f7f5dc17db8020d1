package papers

import (
	"bytes"
	"testing"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/google/go-cmp/cmp"
)

// Packed records are the records, but for the columns left out, sorted by key.
func TestPack(t *testing.T) {
	record := func(method string, replicate int) campaign.Record {
		r := campaign.Record{Environment: 1, Values: map[string]float64{"cells": 17}}
		r.Grid, r.Set, r.Method, r.Replicate = "g", "s, with a comma", method, replicate
		r.Seed, r.Outcome = 9, campaign.Solved
		return r
	}
	d := &Data{
		Records:      []campaign.Record{record("native", 1), record("native", 0), record("gini", 0)},
		Environments: []campaign.Environment{{ID: 1, Version: "0.1.0", Solvers: map[string]string{}}},
	}
	var packed bytes.Buffer
	if err := d.Pack(&packed, "seed"); err != nil {
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
		Set, Method string
		Replicate   int
		Seed        uint64
		Cells       float64
	}
	var got []key
	for _, r := range records {
		got = append(got, key{r.Set, r.Method, r.Replicate, r.Seed, r.Values["cells"]})
	}
	want := []key{{"s, with a comma", "gini", 0, 0, 17}, {"s, with a comma", "native", 0, 0, 17},
		{"s, with a comma", "native", 1, 0, 17}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records read back (-want +got):\n%s", diff)
	}
}
