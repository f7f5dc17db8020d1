package process

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
)

func TestTableIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Programs() {
		for field, value := range map[string]string{"Name": p.Name, "Command": p.Command,
			"Input": string(p.Input), "Package": p.Package,
			"Summary": p.Summary, "Source": p.Source} {
			if value == "" {
				t.Errorf("%s (%s): %s is empty", p.Name, p.Command, field)
			}
		}
		if len(p.ExitCodes[model.Satisfiable]) == 0 || len(p.ExitCodes[model.Unsatisfiable]) == 0 {
			t.Errorf("%s: no exit codes", p.Name)
		}
		if !p.hasPlaceholder("{in}") && p.Input != SMTLIB {
			t.Errorf("%s: {in} is missing", p.Name)
		}
		if seen[p.Name] {
			t.Errorf("%s: duplicate name", p.Name)
		}
		seen[p.Name] = true
		if q, ok := ByName(p.Name); !ok || q.Name != p.Name {
			t.Errorf("ByName(%q) = %+v, %v", p.Name, q, ok)
		}
	}
	if _, ok := ByName("deep thought"); ok {
		t.Error("ByName finds an unknown program")
	}
}

func TestMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, p := range Programs() {
		t.Setenv(p.Env(), "")
		_, err := p.Find()
		if !errors.Is(err, backends.ErrUnavailable) || !strings.Contains(err.Error(), "apt install "+p.Package) {
			t.Errorf("Find: error %v", err)
		}
		if _, err := p.Version(t.Context()); !errors.Is(err, backends.ErrUnavailable) {
			t.Errorf("Version: error %v", err)
		}
		if engine, ok := p.ModelEngine(); ok {
			_, err = engine.Solve(t.Context(), &model.Model{}, nil)
		} else if p.Input == DIMACS {
			_, err = SAT{p}.Solve(t.Context(), &cnf.Formula{}, nil)
		} else {
			_, err = ZeroOne{p}.Solve(t.Context(), problems[0].program(), nil)
		}
		if !errors.Is(err, backends.ErrUnavailable) {
			t.Errorf("Solve: error %v", err)
		}
	}
}

func TestFind(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	program := func(folder, name string, mode os.FileMode) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	inPath := program(dir, "solver-x", 0o700)
	other := program(elsewhere, "a solver", 0o700)
	program(elsewhere, "plain file", 0o600)
	t.Setenv("PATH", dir)

	p := Program{Name: "x", Command: "solver-x"}
	if p.Env() != "NONET_SOLVER_X" {
		t.Errorf("Env() = %q", p.Env())
	}
	if path, err := p.Find(); path != inPath || err != nil {
		t.Errorf("in PATH: %q, %v", path, err)
	}
	t.Setenv(p.Env(), other)
	if path, err := p.Find(); path != other || err != nil {
		t.Errorf("by the environment: %q, %v", path, err)
	}
	for _, bad := range []string{filepath.Join(elsewhere, "nothing"),
		filepath.Join(elsewhere, "plain file"), elsewhere} {
		t.Setenv(p.Env(), bad)
		if _, err := p.Find(); !errors.Is(err, backends.ErrUnavailable) ||
			!strings.Contains(err.Error(), p.Env()+"="+bad) {
			t.Errorf("%s: error %v", bad, err)
		}
	}
}

func TestCustom(t *testing.T) {
	blank := filepath.Join(t.TempDir(), "my solver")
	if err := os.WriteFile(blank, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		command, program string
		args             []string // of a run on IN, with the answer file OUT
	}{
		{"kissat", "kissat", []string{"IN"}},
		{"kissat -q --sat", "kissat", []string{"-q", "--sat", "IN"}},
		{"./a/b  {in}  {out}", "./a/b", []string{"IN", "OUT"}},
		{"./a/b {file} {out}", "./a/b", []string{"IN", "OUT"}},
		{`"my solver" --name='a "b"' c\ d "\$x\y" ''`, "my solver", []string{`--name=a "b"`, "c d", `$x\y`, "", "IN"}},
		{"minisat -verb=0", "minisat", []string{"-verb=0", "IN", "OUT"}},
		{"/opt/minisat {file}", "/opt/minisat", []string{"IN"}},
		{"clasp -n {n}", "clasp", []string{"-n", "5", "IN"}},
		{"solver --input={in} --proof", "solver", []string{"--input=IN", "--proof"}},
		{blank, blank, []string{"IN"}},
	} {
		p, err := custom("dimacs", test.command)
		if err != nil || p.Name != "dimacs="+test.command || p.Command != test.program ||
			!slices.Equal(p.expand("IN", "OUT", 5), test.args) {
			t.Errorf("%q: %+v, arguments %q, error %v", test.command, p, p.expand("IN", "OUT", 5), err)
		}
	}
	for _, command := range []string{"", "  ", `""`, "solver 'a", `solver "a\"`} {
		if _, err := custom("dimacs", command); err == nil {
			t.Errorf("%q: no error", command)
		}
	}
}

// A custom program may be any, if its arguments spell out conventions of its own.
func TestCustomSATRuns(t *testing.T) {
	for _, command := range []string{"cadical -q", "minisat {in} {out}", "clasp --outf=1", "clasp --outf=1 -n {n}",
		"cryptominisat5 --maxsol={n}"} {
		p, err := custom("dimacs", command)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Find(); err != nil {
			t.Log(err)
			continue
		}
		n := 0
		r, err := SAT{p}.Solve(t.Context(), tiny(), func(cnf.Valuation) bool { n++; return n < 3 })
		if err != nil || n != 2 || !r.Complete {
			t.Errorf("%s: %d solutions of 2, complete %v, error %v", command, n, r.Complete, err)
		}
	}
	if p, _ := custom("dimacs", "minisat {in}"); available(p) {
		_, err := SAT{p}.Solve(t.Context(), tiny(), func(cnf.Valuation) bool { return true })
		if err == nil || !strings.Contains(err.Error(), "prints no values") {
			t.Errorf("minisat without its result file: error %v", err)
		}
	}
}

// custom is Custom.Program for the entry with the given key.
func custom(key, command string) (Program, error) {
	c, _, _ := CutCustom(key + "=")
	return c.Program(command)
}

func available(p Program) bool {
	_, err := p.Find()
	return err == nil
}

// tiny is a formula with the two solutions 1 -2 3 and -1 2 -3.
func tiny() *cnf.Formula {
	f := &cnf.Formula{Vars: 3, Shown: 3}
	f.Add(1, 2)
	f.Add(-1, 3)
	f.Add(-2, -3)
	return f
}

// A program in a relative folder of PATH is not started, and does not hide those behind it.
func TestRelativeFolderInPath(t *testing.T) {
	here, behind := t.TempDir(), t.TempDir()
	for _, dir := range []string{here, behind} {
		if err := os.WriteFile(filepath.Join(dir, "cadical"), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(here)
	t.Setenv("NONET_CADICAL", "")
	p, _ := ByName("cadical")
	t.Setenv("PATH", "."+string(filepath.ListSeparator)+behind)
	if path, err := p.Find(); path != filepath.Join(behind, "cadical") {
		t.Errorf("found %q, error %v", path, err)
	}
	t.Setenv("PATH", ".")
	if path, err := p.Find(); err == nil || !strings.Contains(err.Error(), "set NONET_CADICAL") {
		t.Errorf("found %q, error %v", path, err)
	}
	t.Setenv("GODEBUG", "execerrdot=0")
	if path, err := p.Find(); err == nil {
		t.Errorf("found %q with execerrdot=0", path)
	}
}
