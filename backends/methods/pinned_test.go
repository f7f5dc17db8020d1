package methods

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

var update = flag.Bool("update", false, "rewrite testdata/runs.txt")

// pinnedRuns lists methods whose runs must not change with their code: each stochastic method with its defaults, and
// with settings that take other paths through the code.
var pinnedRuns = []string{
	"anneal", "anneal:progress=below-reheat:start=neighbours:choice=any-pair",
	"anneal:progress=any-descent:temperature=deviation:choice=block-first",
	"hillclimb", "hillclimb:initial=greedy:plateau=no-best:tie=first-found",
	"hillclimb:initial=random-fill:plateau=first-maximum:w2=-2",
	"boltzmann", "boltzmann:update=synchronous:threshold=-4", "boltzmann:coldest=50:restarts=3",
	"reseda", "reseda:zones=9:sampling=permutations:order=highest-renormalised",
	"reseda:zones=3:sampling=pre-computation:obtained=cheapest-sample",
	"reseda:zones=0:stuck=untaken:selection=cheapest-of-group:block-permutations=true",
	"reseda:samples=20:elite=5:rounds=30:attempts=2",
	"guided", "guided:keep=-1:forget=-1", "guided:unit=2:keep=0.5",
	"eda", "eda:population=7:elite=3", "eda:inertia=-1:forget=0.5:repairs=-1",
	"ants", "ants:choice=below-q0:colony=3:evaporation=-1", "ants:q0=0.5:strength=0.5:fade=0.5",
	"gibbs", "gibbs:replicas=1", "gibbs:replicas=3:sweeps=2:coldest=0.3:hottest=1",
	"tempering", "tempering:replicas=1:completion=nothing", "tempering:replicas=3:sweep=100:every=1:domains=ignored",
	"ils", "ils:idle=20:tenure=1:spread=3:failures=5:loosened=0.5:worse=0.5",
	"probsat", "probsat:base=2.5:try=100", "walksat", "walksat:noise=0.1:try=300",
}

// quick lists the backends that make many more moves per second than the others.
var quick = []string{"anneal", "boltzmann", "gibbs", "tempering", "ils", "probsat", "walksat"}

// A run is reproducible from its seed: effort and solution are compared with testdata/runs.txt. Each method solves one
// of the puzzles, with NONET_LONG all of them.
func TestPinnedRuns(t *testing.T) {
	puzzles := []struct {
		name  string
		model *model.Model
	}{
		{"escargot", backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()},
		{"easy", backendtest.Puzzle(sudoku.Order(3), easy).Model()},
		{"order 4", sudoku.Order(4).Model()},
		{"order 3 X", sudoku.Order(3).Model().With(
			backendtest.Different(0, 10, 20, 30, 40, 50, 60, 70, 80),
			backendtest.Different(8, 16, 24, 32, 40, 48, 56, 64, 72))},
	}
	const file = "testdata/runs.txt"
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(kept), "\n")
	all := *update || os.Getenv("NONET_LONG") != ""
	var b strings.Builder
	for n, name := range pinnedRuns {
		for i, p := range puzzles {
			if at := n*len(puzzles) + i; n%len(puzzles) != i && at < len(want) && !all {
				fmt.Fprintln(&b, want[at])
				continue
			}
			m := reduced(name)
			m.RunOptions = RunOptions{Seed: uint64(i) + 1, Moves: 3000}
			if slices.Contains(quick, m.Backend) {
				m.RunOptions.Moves *= 5
			}
			a, r, err := model.First(t.Context(), m.Solver(), p.model)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, p.name, err)
			}
			hash := fnv.New32a()
			fmt.Fprint(hash, a)
			e := r.Stats.Effort
			fmt.Fprintf(&b, "%s; %s: %v, cost %d, %d moves, %d restarts, %d nodes, %d failures, %08x\n",
				name, p.name, r.Status(), r.Stats.Cost, e.Iterations, e.Restarts, e.Nodes, e.Failures, hash.Sum32())
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	lines := strings.Split(b.String(), "\n")
	for i, line := range want {
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("line %d: got\n%s\nwant\n%s", i+1, lines[min(i, len(lines)-1)], line)
		}
	}
}
