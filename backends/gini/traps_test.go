package gini

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"nonet/backends/backendtest"
)

// These tests pin the defects of gini v1.0.4 that doc.go lists and the engine avoids.

// The defect ends the process, so the test runs its own binary as a child.
func TestTrapSolveAgainUnderAssumptions(t *testing.T) {
	if os.Getenv("NONET_GINI_TRAP") != "" {
		g := gini.New()
		x, y := g.Lit(), g.Lit()
		for _, clause := range [][]z.Lit{{y.Not(), x}, {x.Not()}, {y}} {
			for _, l := range clause {
				g.Add(l)
			}
			g.Add(z.LitNull)
		}
		for _, assumption := range []z.Lit{x, y} {
			g.Assume(assumption)
			if g.Solve() != unsat {
				os.Exit(3)
			}
		}
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestTrapSolveAgainUnderAssumptions$")
	child.Env = append(os.Environ(), "NONET_GINI_TRAP=1")
	out, err := child.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "internal error in solve: sat model") {
		t.Errorf("gini survives, or ends otherwise (%v):\n%s", err, out)
	}
}

func TestTrapActivateFalseClause(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Activate does not panic on a clause that is false")
		}
	}()
	g := gini.New()
	x := g.Lit()
	g.Add(x.Not())
	g.Add(z.LitNull)
	g.Add(x)
	g.Activate()
}

func TestTrapDeadlineStays(t *testing.T) {
	g := gini.New()
	if g.Try(time.Nanosecond) != sat {
		t.Fatal("no clauses, no solution")
	}
	for _, l := range backendtest.PigeonholeClauses(10).Body {
		g.Add(literal(l))
	}
	if answer := g.Solve(); answer != 0 {
		t.Errorf("Solve without a limit answers %d in spite of the deadline of an earlier Try; want 0", answer)
	}
}
