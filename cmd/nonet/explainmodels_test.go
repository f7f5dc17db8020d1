package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/encode/text"
	"nonet/model"
)

// refuted returns m with further constraints and no solution: the objective is better than the optimum, or variables
// have random values. Of an unsatisfiable model it returns a copy.
func refuted(t *testing.T, m *model.Model, optimum string) *model.Model {
	t.Helper()
	r := rand.New(rand.NewPCG(20, uint64(len(m.Vars))))
	n := *m
	n.Objective = nil
	if best, err := strconv.Atoi(optimum); err == nil {
		better := model.Linear{Terms: m.Objective.Terms, Relation: model.AtMost, Bound: best - 1}
		if m.Objective.Maximize {
			better.Relation, better.Bound = model.AtLeast, best+1
		}
		return n.With(better)
	}
	more := &n
	for _, v := range r.Perm(len(m.Vars)) {
		if !satisfiable(t, "native", more) {
			return more
		}
		d := m.Vars[v].Domain
		more = more.With(model.Linear{Terms: []model.Term{{Coef: 1, Var: model.Var(v)}}, Bound: d.At(r.IntN(d.Size()))})
	}
	if satisfiable(t, "native", more) {
		t.Fatal("the model has a solution with random values")
	}
	return more
}

func satisfiable(t *testing.T, method string, m *model.Model) bool {
	t.Helper()
	solver, err := methods.Parse(method)
	if err != nil {
		t.Fatal(err)
	}
	a, r, err := model.First(t.Context(), solver.Solver(), m)
	if err != nil || a == nil && !r.Complete {
		t.Fatalf("%s: complete %t, error %v", method, r.Complete, err)
	}
	return a != nil
}

// TestExplainModels explains an unsatisfiable variant of every example model, as a model and as formulas. The conflict
// is in the words of the file, has no solution, and has one without any one of its constraints.
func TestExplainModels(t *testing.T) {
	const examples = "../../testdata/models"
	answers, err := os.ReadFile(filepath.Join(examples, "answers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(answers)) {
		f := strings.Fields(line)
		name, colours, optimum := f[0], f[1], f[2]
		var o problem.Options
		o.Colours, _ = strconv.Atoi(colours)
		in, err := os.Open(filepath.Join(examples, name))
		if err != nil {
			t.Fatal(err)
		}
		p, err := problem.Read(in, name, o)
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := text.WriteJSON(&b, refuted(t, p.Model, optimum)); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		file := filepath.Join(folder, "a.json")
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		formats := []string{"json"}
		if name == "pigeons5.cnf" || name == "magic3.json" || name == "nonogram7.json" {
			formats = append(formats, "opb", "lp", "fzn")
			if name != "magic3.json" { // its conflict of 749 clauses takes long to check
				formats = append(formats, "cnf")
			}
		}
		for _, format := range formats {
			t.Run(name+"/"+colours+"/"+format, func(t *testing.T) {
				if name == "jobshop6.json" {
					backendtest.SkipUnlessLong(t)
				}
				variant := file
				if format != "json" {
					variant = filepath.Join(folder, "a."+format)
					out, err := exec.Command("nonet", "export", "--to", format, "-o", variant, file).CombinedOutput()
					if err != nil {
						t.Fatalf("export: %v: %s", err, out)
					}
				}
				explained(t, variant)
			})
		}
	}
}

// The default method of an exact cover or of a graph takes the formula of the file only, and explains it, too.
func TestExplainFormulas(t *testing.T) {
	for name, content := range map[string]string{
		"a.cover": "a b c\na b\nb c\n",
		"a.col":   "c nonet colours 2\np edge 4 4\ne 1 2\ne 2 3\ne 1 3\ne 3 4\n",
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
			explained(t, file)
		})
	}
	out, err := exec.Command("nonet", "explain", "../../testdata/models/langford4.cover").CombinedOutput()
	if code := exitCode(err); code != 0 || !strings.HasPrefix(string(out), "satisfiable: ") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// explained runs nonet explain on a file without a solution and checks the conflict.
func explained(t *testing.T, file string) {
	t.Helper()
	out, err := exec.Command("nonet", "explain", "--output", "json", file).Output()
	if code := exitCode(err); code != 1 {
		t.Fatalf("exit code %d: %v: %s", code, err, out)
	}
	var answer struct {
		Status   string
		Minimal  bool
		Conflict []struct {
			Constraint string
			Line       int
		}
		Checked string `json:"checked_by"`
		Error   string
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if answer.Status != "unsat" || !answer.Minimal || answer.Checked == "" || answer.Error != "" {
		t.Fatalf("answer: %s", out)
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	p, err := problem.Read(in, file, problem.Options{Stated: true})
	if err != nil {
		t.Fatal(err)
	}
	byText := map[string][]model.Constraint{} // with the line
	for i, c := range p.Model.Constraints {
		key := fmt.Sprint(p.DescribeOnly(i), " ", p.Line(i))
		byText[key] = append(byText[key], c)
	}
	var conflict []model.Constraint
	for _, member := range answer.Conflict {
		key := fmt.Sprint(member.Constraint, " ", member.Line)
		all := byText[key]
		if len(all) == 0 {
			t.Fatalf("the file has no constraint %s", key)
		}
		conflict, byText[key] = append(conflict, all[0]), all[1:]
	}
	t.Logf("%d of %d constraints", len(conflict), len(p.Model.Constraints))
	m := &model.Model{Vars: p.Model.Vars}
	if satisfiable(t, "cdcl", m.With(conflict...)) {
		t.Error("the conflict has a solution")
	}
	for i := range conflict {
		if !satisfiable(t, "cdcl", m.With(append(conflict[:i:i], conflict[i+1:]...)...)) {
			t.Errorf("the others contradict each other without %s", answer.Conflict[i].Constraint)
		}
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}
