//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
)

// pigeons states that n pigeons have a hole each of n-1 holes. It has no solution, and no short proof.
func pigeons(n int) *cnf.Formula {
	f := &cnf.Formula{Vars: n * (n - 1)}
	in := func(pigeon, hole int) cnf.Lit { return cnf.Lit(1 + pigeon*(n-1) + hole) }
	for p := range n {
		var some []cnf.Lit
		for h := range n - 1 {
			some = append(some, in(p, h))
			for q := range p {
				f.Add(-in(p, h), -in(q, h))
			}
		}
		f.Add(some...)
	}
	f.Shown = f.Vars
	return f
}

// proving returns a program that runs a shell script with the formula and the proof as $1 and $2.
func proving(t *testing.T, script string) Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	custom, command, _ := CutCustom("dimacs=" + file + " {file} {proof}")
	p, err := custom.Program(command)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// solveProved solves a formula under WithProofs, and checks that no folder is left.
func solveProved(ctx context.Context, t *testing.T, p Program, f *cnf.Formula) (model.Result, Proofs, error) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	var proofs Proofs
	r, err := SAT{Program: p}.Solve(WithProofs(ctx, &proofs), f, func(cnf.Valuation) bool { return true })
	if left, _ := filepath.Glob(os.Getenv("TMPDIR") + "/*"); left != nil {
		t.Errorf("left behind: %v", left)
	}
	return r, proofs, err
}

func TestProofs(t *testing.T) {
	const refutes = "echo s UNSATISFIABLE; exit 20\n"
	three := pigeons(3)
	for name, test := range map[string]struct {
		script  string
		formula *cnf.Formula
		checked int
		reason  string // of Proofs, or of the error
	}{
		"no proof":                  {refutes, three, 0, "wrote no proof"},
		"an empty proof":            {": > $2; " + refutes, three, 0, "ends before the empty clause"},
		"not a proof":               {"echo hello > $2; " + refutes, three, 0, "expected a literal"},
		"a wrong proof":             {"echo 0 > $2; " + refutes, three, 0, "does not follow"},
		"a proof":                   {"printf '1 0\\n0\\n' > $2; " + refutes, three, 1, ""},
		"a proof, satisfiable":      {"printf '1 0\\n0\\n' > $2; " + refutes, pigeonsInRoom(), 0, "does not follow"},
		"a proof about fewer holes": {"printf '1 0\\n0\\n' > $2; " + refutes, pigeons(5), 0, "does not follow"},
	} {
		t.Run(name, func(t *testing.T) {
			r, proofs, err := solveProved(t.Context(), t, proving(t, test.script), test.formula)
			text := proofs.Reason
			if err != nil {
				text = err.Error()
			}
			if r.Complete != (err == nil) || proofs.Checked != test.checked || !strings.Contains(text, test.reason) ||
				test.reason == "" && text != "" {
				t.Errorf("%+v, %+v, %v", r, proofs, err)
			}
			if wrong := new(*model.WrongAnswerError); err != nil && !errors.As(err, wrong) {
				t.Errorf("%v is no WrongAnswerError", err)
			}
		})
	}
}

// pigeonsInRoom is pigeons(3) without the conflict of the last two in the last hole, so that it has a solution.
func pigeonsInRoom() *cnf.Formula {
	f := &cnf.Formula{Vars: 6, Shown: 6}
	for c := range pigeons(3).All() {
		if len(c) != 2 || c[0] != -6 || c[1] != -4 {
			f.Add(c...)
		}
	}
	return f
}

func TestProofsOfPrograms(t *testing.T) {
	for _, name := range []string{"cadical", "cryptominisat5"} {
		t.Run(name, func(t *testing.T) {
			p, _ := ByName(name)
			if _, err := p.Find(); errors.Is(err, backends.ErrUnavailable) {
				t.Skip(err)
			}
			for n := 2; n <= 6; n++ {
				r, proofs, err := solveProved(t.Context(), t, p, pigeons(n))
				if err != nil || !r.Complete || r.Solutions != 0 || proofs.Checked != 1 || proofs.Reason != "" {
					t.Errorf("%d pigeons: %+v, %+v, %v", n, r, proofs, err)
				}
			}
			r, proofs, err := solveProved(t.Context(), t, p, pigeonsInRoom())
			if err != nil || !r.Complete || r.Solutions == 0 || proofs.Checked != 1 {
				t.Errorf("all solutions: %+v, %+v, %v", r, proofs, err)
			}
		})
	}
	t.Run("minisat", func(t *testing.T) {
		p, _ := ByName("minisat")
		if _, err := p.Find(); errors.Is(err, backends.ErrUnavailable) {
			t.Skip(err)
		}
		r, proofs, err := solveProved(t.Context(), t, p, pigeons(3))
		if err != nil || !r.Complete || proofs != (Proofs{}) {
			t.Errorf("minisat writes no proofs: %+v, %+v, %v", r, proofs, err)
		}
	})
}

func TestProofCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, proofs, err := solveProved(ctx, t, proving(t, "echo s UNSATISFIABLE; exit 20\n"), pigeons(3))
	if !errors.Is(err, context.Canceled) || r.Complete || proofs != (Proofs{}) {
		t.Errorf("%+v, %+v, %v", r, proofs, err)
	}
}
