package ask_test

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/split"
)

// TestExampleModels puts the questions of testdata/models/answers.txt to a method of each formulation. Methods that
// enumerate are asked for small numbers only, and 0-1 programs not for the job shop, on which they take minutes.
func TestExampleModels(t *testing.T) {
	const folder = "../../testdata/models"
	answers, err := os.ReadFile(filepath.Join(folder, "answers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(answers)) {
		f := strings.Fields(line)
		file, colours, optimum, count := f[0], f[1], f[2], f[3]
		var o problem.Options
		o.Colours, _ = strconv.Atoi(colours) // 0 for -
		in, err := os.Open(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		p, err := problem.Read(in, file, o)
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"native", "gini", "gini:order", "cdcl", "gophersat", "gophersat-pb", "clp", "dlx",
			"dsatur", "auto"} {
			if name == "dlx" && p.Cover == nil || name == "dsatur" && p.Graph == nil ||
				file == "jobshop6.json" && (name == "gophersat-pb" || name == "clp") {
				continue
			}
			t.Run(file+"/"+colours+"/"+name, func(t *testing.T) {
				m := method(t, name)
				a := ask.New(m, 0).Ask(t.Context(), ask.Question{}, p)
				if errors.Is(a.Err, backends.ErrUnavailable) {
					t.Skip(a.Err)
				}
				switch status := a.Status(); {
				case a.Err != nil, (status == model.Unsatisfiable) != (count == "0"):
					t.Fatalf("%v, error %v", status, a.Err)
				case optimum != "-" && (!a.Optimal || strconv.Itoa(a.Value) != optimum):
					t.Fatalf("value %d, optimal %v, want %s", a.Value, a.Optimal, optimum)
				}
				if n, ok := new(big.Int).SetString(count, 10); ok &&
					(n.Cmp(big.NewInt(100)) <= 0 || name == "native" || name == "dsatur") {
					a = ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: ask.Count}, p)
					if a.Err != nil || a.Count.Cmp(n) != 0 || !a.Result.Complete {
						t.Errorf("count %v, error %v, want %v", a.Count, a.Err, n)
					}
					if name == "dlx" {
						return // a piece is no exact cover
					}
					wrap := func(s model.Solver) model.Solver {
						return split.Parallel(s, split.Options{Cubes: 8, Jobs: 2})
					}
					k := ask.New(m, 0)
					k.Wrap = wrap
					a = k.Ask(t.Context(), ask.Question{Kind: ask.Count}, p)
					if a.Err != nil || a.Count.Cmp(n) != 0 || !a.Result.Complete {
						t.Errorf("count %v in pieces, error %v, want %v", a.Count, a.Err, n)
					}
				}
			})
		}
	}
}

// The FlatZinc twin of each example model in testdata/minizinc has the answers of the model.
func TestFlatZincTwins(t *testing.T) {
	answers, err := os.ReadFile("../../testdata/models/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	twins := 0
	for line := range strings.Lines(string(answers)) {
		f := strings.Fields(line)
		file, colours, optimum, count := f[0], f[1], f[2], f[3]
		if colours == "3" { // the twin has four colours
			continue
		}
		twin := strings.TrimSuffix(file, filepath.Ext(file)) + ".fzn"
		in, err := os.Open(filepath.Join("../../testdata/minizinc", twin))
		if err != nil {
			t.Fatal(err)
		}
		p, err := problem.Read(in, twin, problem.Options{})
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		twins++
		for _, name := range []string{"native", "gini:order"} {
			t.Run(twin+"/"+name, func(t *testing.T) {
				m := method(t, name)
				a := ask.New(m, 0).Ask(t.Context(), ask.Question{}, p)
				if a.Err != nil || (a.Status() == model.Unsatisfiable) != (count == "0") ||
					optimum != "-" && (!a.Optimal || strconv.Itoa(a.Value) != optimum) {
					t.Fatalf("%v, value %d, optimal %v, error %v, want %s", a.Status(), a.Value, a.Optimal, a.Err, line)
				}
				if n, ok := new(big.Int).SetString(count, 10); ok &&
					(n.Cmp(big.NewInt(100)) <= 0 || name == "native") {
					a = ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: ask.Count}, p)
					if a.Err != nil || a.Count.Cmp(n) != 0 || !a.Result.Complete {
						t.Errorf("count %v, error %v, want %v", a.Count, a.Err, n)
					}
				}
			})
		}
	}
	if files, _ := filepath.Glob("../../testdata/minizinc/*.fzn"); len(files) != twins {
		t.Errorf("%d files, %d of them are twins of example models", len(files), twins)
	}
}
