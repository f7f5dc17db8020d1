package methods

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/cnf"
	"nonet/model"
)

// loose returns a model whose at-most-one constraints are not permutations: four variables with values out of five in
// one AllDifferent, three variables in another, and one variable in both. In most at-most-one encodings, auxiliary
// variables are then free where no variable takes a value.
func loose() (m *model.Model, solutions int) {
	m = &model.Model{Constraints: []model.Constraint{
		model.AllDifferent{Vars: []model.Var{0, 1, 2, 3}}, model.AllDifferent{Vars: []model.Var{3, 4, 5}},
	}}
	for range 4 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, 5)})
	}
	m.Vars[0].Domain = model.Values(1, 2)
	for range 2 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(3, 5)})
	}
	return m, len(backendtest.Enumerate(m))
}

// Every solver over clauses and every at-most-one form returns each solution of the model once, regardless of free
// auxiliary variables.
func TestCountsAreProjected(t *testing.T) {
	m, want := loose()
	few := m.With(model.Given{Var: 0, Value: 1}, model.Given{Var: 1, Value: 2}, model.Given{Var: 3, Value: 4})
	wantFew := len(backendtest.Enumerate(few))
	for _, name := range Backends() {
		if mustParse(name).Kind != SAT {
			continue
		}
		t.Run(name, func(t *testing.T) {
			m, want := m, want
			if mustParse(name).Install != "" && name != "clasp" { // one process per solution
				m, want = few, wantFew
			}
			for _, preset := range []string{"extended", "order"} {
				for i, form := range cnf.AtMostOnes() {
					if i%backendtest.Rounds(3, 1) != 0 {
						continue
					}
					method := mustParse(name + ":" + preset + "/" + form.String())
					seen := map[string]bool{}
					r, err := method.Solver().Solve(t.Context(), m, func(a model.Assignment) bool {
						seen[fmt.Sprint(a)] = true
						return true
					})
					if errors.Is(err, backends.ErrUnavailable) {
						t.Skip(err)
					}
					if err != nil || !r.Complete || r.Solutions != want || len(seen) != want {
						t.Errorf("%s: %d solutions, %d different, complete %v, %v; want %d", method.Name, r.Solutions,
							len(seen), r.Complete, err, want)
					}
				}
			}
		})
	}
}

// Every method that counts returns the projected count for the model of loose.
func TestEveryMethodCountsProjected(t *testing.T) {
	m, want := loose()
	for _, method := range All() {
		if method.Kind == Stochastic || method.Slow || method.Install != "" && method.Name != "clasp" {
			continue
		}
		n, r, err := model.Count(t.Context(), method.Solver(), m, 0)
		if errors.Is(err, backends.ErrUnavailable) {
			continue
		}
		if err != nil || !r.Complete || n.Int64() != int64(want) {
			t.Errorf("%s: %v, complete %v, %v; want %d", method.Name, n, r.Complete, err, want)
		}
	}
}

// Given the list of shown variables of a written file, under the keyword that clasp expects, clasp counts the
// solutions. Without the list it counts valuations.
func TestClaspCountsWrittenFiles(t *testing.T) {
	clasp, err := exec.LookPath("clasp")
	if err != nil {
		t.Skip(err)
	}
	m, want := loose()
	type instance struct {
		m    *model.Model
		want int
	}
	tests := []instance{{m, want}}
	for seed := range uint64(5) {
		m := backendtest.Random(rand.New(rand.NewPCG(seed, 4)),
			backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		tests = append(tests, instance{m, len(backendtest.Enumerate(m))})
	}
	loose := 0 // files of which clasp counts more valuations than there are solutions
	for _, test := range tests {
		for _, form := range cnf.AtMostOnes() {
			e, provenance, err := cnf.Encoder{AtMostOne: form}.Provenance(t.Context(), test.m)
			if err != nil {
				t.Fatal(err)
			}
			all := claspCount(t, clasp, e.Formula, "--project=no")
			projected := all
			if e.Formula.Shown < e.Formula.Vars { // the file has a list of shown variables
				projected = claspCount(t, clasp, e.Formula, "--project=project")
			}
			if projected != test.want {
				t.Errorf("%s: clasp counts %d, want %d", form, projected, test.want)
			}
			if all != test.want {
				loose++
			}
			if provenance.PreservesModelCount() && all != test.want {
				t.Errorf("%s: the provenance claims one valuation per solution; clasp counts %d, want %d", form, all,
					test.want)
			}
		}
	}
	if loose == 0 {
		t.Error("no file has free auxiliary variables: nothing was tested")
	}
}

var claspModels = regexp.MustCompile(`Models +: (\d+)`)

func claspCount(t *testing.T, clasp string, f *cnf.Formula, projection string) int {
	t.Helper()
	var b bytes.Buffer
	if err := cnf.WriteDIMACS(&b, f); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "x.cnf")
	text := bytes.ReplaceAll(b.Bytes(), []byte("\nc p show "), []byte("\nc project "))
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	// the exit code encodes the status
	out, _ := exec.CommandContext(context.Background(), clasp, "-n", "0", "-q", "--parse-ext",
		projection, name).Output()
	n := 0
	if found := claspModels.FindSubmatch(out); found != nil {
		fmt.Sscan(string(found[1]), &n)
	}
	return n
}
