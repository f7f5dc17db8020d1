package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/flatzinc"
)

// specLimit is the time limit of a run, and specSolutions the number of solutions after which it stops.
const (
	specLimit     = 10 * time.Second
	specSolutions = 1000
)

// TestMiniZincModels runs MiniZinc's own test models by native, gini and clp. Answers are compared with answers that
// the models state, and with fzn-gecode: the same set of solutions, or the same optimum, or, where a search did not
// end, single solutions that Gecode accepts. No answer may be wrong, and an answer that the model does not list must
// have an explanation (see explain).
func TestMiniZincModels(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	if _, err := exec.LookPath("fzn-gecode"); err != nil {
		t.Skip("fzn-gecode is not installed")
	}
	archive := backendtest.DataFile(t, "minizinc-spec.tar.gz")
	solvers := installedMiniZinc(t)
	root := unpack(t, archive)
	var models []string
	filepath.WalkDir(root, func(name string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(name, ".mzn") {
			models = append(models, name)
		}
		return err
	})
	s := spec{folder: t.TempDir(), configuration: filepath.Join(solvers, "nonet.msc"), tally: map[string]int{}}
	for _, name := range []string{"native", "singles+gini", "clp"} {
		m, err := methods.Parse(name)
		if err == nil {
			_, err = m.Version(t.Context())
		}
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		s.methods = append(s.methods, m)
	}
	for _, name := range models {
		relative, _ := filepath.Rel(root, name)
		t.Run(filepath.ToSlash(relative), func(t *testing.T) {
			s.T = t
			s.model(relative, name)
		})
	}
	for _, line := range slices.Sorted(maps.Keys(s.tally)) {
		t.Logf("%4d %s", s.tally[line], line)
	}
	if len(models) < 100 {
		t.Errorf("only %d models", len(models))
	}
}

// unpack unpacks an archive into a new folder.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	file, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return folder
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg || !filepath.IsLocal(h.Name) {
			continue
		}
		text, err := io.ReadAll(r)
		name := filepath.Join(folder, h.Name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(name), 0o777)
		}
		if err == nil {
			err = os.WriteFile(name, text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A spec runs models and counts what happens.
type spec struct {
	*testing.T
	folder        string // for compiled models
	configuration string
	methods       []methods.Method
	tally         map[string]int
}

// An outcome is what a solver answers to a FlatZinc file.
type outcome struct {
	texts    []string // solutions as FlatZinc output; of an optimization problem, the last
	outputs  []string // the same as JSON objects, in canonical form
	complete bool
}

func (s *spec) model(name, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		s.Fatal(err)
	}
	want, ok := parseExpected(string(text))
	if !ok {
		s.tally["files that are not tests of solving"]++
		return
	}
	s.tally["models"]++
	ours, ozn, err := s.compile("nonet", path, "--solver", s.configuration)
	if err != nil {
		_, _, other := s.compile("gecode", path, "--solver", "gecode", "-G", "std")
		switch {
		case want.err:
			s.tally["the compiler reports the expected error"]++
		case other != nil: // many tests are for newer versions of MiniZinc
			s.tally["this version of MiniZinc cannot compile the model"]++
		default:
			s.tally["REFUSED by the compiler, with nonet's library only"]++
			s.Errorf("%s: %v", name, err)
		}
		return
	}
	p, err := flatzinc.Read(context.Background(), bytes.NewReader(ours), false)
	if err != nil {
		reason := err.Error()[strings.LastIndex(err.Error(), ": ")+2:]
		s.tally["refused: "+reason]++
		s.Logf("%s: %v", name, err)
		return
	}
	s.tally["models read"]++
	standard, standardOzn, err := s.compile("gecode", path, "--solver", "gecode", "-G", "std")
	if err != nil {
		s.Fatalf("%s: %v", name, err)
	}
	reference := s.gecode(standard)
	if err := s.convert(&reference, standardOzn); err != nil {
		s.tally["this version of MiniZinc cannot format the output"]++
		return
	}
	optimize := p.Model.Objective != nil
	for _, m := range s.methods {
		got, err := s.solve(m, p)
		if err != nil {
			s.tally[m.Backend+": refused: "+err.Error()]++
			s.Logf("%s: %s: %v", name, m.Name, err)
			continue
		}
		if err := s.convert(&got, ozn); err != nil {
			s.Errorf("%s: %v", m.Name, err)
			continue
		}
		verdict := "not compared with Gecode, which the test leaves out"
		if want.gecode {
			verdict = s.judge(name+": "+m.Name, p, got, reference, gecodeNames.Replace(string(ours)), string(standard))
		}
		s.tally[m.Backend+": "+verdict]++
		if verdict := want.judge(got, optimize); verdict != "" {
			if verdict == otherAnswer {
				verdict = s.explain(path, string(standard), want, got, reference, optimize)
			}
			s.tally[m.Backend+": "+verdict]++
			if verdict != agrees {
				s.Logf("%s: %s: %s", name, m.Name, verdict)
			}
		}
	}
}

// compile returns the FlatZinc of a model, and the name of the file by which MiniZinc formats solutions.
func (s *spec) compile(name, path string, args ...string) (text []byte, ozn string, err error) {
	ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
	defer cancel()
	fzn := filepath.Join(s.folder, name+".fzn")
	ozn = filepath.Join(s.folder, name+".ozn")
	args = append(args, "-c", "--output-mode", "json", "--output-objective", "-o", fzn, "--ozn", ozn,
		filepath.Base(path))
	c := exec.CommandContext(ctx, "minizinc", args...)
	c.Dir = filepath.Dir(path)
	if out, err := c.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return nil, "", errors.New(lines[len(lines)-1])
	}
	text, err = os.ReadFile(fzn)
	return text, ozn, err
}

func (s *spec) solve(m methods.Method, p *flatzinc.Problem) (o outcome, err error) {
	ctx, cancel := context.WithTimeout(s.Context(), specLimit)
	defer cancel()
	seen := map[string]bool{}
	r, err := m.Solver().Solve(ctx, p.Model, func(a model.Assignment) bool {
		text := string(p.AppendSolution(nil, a))
		if p.Model.Objective != nil {
			o.texts = []string{text}
			return true
		}
		if !seen[text] {
			seen[text] = true
			o.texts = append(o.texts, text)
		}
		return len(o.texts) <= specSolutions
	})
	o.complete = r.Complete
	if ctx.Err() != nil {
		err = nil
	}
	return o, err
}

// convert formats the solutions of o by MiniZinc as JSON.
func (s *spec) convert(o *outcome, ozn string) error {
	if len(o.texts) == 0 {
		return nil
	}
	c := exec.CommandContext(s.Context(), "minizinc", "--ozn-file", ozn)
	c.Stdin = strings.NewReader(strings.Join(o.texts, "----------\n") + "----------\n")
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("minizinc --ozn-file: %w", err)
	}
	for object := range strings.SplitSeq(string(out), "----------\n") {
		if i := strings.Index(object, "{\n"); i > 0 {
			object = object[i:] // after comments
		}
		if object = strings.TrimSpace(object); object != "" {
			o.outputs = append(o.outputs, canonicalJSON(s.T, object))
		}
	}
	slices.Sort(o.outputs)
	o.outputs = slices.Compact(o.outputs)
	return nil
}

// judge compares an outcome with Gecode's and returns what to count. A contradiction is an error of the test.
func (s *spec) judge(name string, p *flatzinc.Problem, got, want outcome, ours, standard string) string {
	wrong := func(format string, args ...any) string {
		s.Errorf("%s: %s", name, fmt.Sprintf(format, args...))
		return "WRONG"
	}
	files := []string{standard}
	if !strings.Contains(ours, "predicate fzn_") && !strings.Contains(ours, "predicate nonet_") {
		files = append(files, ours) // Gecode knows its constraints
	}
	for i, text := range got.texts {
		if i == 3 && got.complete && want.complete {
			break // the sets are compared
		}
		if i == 10 {
			break
		}
		for _, file := range files {
			switch accepted, decided := s.accepted(file, text); {
			case !decided:
				s.Logf("%s: Gecode does not decide a solution", name)
			case !accepted:
				return wrong("Gecode rejects the solution\n%s", text)
			}
		}
	}
	optimize := p.Model.Objective != nil
	switch {
	case got.complete && len(got.texts) == 0:
		if len(want.texts) > 0 {
			return wrong("unsatisfiable, but Gecode finds a solution")
		} else if want.complete {
			return "as Gecode: unsatisfiable"
		}
		return "unsatisfiable, Gecode did not finish"
	case want.complete && len(want.texts) == 0 && len(got.texts) > 0:
		return wrong("satisfiable, Gecode reports that there is no solution")
	case len(got.texts) == 0:
		return "no answer in time"
	case optimize && got.complete && len(want.texts) > 0:
		// Gecode accepts our solution, and must find none that is better.
		mine, theirs := objectiveIn(got.outputs), objectiveIn(want.outputs)
		if want.complete && mine != theirs {
			return wrong("optimum %s, of Gecode %s", mine, theirs)
		}
		if !want.complete {
			return "optimum, Gecode did not finish"
		}
		return "as Gecode: the optimum"
	case optimize:
		return "a solution that Gecode accepts, optimum not proved in time"
	case got.complete && want.complete:
		if !slices.Equal(got.outputs, want.outputs) {
			return wrong("%d solutions, of Gecode %d", len(got.outputs), len(want.outputs))
		}
		return "as Gecode: the same set of solutions"
	case got.complete && len(want.outputs) > len(got.outputs), want.complete && len(got.outputs) > len(want.outputs):
		return wrong("%d solutions (complete: %t), of Gecode %d (complete: %t)", len(got.outputs), got.complete,
			len(want.outputs), want.complete)
	}
	return "solutions that Gecode accepts, more than 1,000 or not all found in time"
}

// explain finds out why an answer is not in the comment of the model, and returns what to count.
// An answer without an explanation is an error of the test.
func (s *spec) explain(path, standard string, want expected, got, reference outcome, optimize bool) string {
	if got.complete && reference.complete && slices.Equal(got.outputs, reference.outputs) &&
		want.judge(reference, optimize) == otherAnswer {
		return otherVersion
	}
	if want.allSolutions() {
		s.Errorf("%s: the set of solutions is neither the expected one nor Gecode's", path)
		return contradicts
	}
	if accepted, decided := s.accepted(standard, got.texts[0]); !accepted || !decided {
		s.Errorf("%s: Gecode does not accept the answer (decided: %t)\n%s", path, decided, got.texts[0])
		return contradicts
	}
	value := objectiveIn(got.outputs)
	for _, r := range want.results {
		for _, solution := range r.solutions {
			if listed := solution["objective"]; listed != "" && value != "" && listed != value {
				s.Errorf("%s: objective %s, expected %s", path, value, listed)
				return contradicts
			}
			switch admitted, err := s.admits(path, solution, got.outputs[0]); {
			case err != nil:
				s.Errorf("%s: an expected solution: %v", path, err)
				return contradicts
			case !admitted: // Gecode finds no solution either
				return otherVersion
			}
		}
	}
	return unlisted
}

var (
	outputLine   = regexp.MustCompile(`(?m)^(\w+) = ([^\[\n]*?)(\[([^\]]*)\]\))?;$`)
	arrayInFile  = regexp.MustCompile(`(?m)^array \[1\.\.\d+\] of var \w+: ?(\w+) *::[^=]*= \[([^\]]*)\];$`)
	scalarInFile = regexp.MustCompile(`(?m)^var ([^:]*): ?(\w+)\b`)
)

var (
	keyLine   = regexp.MustCompile(`^(?:- *)?'?(\w+)'?: *(.*)$`)
	rangeText = regexp.MustCompile(`!Range *(-?\d+)\.\.(-?\d+)`)
)

const (
	agrees       = "agrees with the expected answer"
	contradicts  = "CONTRADICTS the expected answer"
	otherAnswer  = "has a solution that is not among the expected ones"
	unlisted     = "has a solution that Gecode accepts beside the expected ones, which are solutions for nonet, too"
	otherVersion = "has the solutions of Gecode, and the expected ones are of another version of MiniZinc"
	notComplete  = "did not finish in time for the expected answer"
	incomparable = "has an expected answer that cannot be compared"
)
