package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/encode"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/sudoku"
)

// variants returns puzzles with rules beyond rows, columns and boxes, stated as AllDifferent, NotEqual, Linear and
// Table.
func variants() map[string]*model.Model {
	cell := func(n, r, c int) model.Var { return model.Var(r*n + c) }
	with := func(order int, clues string, more ...model.Constraint) *model.Model {
		return backendtest.Puzzle(sudoku.Order(order), clues).Model().With(more...)
	}
	solution := backendtest.Hardest[0].Solution
	at := func(r, c int) int { return int(solution[9*r+c] - '0') }

	var diagonals [2]model.AllDifferent
	for i := range 9 {
		diagonals[0].Vars = append(diagonals[0].Vars, cell(9, i, i))
		diagonals[1].Vars = append(diagonals[1].Vars, cell(9, i, 8-i))
	}
	var windows []model.Constraint
	for _, top := range []int{1, 5} {
		for _, left := range []int{1, 5} {
			w := model.AllDifferent{}
			for i := range 9 {
				w.Vars = append(w.Vars, cell(9, top+i/3, left+i%3))
			}
			windows = append(windows, w)
		}
	}
	var knight []model.Constraint
	for r := range 9 {
		for c := range 9 {
			for _, d := range [][2]int{{1, 2}, {1, -2}, {2, 1}, {2, -1}} {
				if r+d[0] < 9 && c+d[1] >= 0 && c+d[1] < 9 {
					knight = append(knight, model.NotEqual{A: cell(9, r, c), B: cell(9, r+d[0], c+d[1])})
				}
			}
		}
	}
	var cages []model.Constraint // sums of dominoes, from the solution
	for r := range 9 {
		for c := 0; c < 8; c += 2 {
			cages = append(cages, model.Linear{Terms: []model.Term{{Coef: 1, Var: cell(9, r, c)},
				{Coef: 1, Var: cell(9, r, c+1)}}, Bound: at(r, c) + at(r, c+1)})
		}
	}
	cages = append(cages,
		model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: -3, Var: 10}, {Coef: 1, Var: 80}},
			Relation: model.AtLeast, Bound: 2*at(0, 0) - 3*at(1, 1) + at(8, 8) - 1},
		model.Table{Vars: []model.Var{8, 17, 26}, Rows: [][]int{{at(0, 8), at(1, 8), at(2, 8)}, {1, 2, 3}, {9, 9, 9}}})
	little := []model.Constraint{
		model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 5}, {Coef: -1, Var: 10}},
			Relation: model.AtMost, Bound: 3},
		model.Table{Vars: []model.Var{1, 6}, Rows: [][]int{{1, 2}, {2, 1}, {3, 4}, {4, 4}, {1, 2}}},
	}
	return map[string]*model.Model{
		"4x4 with a sum and a table": with(2, strings.Repeat(".", 16), little...),
		"6x6": sudoku.Puzzle{Shape: sudoku.Shape{Height: 2, Width: 3},
			Clues: append(sudoku.Grid{1, 2, 3, 4, 5, 6, 4, 5, 6}, make(sudoku.Grid, 27)...)}.Model(),
		"diagonals": with(3, "1..4..7..4..7..1..7..1..4.."+strings.Repeat(".", 54),
			diagonals[0], diagonals[1]),
		"windows": with(3, "1......2.."+strings.Repeat(".", 70)+"3", windows...),
		"knights": with(3, "12345678."+strings.Repeat(".", 72), knight...),
		"cages":   with(3, "1....7.9..3......8"+strings.Repeat(".", 63), cages...),
	}
}

// The programs and the native solver find the same number of solutions, up to a limit. The limit is low where there are
// many: Z3 takes some 0.1 s for each.
func TestAgreesWithNative(t *testing.T) {
	for name, m := range variants() {
		limit := int64(100)
		if len(m.Vars) == 81 && name != "cages" {
			limit = 3
		}
		want, _, err := model.Count(t.Context(), native.Solver{}, m, limit)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v", name, want)
		for _, p := range Programs() {
			if _, ok := p.ModelEngine(); !ok {
				continue
			}
			t.Run(name+"/"+p.Name, func(t *testing.T) {
				if _, err := p.Find(); err != nil {
					t.Skip(err)
				}
				got, r, err := model.Count(t.Context(), solver(p), m, limit)
				if err != nil || got.Cmp(want) != 0 || r.Complete != (want.Int64() < limit) {
					t.Errorf("%v solutions, complete %v, error %v; want %v", got, r.Complete, err, want)
				}
			})
		}
	}
}

// In every language and dialect, a document that excludes all solutions but one has that solution, and a document that
// excludes all has none.
func TestDocuments(t *testing.T) {
	for _, test := range []struct {
		program  Program
		language text.Language
		dialect  text.Dialect
		models   uint64
	}{
		{Program{Command: "minizinc", Args: []string{"{in}"}}, text.MiniZinc, "", 2},
		{Program{Command: "fzn-gecode", Args: []string{"{in}"}}, text.FlatZinc, text.Gecode, 6},
		{Program{Command: "fzn-gecode", Args: []string{"{in}"}}, text.FlatZinc, text.Standard, 6},
		{Program{Command: "clingo", Args: []string{"{in}"}}, text.ASP, "", 6},
		{Program{Command: "z3", Args: []string{"{in}"}}, text.SMTLIB, text.Integers, 6},
		{Program{Command: "z3", Args: []string{"{in}"}}, text.SMTLIB, text.BitVector, 6},
	} {
		p := test.program
		p.Name, p.Input = p.Command, Format(test.language)
		t.Run(strings.Trim(p.Name+"/"+string(test.dialect), "/"), func(t *testing.T) {
			if _, err := p.Find(); err != nil {
				t.Skip(err)
			}
			ask := func(d text.Document) encode.Answer[model.Assignment] {
				d.Dialect = test.dialect
				o, err := p.run(t.Context(), 1, 0, func(w io.Writer) error { return text.Write(w, test.language, d) })
				if err != nil {
					t.Fatal(err)
				}
				a, err := text.ReadAnswer(bytes.NewReader(o.answer), test.language.Identifiers(d.Model))
				if err != nil {
					var b bytes.Buffer
					text.Write(&b, test.language, d)
					t.Fatalf("%v\n%s%s\n%s", err, o.stdout, o.stderr, b.String())
				}
				return a
			}
			for seed := range test.models * uint64(backendtest.Rounds(1, 3)) {
				m := backendtest.Random(rand.New(rand.NewPCG(seed, 11)),
					backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
				all := backendtest.Enumerate(m)
				if len(all) > 40 {
					continue
				}
				if a := ask(text.Document{Model: m, Exclude: all}); a.Status != model.Unsatisfiable {
					t.Errorf("seed %d: %v with all solutions excluded, want unsat", seed, a)
				}
				if len(all) == 0 {
					continue
				}
				last := len(all) - 1
				if a := ask(text.Document{Model: m, Exclude: all[:last]}); len(a.Solutions) != 1 ||
					fmt.Sprint(a.Solutions[0]) != fmt.Sprint(all[last]) {
					t.Errorf("seed %d: %v, want %v", seed, a, all[last])
				}
			}
			// Maximization: the optimum is negative, so that unsigned comparison of bit-vectors would fail.
			m := &model.Model{
				Vars: []model.Variable{{Name: "a", Domain: model.Interval(-5, 6)},
					{Name: "b", Domain: model.Interval(-7, 6)}},
				Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}},
					Relation: model.AtMost, Bound: -2}},
				Objective: &model.Objective{Maximize: true,
					Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 2, Var: 1}}},
			}
			m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: 1, Offset: -11})
			best := 0
			for i, a := range backendtest.Enumerate(m) {
				if i == 0 || m.Objective.Value(a) > best {
					best = m.Objective.Value(a)
				}
			}
			a := ask(text.Document{Model: m})
			if n := len(a.Solutions); n == 0 || m.Objective.Value(a.Solutions[n-1]) != best {
				t.Errorf("%v, want the value %d", a, best)
			}
		})
	}
}

// The answer sets of random models with constraints of all five kinds are the solutions that enumeration finds. So are
// those of the pipeline that runs where clingo is missing.
func TestAnswerSets(t *testing.T) {
	p, _ := ByName("clingo")
	for _, programs := range []string{"clingo", "gringo clasp"} {
		t.Run(programs, func(t *testing.T) {
			path := t.TempDir()
			for _, name := range append(strings.Fields(programs), "sh") {
				real, err := exec.LookPath(name)
				if err != nil {
					t.Skip(err)
				}
				if err := os.Symlink(real, filepath.Join(path, name)); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", path)
			if version, err := p.Version(t.Context()); err != nil || version == "unknown" {
				t.Errorf("version %q, error %v", version, err)
			}
			kinds := map[string]int{}
			for seed := range uint64(backendtest.Rounds(15, 60)) {
				m := backendtest.Random(rand.New(rand.NewPCG(seed, 12)),
					backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
				for _, c := range m.Constraints {
					kinds[fmt.Sprintf("%T", c)]++
				}
				m.Objective = nil // all solutions count
				want := len(backendtest.Enumerate(m))
				n, r, err := model.Count(t.Context(), solver(p), m, 0)
				if err != nil || n.Int64() != int64(want) || !r.Complete {
					t.Errorf("seed %d: %v answer sets, complete %v, error %v; want %d", seed, n, r.Complete, err, want)
				}
			}
			if len(kinds) != 5 {
				t.Errorf("constraints %v, want all five kinds", kinds)
			}
		})
	}
}

// A program that hangs, crashes or prints a wrong answer causes an error, and leaves nothing behind.
func TestModelingFails(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}}}
	script := func(t *testing.T, input Format, body string) Program {
		path := t.TempDir() + "/fake"
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		p := Program{Name: "fake", Command: path, Input: input,
			Args: map[bool][]string{true: {"{in}"}}[input != SMTLIB], ExitCodes: exitCodes["zero"]}
		if input == ASP {
			p.ExitCodes = exitCodes["clasp"]
		}
		return p
	}
	for _, test := range []struct {
		name, body, want string
		input            Format
	}{
		{"a value outside the domain", "printf 'x_a = 3;\\n----------\\n'",
			"the solver's answer is wrong: a = 3 is outside its domain", FlatZinc},
		{"silence", "exit 3", `exit code 3: line 1, column 1: the answer is empty`, FlatZinc},
		{"a message", "echo 'no licence' >&2; exit 1", `(output: "no licence")`, FlatZinc},
		{"a crash after giving up", "echo =====UNKNOWN=====; kill -9 $$",
			"the program did not exit normally", FlatZinc},
		{"a crash after the last solution", "printf 'x_a = 1;\\n----------\\n==========\\n'; exit 9",
			"which contradicts exit code 9", FlatZinc},
		{"an answer cut off", "echo 'x_a = 1;'", "ends within a solution", MiniZinc},
		{"clingo, a wrong answer", "printf 'Answer: 1\\nvalue(x_a,3)\\nSATISFIABLE\\n'; exit 10",
			"the solver's answer is wrong: a = 3 is outside its domain", ASP},
		{"clingo, no solution and the exit code of one", "echo UNSATISFIABLE; exit 10",
			"which contradicts exit code 10", ASP},
		{"clingo, a solution and the exit code of none", "printf 'Answer: 1\\nvalue(x_a,1)\\nSATISFIABLE\\n'; exit 20",
			"which contradicts exit code 20", ASP},
		{"clingo, stopped by someone else", "printf 'Answer: 1\\nvalue(x_a,1)\\nSATISFIABLE\\n'; exit 11",
			"which contradicts exit code 11", ASP},
		{"clingo, a syntax error", "echo '*** ERROR: (clingo): parsing failed' >&2; echo UNKNOWN; exit 65",
			`exit code 65: the answer is "unknown", which contradicts exit code 65`, ASP},
		{"an error of the solver", "echo '(error \"no\")'; cat >/dev/null", "the solver reports an error", SMTLIB},
		{"a closed pipe", "echo 'bad option' >&2; exit 2", `(output: "bad option")`, SMTLIB},
		{"the same solution again",
			"while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((x_a 1))';; esac; done",
			"repeats", SMTLIB},
	} {
		t.Run(test.name, func(t *testing.T) {
			engine, _ := script(t, test.input, test.body).ModelEngine()
			_, err := engine.Solve(t.Context(), m, func(model.Assignment) bool { return true })
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	for input, body := range map[Format]string{
		FlatZinc: "echo 'x_a = 1;'; echo ----------; sleep 100",
		SMTLIB: `while read line; do
			case $line in *check-sat*) echo sat;; *get-value*) echo '((x_a 1))';; esac
		done
		sleep 100`,
	} {
		t.Run(fmt.Sprint("a callback panics, ", input), func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			engine, _ := script(t, input, body).ModelEngine()
			func() {
				defer func() {
					if v := recover(); v != "mine" {
						t.Errorf("recovered %v", v)
					}
				}()
				engine.Solve(t.Context(), m, func(model.Assignment) bool { panic("mine") })
			}()
			if left, err := os.ReadDir(os.TempDir()); len(left) > 0 || err != nil {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
	for name, input := range map[string]Format{"hangs": FlatZinc, "hangs in a dialogue": SMTLIB} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			engine, _ := script(t, input, "trap '' TERM; (trap '' TERM; sleep 100) & sleep 100").ModelEngine()
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			if r, err := engine.Solve(ctx, m, nil); !errors.Is(err, context.DeadlineExceeded) || r.Complete {
				t.Errorf("complete %v, error %v", r.Complete, err)
			}
			if left, err := os.ReadDir(os.TempDir()); len(left) > 0 || err != nil {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}
