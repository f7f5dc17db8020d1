package instances

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode/problem"

	"github.com/google/go-cmp/cmp"
)

// In the size of the file in testdata/models, an example is the model of this file.
func TestExamplesAreTheFiles(t *testing.T) {
	const folder = "../../../../testdata/models"
	for model, file := range map[string]string{"queens": "queens8.json", "magic": "magic3.json",
		"golomb": "golomb5.json", "quasigroup": "quasigroup6.json", "jobshop": "jobshop6.json",
		"nonogram": "nonogram7.json", "zebra": "zebra.json", "langford": "langford4.cover",
		"knapsack": "knapsack14.lp", "mycielski": "groetzsch.col", "pigeons": "pigeons5.cnf"} {
		t.Run(model, func(t *testing.T) {
			size := map[string]int{"zebra": 5, "mycielski": 11}[model]
			fmt.Sscanf(strings.TrimLeft(file, "abcdefghijklmnopqrstuvwxyz"), "%d", &size)
			s := Spec{Name: "x", Example: &Examples{Model: model, Sizes: []int{size}}}
			all, err := Open(t.Context(), "x", []Spec{s})
			if err != nil {
				t.Fatal(err)
			}
			got, err := all[0].Model.Problem()
			if err != nil {
				t.Fatal(err)
			}
			in, err := os.Open(filepath.Join(folder, file))
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			want, err := problem.Read(in, file, problem.Options{Colours: all[0].Model.Colours})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want.Model, got.Model); d != "" {
				t.Errorf("%s (-file +generated):\n%s", file, d)
			}
			if tags := all[0].Tags; tags["model"] != model || tags["size"] != fmt.Sprint(size) {
				t.Errorf("tags %v", tags)
			}
		})
	}
}

// Examples have the answers that are known of their sizes, and the same description makes the same files.
func TestExampleAnswers(t *testing.T) {
	m, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for _, test := range []struct {
		model string
		size  int
		kind  ask.Kind
		want  string // the optimum or the number of solutions
	}{
		{"queens", 6, ask.Count, "4"},
		{"golomb", 6, ask.Solve, "17"},
		{"golomb", 7, ask.Solve, "25"},
		{"langford", 7, ask.Count, "52"}, // 26, and the reversed ones
		{"langford", 5, ask.Count, "0"},
		{"mycielski", 23, ask.Count, "0"},
		{"pigeons", 4, ask.Count, "0"},
		{"jobshop", 2, ask.Solve, "47"}, // the length of the longer job
		{"quasigroup", 9, ask.Solve, ""},
		{"nonogram", 8, ask.Solve, ""},
		{"knapsack", 20, ask.Solve, ""},
	} {
		s := Spec{Name: "x", Seed: 1, Example: &Examples{Model: test.model, Sizes: []int{test.size}}}
		all, err := Open(t.Context(), "x", []Spec{s})
		if err != nil {
			t.Fatal(err)
		}
		text, err := all[0].Model.Content()
		if err != nil {
			t.Fatal(err)
		}
		h.Write(text)
		p, err := all[0].Model.Problem()
		if err != nil {
			t.Fatal(err)
		}
		a := ask.New(m, 5*time.Minute).Ask(t.Context(), ask.Question{Kind: test.kind}, p)
		got := fmt.Sprint(a.Count)
		if test.kind == ask.Solve {
			got = fmt.Sprint(a.Value)
		}
		if a.Err != nil || test.want != "" && got != test.want || test.want == "" && a.Solution == nil {
			t.Errorf("%s of size %d: %s, error %v, want %s", test.model, test.size, got, a.Err, test.want)
		}
	}
	if got, want := fmt.Sprintf("%x", h.Sum(nil))[:16], "f7d146afdfcb9beb"; got != want {
		t.Errorf("digest of the files %s, want %s", got, want)
	}
}

func TestBadExamples(t *testing.T) {
	for _, s := range []Spec{
		{Example: &Examples{Model: "queens", Sizes: []int{101}}},
		{Example: &Examples{Model: "queens"}},
		{Example: &Examples{Model: "knights", Sizes: []int{5}}},
		{Example: &Examples{Model: "queens", Sizes: []int{8}}, File: "a.json"},
		{Example: &Examples{Model: "queens", Sizes: []int{8}}, Colours: 3},
	} {
		s.Name = "x"
		if _, err := Open(t.Context(), "x", []Spec{s}); err == nil || !strings.Contains(err.Error(), `set "x": `) {
			t.Errorf("%+v: error %v", s, err)
		}
	}
}
