package ip_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/sudoku"
)

// programs lists solver commands. args runs the solver on FILE; the answer is in the file ANSWER, or on stdout if args
// does not mention it.
var programs = []struct {
	name   string
	format ip.Format
	args   string
	whole  bool // whether it solves the program; CLP solves the relaxation only
}{
	{"glpsol", ip.LP, "--lp FILE -o ANSWER", true},
	{"glpsol", ip.LP, "--lp FILE -w ANSWER", true},
	{"glpsol", ip.MPSFree, "--freemps FILE -o ANSWER", true},
	{"glpsol", ip.MPSFree, "--freemps FILE -w ANSWER", true},
	{"glpsol", ip.MPSFixed, "--mps FILE -o ANSWER", true},
	{"glpsol", ip.MPSFixed, "--mps FILE -w ANSWER", true},
	{"cbc", ip.LP, "FILE solve solution ANSWER", true},
	{"cbc", ip.LP, "FILE printing all solve solution ANSWER", true},
	{"cbc", ip.MPSFree, "FILE solve solution ANSWER", true},
	{"cbc", ip.MPSFixed, "FILE printingOptions all solve solution ANSWER", true},
	{"clp", ip.LP, "FILE -solve -solution ANSWER", false},
	{"clp", ip.MPSFree, "FILE -solve -solution ANSWER", false},
	{"clp", ip.MPSFixed, "FILE -solve -solution ANSWER", false},
	{"clasp", ip.OPB, "FILE", true},
	{"highs", ip.LP, "--solution_file ANSWER FILE", true},
	{"scip", ip.LP, "-c|read FILE|-c|optimize|-c|write solution ANSWER|-c|quit", true},
}

// answer writes p to a file, runs command k on it and reads the answer. It skips the test if the solver is not
// installed.
func answer(t *testing.T, k int, p *ip.Program) ip.Solution {
	t.Helper()
	run := programs[k]
	path, err := exec.LookPath(run.name)
	if err != nil {
		t.Skipf("%s is not installed", run.name)
	}
	dir := t.TempDir()
	ending := map[ip.Format]string{ip.LP: ".lp", ip.MPSFree: ".mps", ip.MPSFixed: ".mps", ip.OPB: ".opb"}[run.format]
	file, out := filepath.Join(dir, "program"+ending), filepath.Join(dir, "answer")
	if err := os.WriteFile(file, written(t, p, run.format), 0o666); err != nil {
		t.Fatal(err)
	}
	separator := " "
	if strings.Contains(run.args, "|") {
		separator = "|"
	}
	args := strings.Split(run.args, separator)
	for i := range args {
		args[i] = strings.NewReplacer("FILE", file, "ANSWER", out).Replace(args[i])
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	printed, runErr := exec.CommandContext(ctx, path, args...).CombinedOutput()
	text := printed
	if strings.Contains(run.args, "ANSWER") {
		if text, err = os.ReadFile(out); err != nil {
			t.Fatalf("%v, %v\n%s", runErr, err, printed)
		}
	}
	if run.name == "cbc" && bytes.Contains(printed, []byte("###")) {
		t.Errorf("cbc reports an error:\n%s", printed)
	}
	s, err := ip.ReadSolution(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, printed, text)
	}
	return s
}

// decodeWithVariableMap decodes an answer with the variable map alone, without the program.
func decodeWithVariableMap(
	t *testing.T, k int, m *model.Model, e encode.Encoding[*ip.Program, ip.Point], s ip.Solution,
) model.Assignment {
	t.Helper()
	names := e.Formula.ColumnNames(programs[k].format)
	var b bytes.Buffer
	err := encode.WriteVariableMap(&b, encode.NewVariableMap(m, e.Map, len(names), names[:e.Formula.Shown]))
	if err != nil {
		t.Fatal(err)
	}
	varMap, err := encode.ReadVariableMap(&b)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.PointByName(varMap.Names, varMap.Columns)
	if err != nil {
		t.Fatal(err)
	}
	a, err := varMap.Map.AssignmentOf(func(k int) int { return x[k] })
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func eachProgram(t *testing.T, f func(t *testing.T, k int)) {
	for k, run := range programs {
		t.Run(fmt.Sprintf("%s/%s/%d", run.name, run.format, k), func(t *testing.T) { f(t, k) })
	}
}

// Every solver reads our files, solves AI Escargot, and proves infeasibility when the solution is excluded. Without
// NONET_LONG, the larger programs are left out, and the proof runs with the first command of each solver only.
func TestForeignProgramsSolveEscargot(t *testing.T) {
	long := os.Getenv("NONET_LONG") != ""
	p := puzzle(t, sudoku.Order(3), escargot)
	eachProgram(t, func(t *testing.T, k int) {
		for _, c := range []struct {
			name    string
			encoder ip.Encoder
			m       *model.Model
		}{
			{"thesis", ip.Thesis(), p.Model()},
			{"bartlett, reduced", ip.Bartlett(), eliminate(p)},
			{"plain, reduced", ip.Encoder{}, eliminate(p)},
		} {
			first := k == 0 || programs[k].name != programs[k-1].name
			if c.name != "plain, reduced" && !long {
				continue
			}
			enc := encoded(t, c.encoder, c.m)
			s := answer(t, k, enc.Formula)
			if !programs[k].whole {
				if s.Status == model.Unsatisfiable {
					t.Errorf("%s: got an infeasible relaxation, want a feasible one", c.name)
				}
				continue
			}
			x, err := s.Point(enc.Formula)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if err := enc.Formula.Check(x); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			a, err := enc.Decode(x)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if got := grid(a); got != escargotSolution {
				t.Errorf("%s: solution %s, want %s", c.name, got, escargotSolution)
			}
			if got := grid(decodeWithVariableMap(t, k, c.m, enc, s)); got != escargotSolution {
				t.Errorf("%s: with the variable map: got solution %s, want %s", c.name, got, escargotSolution)
			}
			if !first && !long { // proofs of infeasibility are slow
				continue
			}
			more := *enc.Formula
			more.Rows = more.Rows[:len(more.Rows):len(more.Rows)]
			more.Exclude(x)
			more.Rows[len(more.Rows)-1].Name = "exclude"
			if s := answer(t, k, &more); s.Status != model.Unsatisfiable {
				t.Errorf("%s: with the solution excluded: status %v (%s)", c.name, s.Status, s.Note)
			}
		}
	})
}

// The relaxation of an easy puzzle has an integral optimum, so CLP solves it.
func TestCLPSolvesAnEasyPuzzle(t *testing.T) {
	line := "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
	enc := encoded(t, ip.Thesis(), puzzle(t, sudoku.Order(3), line).Model())
	eachProgram(t, func(t *testing.T, k int) {
		if programs[k].name != "clp" {
			t.Skip("TestForeignProgramsSolveEscargot has a harder puzzle")
		}
		x, err := answer(t, k, enc.Formula).Point(enc.Formula)
		if err != nil {
			t.Fatal(err)
		}
		a, err := enc.Decode(x)
		if err != nil {
			t.Fatal(err)
		}
		const want = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
		if grid(a) != want {
			t.Errorf("solution %s, want %s", grid(a), want)
		}
	})
}

// On programs with ranges, offsets, maximization, negative coefficients, fixed columns, columns of integers, empty
// rows, and without rows or columns, all solvers agree with exhaustive enumeration.
func TestForeignProgramsOnRandomPrograms(t *testing.T) {
	eachProgram(t, func(t *testing.T, k int) {
		if !programs[k].whole {
			t.Skip("solves the relaxation only")
		}
		r := rand.New(rand.NewPCG(7, 8))
		list := []*ip.Program{
			// GLPK 5.0 finds x1 = 1 here if the row is an MPS row with a range.
			{Columns: []ip.Column{{Upper: 1}},
				Rows: []ip.Row{{Entries: []ip.Entry{{Column: 0, Coef: 4}}, Lower: 2, Upper: 3}}},
			// clasp 3.3.5 finds x1 = 0 here if the row is an equality of OPB.
			{Columns: []ip.Column{{Upper: 1}},
				Rows: []ip.Row{{Entries: []ip.Entry{{Column: 0, Coef: 2}}, Lower: 1, Upper: 1}}},
			{}, // GLPK requires a column and a row
			{Columns: []ip.Column{{Upper: 1}},
				Rows: []ip.Row{{Entries: []ip.Entry{{Column: 0, Coef: 4}}, Lower: -ip.Infinity, Upper: ip.Infinity}}},
			{Rows: []ip.Row{{Lower: 1, Upper: 1}}},
		}
		for range programsToTry() {
			list = append(list, randomIntegers(r, programs[k].format))
		}
		for i, p := range list {
			best, found := 0, false
			solve(p, func(x ip.Point) {
				value := p.Value(x)
				if !found || p.Maximize && value > best || !p.Maximize && value < best {
					best, found = value, true
				}
			})
			s := answer(t, k, p)
			if !found {
				if s.Status != model.Unsatisfiable {
					t.Errorf("program %d: got status %v (%s), want unsatisfiable\n%s", i, s.Status, s.Note,
						written(t, p, programs[k].format))
				}
				continue
			}
			x, err := s.Point(p)
			if err != nil {
				t.Fatalf("program %d: %v\n%s", i, err, written(t, p, programs[k].format))
			}
			if err := p.Check(x); err != nil {
				t.Errorf("program %d: %v\n%s", i, err, written(t, p, programs[k].format))
			}
			if p.Value(x) != best || !s.Optimal && len(p.Objective) > 0 {
				t.Errorf("program %d: objective %d (optimal %v), want %d\n%s", i, p.Value(x), s.Optimal, best,
					written(t, p, programs[k].format))
			}
		}
	})
}

// programsToTry returns the number of random programs per command. It is small by default, since each starts a process.
func programsToTry() int {
	if os.Getenv("NONET_LONG") != "" {
		return 300
	}
	return 6
}
