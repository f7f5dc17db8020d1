package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/encode/text"
	"nonet/model"
)

// The programs of a kit give the same answers as nonet: to a puzzle, a variant and random models, of which some have no
// solution and half an objective. A library that is not installed is skipped.
// NONET_CPMPY_SOLVER names a solver of CPMpy.
func TestPythonKit(t *testing.T) {
	dir := t.TempDir()
	kit := filepath.Join(dir, "kit")
	if code, _, stderr := runNonet(t, "export", "--to", "kit", "-o", kit, "12.4.........32."); code != 0 {
		t.Fatal(stderr)
	}
	models := map[string]*model.Model{}
	add := func(name string, m *model.Model) {
		models[name] = m
		var b strings.Builder
		if err := text.WriteJSON(&b, m); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 3))
		m := backendtest.Random(random, backendtest.Kinds{NotEqual: true, Table: true, Linear: true})
		if seed%2 == 1 {
			m.Objective = &model.Objective{Maximize: seed%4 == 1, Constant: 3,
				Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: -1, Var: model.Var(len(m.Vars) - 1)}}}
		}
		add("random"+strconv.FormatUint(seed, 10), m)
	}
	for _, library := range []string{"pulp", "mip", "cpmpy"} {
		t.Run(library, func(t *testing.T) {
			pythons := []string{"python3", "/usr/bin/python3"}
			i := slices.IndexFunc(pythons, func(python string) bool {
				return exec.Command(python, "-c", "import "+library).Run() == nil
			})
			if i < 0 {
				t.Skipf("no %s for Python", library)
			}
			python := pythons[i]
			run := func(file string) string {
				args := []string{filepath.Join(kit, "with_"+library+".py"), file}
				if library == "cpmpy" && os.Getenv("NONET_CPMPY_SOLVER") != "" {
					args = append(args, os.Getenv("NONET_CPMPY_SOLVER"))
				}
				out, err := exec.Command(python, args...).Output()
				var failed *exec.ExitError
				if err != nil && (!errors.As(err, &failed) || string(failed.Stderr) != "no solution\n") {
					t.Fatalf("%s: %v: %s", file, err, failed.Stderr)
				}
				return strings.TrimSpace(string(out))
			}
			got := run(filepath.Join(kit, "model.json"))
			if !strings.HasPrefix(got, "r1c1=1 r1c2=2 r1c3=3 r1c4=4 r2c1=3 ") {
				t.Errorf("puzzle: %s", got)
			}
			for name, m := range models {
				out := run(filepath.Join(dir, name))
				best, _, _, err := model.Best(t.Context(), native.Solver{}, m)
				if err != nil {
					t.Fatal(err)
				}
				if (out == "") != (best == nil) {
					t.Errorf("%s: got %q, nonet %v", name, out, best)
				}
				if out == "" {
					continue
				}
				var a model.Assignment
				for _, word := range strings.Fields(out) {
					_, value, _ := strings.Cut(word, "=")
					v, err := strconv.Atoi(value)
					if err != nil {
						t.Fatal(err)
					}
					a = append(a, v)
				}
				if bad := m.Violation(a); bad != 0 {
					t.Errorf("%s: %s violates constraints by %d", name, out, bad)
				}
				if o := m.Objective; o != nil && o.Value(a) != o.Value(best) {
					t.Errorf("%s: objective %d, nonet %d", name, o.Value(a), o.Value(best))
				}
			}
		})
	}
}
