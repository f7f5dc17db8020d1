package ask_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
	"nonet/proof"
)

// askModel answers a question about a model and returns the certificate of the answer.
func askModel(t testing.TB, p *problem.Problem, kind ask.Kind) (ask.Answer, string) {
	t.Helper()
	m, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	a := ask.New(m, 0).Ask(t.Context(), ask.Question{Kind: kind}, p)
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	text, err := ask.Certificate(t.Context(), p, &a)
	if err != nil {
		t.Fatal(err)
	}
	return a, string(text)
}

// readModel reads one of the example models.
func readModel(t testing.TB, name string) *problem.Problem {
	t.Helper()
	in, err := os.Open(filepath.Join("../../testdata/models", name))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	p, err := problem.Read(in, name, problem.Options{Colours: 3})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Models of several formats have certificates of all three claims.
func TestCertificatesOfModels(t *testing.T) {
	for _, x := range []struct {
		file string
		kind ask.Kind
		want proof.ModelClaim // "" for no certificate
	}{
		{"zebra.json", ask.Unique, proof.OnlySolution}, {"nonogram7.json", ask.Unique, proof.OnlySolution},
		{"knapsack14.lp", ask.Unique, proof.OnlySolution}, {"knapsack14.lp", ask.Solve, proof.BestSolution},
		{"golomb5.json", ask.Solve, proof.BestSolution}, {"jobshop6.json", ask.Solve, proof.BestSolution},
		{"groetzsch.col", ask.Solve, proof.NoSolution}, {"groetzsch.col", ask.Unique, proof.NoSolution},
		{"pigeons5.cnf", ask.Solve, proof.NoSolution}, {"queens8.json", ask.Unique, ""},
		{"queens8.json", ask.Solve, ""},
	} {
		p := readModel(t, x.file)
		_, text := askModel(t, p, x.kind)
		if x.want == "" {
			if text != "" {
				t.Errorf("%s: a certificate of nothing:\n%s", x.file, text)
			}
			continue
		}
		c, err := checkCertificate(text)
		if err != nil || c.Kind != x.want {
			t.Errorf("%s: error %v, want the claim %s accepted; certificate\n%.2000s", x.file, err, x.want, text)
			continue
		}
		if err := ask.CheckAbout(t.Context(), c, p); err != nil {
			t.Errorf("%s: %v", x.file, err)
		}
		if err := ask.CheckAbout(t.Context(), c, readModel(t, "magic3.json")); err == nil {
			t.Errorf("%s: accepted as a certificate of another model", x.file)
		}
	}
}

// randomProblem returns a model with constraints of all kinds, sometimes with an objective, hidden variables or both.
func randomProblem(r *rand.Rand) *problem.Problem {
	m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
	p := &problem.Problem{Format: "model", Model: m}
	if r.IntN(2) == 0 {
		m.Objective = &model.Objective{Maximize: r.IntN(2) == 0}
		for v := range m.Vars {
			if r.IntN(2) == 0 {
				m.Objective.Terms = append(m.Objective.Terms, model.Term{Coef: r.IntN(7) - 3, Var: model.Var(v)})
			}
		}
	}
	if r.IntN(2) == 0 {
		p.Shown = []model.Var{}
		for v := range m.Shown() {
			if r.IntN(3) > 0 {
				p.Shown = append(p.Shown, model.Var(v))
			}
		}
	}
	return p
}

// TestCertificatesOfRandomModels tries all assignments. The claims are certified exactly where they are true.
func TestCertificatesOfRandomModels(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 3))
	certified := map[proof.ModelClaim]int{}
	claims := []proof.ModelClaim{proof.NoSolution, proof.BestSolution, proof.OnlySolution, proof.AllSolutions}
	for range 600 {
		p := randomProblem(r)
		solutions := backendtest.Enumerate(p.Model)
		best := solutions
		if o := p.Model.Objective; o != nil {
			best = slices.DeleteFunc(slices.Clone(solutions), func(a model.Assignment) bool {
				return slices.ContainsFunc(solutions, func(b model.Assignment) bool {
					return o.Better(o.Value(b), o.Value(a))
				})
			})
		}
		shown := map[string]bool{}
		for _, a := range best {
			shown[fmt.Sprint(valuesOf(p, a))] = true
		}
		for _, kind := range claims {
			a := &ask.Answer{Question: ask.Question{Kind: ask.Solve}, Result: model.Result{Complete: true}}
			if len(solutions) > 0 {
				a.Solution = best[0]
				if r.IntN(3) == 0 {
					a.Solution = solutions[r.IntN(len(solutions))]
				}
			}
			isBest := slices.ContainsFunc(best, func(b model.Assignment) bool { return slices.Equal(a.Solution, b) })
			var want bool
			switch kind {
			case proof.NoSolution:
				a.Solution, want = nil, len(solutions) == 0
			case proof.BestSolution:
				if a.Optimal, want = true, isBest; p.Model.Objective == nil {
					continue
				}
			case proof.OnlySolution:
				a.Kind, a.Verdict, want = ask.Unique, model.One, isBest && len(shown) == 1
			case proof.AllSolutions:
				n := 2 + r.IntN(4)
				if len(shown) > 1 && r.IntN(4) > 0 {
					n = len(shown)
				}
				a.Kind, a.Count, want = ask.Count, big.NewInt(int64(n)), n == len(shown)
			}
			text, err := ask.Certificate(t.Context(), p, a)
			var wrong *model.WrongAnswerError
			if err != nil && !errors.As(err, &wrong) || (err == nil) != want {
				t.Fatalf("%+v, shown %v\n%s, solution %v: error %v, want a certificate %v", p.Model, p.Shown, kind,
					a.Solution, err, want)
			}
			if err == nil {
				certified[kind]++
				c, err := checkCertificate(string(text))
				if err != nil || c.Kind != kind ||
					kind == proof.AllSolutions && len(c.Solutions) != len(shown) {
					t.Fatalf("%+v\n%s: %v", p.Model, text, err)
				}
			}
		}
	}
	for _, kind := range claims {
		if certified[kind] < 30 {
			t.Errorf("%d certificates of the claim %s, want 30 or more", certified[kind], kind)
		}
	}
}

// valuesOf returns the values of the shown variables.
func valuesOf(p *problem.Problem, a model.Assignment) []int {
	var all []int
	for _, v := range p.ShownVars() {
		all = append(all, a[v])
	}
	return all
}

// A certificate about another model, solution, claim or with another proof is rejected, and the reason says why.
func TestTamperedCertificatesOfModels(t *testing.T) {
	texts := map[string]string{}
	_, texts["knapsack"] = askModel(t, readModel(t, "knapsack14.lp"), ask.Solve)
	_, texts["zebra"] = askModel(t, readModel(t, "zebra.json"), ask.Unique)
	_, texts["graph"] = askModel(t, readModel(t, "groetzsch.col"), ask.Solve)
	solution := regexp.MustCompile(`(?m)^solution .*$`)
	over := regexp.MustCompile(`(?m)^over .*$`)
	given := regexp.MustCompile(`(?m)^ *\{"type":"(given|linear)".*,\n`)
	notEqual := regexp.MustCompile(`(?m)^ *\{"type":"notequal".*,\n`)
	for _, x := range []struct {
		of, name string
		change   func(string) string
		want     string
	}{
		{"knapsack", "an easier bound", replace(`"relation":"<=","bound":`, `"relation":"<=","bound":9`),
			"does not follow"},
		{"knapsack", "another sense", replace("maximize", "minimize"), "does not follow"},
		{"knapsack", "a wrong solution", func(s string) string {
			return solution.ReplaceAllString(s, "solution 1 1 1 1 1 1 1 1 1 1 1 1 1 1")
		}, "the solution breaks it"},
		{"knapsack", "a worse solution", func(s string) string {
			return solution.ReplaceAllString(s, "solution 0 0 0 0 0 0 0 0 0 0 0 0 0 0")
		}, "does not follow"},
		{"knapsack", "a solution outside the domains", func(s string) string {
			return solution.ReplaceAllString(s, "solution 2 0 0 0 0 0 0 0 0 0 0 0 0 0")
		}, "the solution has 2 for a, which is not one of its values"},
		{"knapsack", "a short solution", func(s string) string { return solution.ReplaceAllString(s, "solution 0") },
			"the solution has 1 values for 14 variables"},
		{"knapsack", "another claim", replace("claim best", "claim none"),
			`expected "formula" and its value, found "solution`},
		{"knapsack", "no proof", func(s string) string { return s[:strings.Index(s, "formula direct\n")+15] + "end\n" },
			"the proof ends before the empty clause"},
		{"knapsack", "the empty clause first", replace("formula direct\n", "formula direct\n0\n"),
			"step 1: the clause does"},
		{"knapsack", "fields in another order", replace(`"kind": "nonet model",`+"\n  "+`"version": 1,`,
			`"version": 1,`+"\n  "+`"kind": "nonet model",`), "it is not in the form in which nonet writes models"},
		{"knapsack", "a missing field", replace(`,"bound":`, `,"bund":`), "unknown field"},
		{"knapsack", "a field twice", replace(`"relation":"<="`, `"relation":"<=","relation":"<="`),
			"stands twice in its object"},
		{"zebra", "a constraint less", func(s string) string { return given.ReplaceAllString(s, "") },
			"does not follow"},
		{"zebra", "a wider domain", replace(`"domain":[[1,5]]`, `"domain":[[1,6]]`), "does not follow"},
		{"zebra", "a variable less", func(s string) string { return over.ReplaceAllString(s, "over 0 99") },
			"the claim is over variable 99 of 25"},
		{"graph", "no edges", func(s string) string { return notEqual.ReplaceAllString(s, "") }, "does not follow"},
		{"graph", "a colour more", replace(`"domain":[[1,3]]`, `"domain":[[1,4]]`), "does not follow"},
	} {
		changed := x.change(texts[x.of])
		if changed == texts[x.of] {
			t.Errorf("%s, %s: nothing is changed", x.of, x.name)
		}
		_, err := checkCertificate(changed)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s, %s: error %v, want %q", x.of, x.name, err, x.want)
		}
	}
}

// replace returns a function that replaces all occurrences.
func replace(old, with string) func(string) string {
	return func(s string) string { return strings.ReplaceAll(s, old, with) }
}

// TestMutatedCertificates changes single digits. Whatever is accepted must still be true.
func TestMutatedCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	rejected, changes := 0, 0
	for range 40 {
		p := randomProblem(r)
		_, text := askModel(t, p, ask.Unique)
		numbers := regexp.MustCompile(`[0-9]`).FindAllStringIndex(text, -1)
		for range 50 {
			if text == "" {
				break
			}
			b := []byte(text)
			changes++
			b[numbers[r.IntN(len(numbers))][0]] = "0123456789-"[r.IntN(11)]
			c, err := checkCertificate(string(b))
			if err != nil {
				rejected++
				continue
			}
			if bytes.Equal(b, []byte(text)) {
				continue
			}
			verifyByEnumeration(t, c, string(b))
		}
	}
	if changes < 100 || rejected < changes/4 {
		t.Errorf("%d of %d changes are rejected", rejected, changes)
	}
}

// verifyByEnumeration checks the claim about a model of an accepted certificate by trying all assignments.
func verifyByEnumeration(t *testing.T, c *proof.Claim, certificate string) {
	t.Helper()
	p, err := problem.Read(bytes.NewReader(c.Model.JSON), "model.json", problem.Options{})
	if err != nil {
		t.Fatalf("accepted, but %v:\n%s", err, certificate)
	}
	o := p.Model.Objective
	for _, a := range backendtest.Enumerate(p.Model) {
		switch {
		case c.Kind == proof.NoSolution:
			t.Fatalf("accepted, but %v is a solution:\n%s", a, certificate)
		case o != nil && o.Better(o.Value(a), o.Value(c.Solutions[0])):
			t.Fatalf("accepted, but %v is better:\n%s", a, certificate)
		case o == nil || o.Value(a) == o.Value(c.Solutions[0]):
			if c.Kind != proof.BestSolution && !slices.ContainsFunc(c.Solutions, func(s []int) bool {
				return !slices.ContainsFunc(c.Over, func(x int) bool { return a[x] != s[x] })
			}) {
				t.Fatalf("accepted, but %v is another solution:\n%s", a, certificate)
			}
		}
	}
}

// A certificate states the value of the objective with its constant. It is about no model with another constant.
func TestCertificateOfObjectiveConstant(t *testing.T) {
	read := func(name, text string) *problem.Problem {
		p, err := problem.Read(strings.NewReader(text), name, problem.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const mps = "ROWS\n N obj\n G c1\nCOLUMNS\n x obj 1 c1 1\n y obj 2 c1 1\nRHS\n R c1 1 obj -10\n" +
		"BOUNDS\n BV B x\n BV B y\nENDATA\n"
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"a.mps", mps, 11},
		{"a.mps", strings.Replace(mps, "ROWS", "OBJSENSE\n MAX\nROWS", 1), 13},
		{"a.fzn", "var 0..4: x;\nvar -9..9: o;\nconstraint int_lin_eq([2,-1],[x,o],-3);\nsolve minimize o;\n", 3},
		{"a.xml", "<instance format=\"XCSP3\" type=\"COP\"><variables><var id=\"x\"> 2..4 </var></variables>" +
			"<objectives><maximize> add(x,-10) </maximize></objectives></instance>", -6},
	} {
		p := read(test.name, test.text)
		a, text := askModel(t, p, ask.Solve)
		c, err := checkCertificate(text)
		if err != nil || a.Value != test.want || c.Model.Objective.Value(c.Solutions[0]) != test.want {
			t.Errorf("%s: value %d, error %v; want %d, in the certificate, too:\n%s", test.name, a.Value, err,
				test.want, text)
			continue
		}
		if err := ask.CheckAbout(t.Context(), c, p); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		other := *p.Model
		other.Objective = &model.Objective{Maximize: other.Objective.Maximize, Terms: other.Objective.Terms}
		if ask.CheckAbout(t.Context(), c, &problem.Problem{Model: &other}) == nil {
			t.Errorf("%s: accepted as a certificate of the model without the constant", test.name)
		}
	}
}

// Numbers that certificates do not support are refused with the reason.
func TestCertificateNumbers(t *testing.T) {
	for _, test := range []struct {
		domain model.Domain
		o      *model.Objective
		want   string
	}{
		{model.Values(0, 1<<31), nil,
			"the domain of x0: range [2147483648 2147483648]: certificates support values up to 1000000000"},
		{model.Values(0), &model.Objective{Constant: 1 << 31}, "the objective: a number is beyond 1000000000"},
	} {
		m := &model.Model{Vars: []model.Variable{{Domain: test.domain}}, Objective: test.o}
		_, err := ask.NewClaim(t.Context(), &problem.Problem{Model: m}, proof.NoSolution, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

// A model whose formula takes more memory than the limit is refused before the memory is taken, and so is a number that
// certificates do not support.
func TestCertificateLimits(t *testing.T) {
	m := &model.Model{}
	c := model.AllDifferent{}
	for v := range 300 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, 299)})
		c.Vars = append(c.Vars, model.Var(v))
	}
	m.Constraints = []model.Constraint{c, model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Bound: 1 << 40}}
	none := &ask.Answer{Question: ask.Question{Kind: ask.Solve}, Result: model.Result{Complete: true}}
	_, err := ask.Certificate(t.Context(), &problem.Problem{Model: m}, none)
	if err == nil || !strings.Contains(err.Error(), "certificates do not support it: constraint 1: ") {
		t.Errorf("error %v, want that the bound is not supported", err)
	}
	m.Constraints = m.Constraints[:1]
	var limit *proof.LimitError
	_, err = ask.Certificate(backends.WithMemory(t.Context(), 1<<20), &problem.Problem{Model: m}, none)
	if !errors.As(err, &limit) {
		t.Errorf("error %v, want a *proof.LimitError", err)
	}
}

// A certificate of a number is rejected if a solution is left out, doubled, changed or at another place.
func TestTamperedCounts(t *testing.T) {
	puzzle := backendtest.Puzzle(sudoku.Order(2), "1..............4")
	sum, err := notation.ParseRule("cage 5 r1c2 r2c1", puzzle.Shape)
	if err != nil {
		t.Fatal(err)
	}
	variant := puzzle
	variant.Rules = []sudoku.Rule{sum}
	for name, p := range map[string]*problem.Problem{
		"18": problem.Of(puzzle), "variant": problem.Of(variant), "queens": readModel(t, "queens8.json"),
	} {
		a, text := askModel(t, p, ask.Count)
		lines := strings.SplitAfter(text, "\n")
		first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "solution ") })
		n := strings.Count(text, "\nsolution ")
		if c, err := checkCertificate(text); err != nil || a.Count.Int64() != int64(n) || n < 2 ||
			ask.CheckAbout(t.Context(), c, p) != nil {
			t.Fatalf("%s: counted %v, listed %d, error %v in\n%s", name, a.Count, n, err, text)
		}
		other := strings.Replace(lines[first+1], lines[first+1][len(lines[first+1])-2:], lines[first][9:10]+"\n", 1)
		if other == lines[first+1] {
			t.Fatalf("%s: %q is unchanged", name, other)
		}
		for _, x := range []struct {
			name    string
			changed []string // in place of the first two solutions
			want    string
		}{
			{"left out", lines[first+1 : first+2], "does not follow"},
			{"doubled", []string{lines[first], lines[first], lines[first+1]}, "solution 2 is the same as solution 1"},
			{"another order", []string{lines[first+1], lines[first]}, "solution 2 is less than solution 1"},
			{"changed", []string{lines[first], other}, "solution 2"},
		} {
			changed := strings.Join(slices.Concat(lines[:first], x.changed, lines[first+2:]), "")
			if _, err := checkCertificate(changed); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%s, %s: error %v, want %q", name, x.name, err, x.want)
			}
		}
	}
}

// A number of solutions that a certificate does not list is refused before they are searched.
func TestCountsEnd(t *testing.T) {
	p := problem.Of(backendtest.Puzzle(sudoku.Order(3), strings.Repeat(".", 81)))
	a := &ask.Answer{Question: ask.Question{Kind: ask.Count}, Count: big.NewInt(ask.MaxListed + 1),
		Result: model.Result{Complete: true}}
	_, err := ask.Certificate(t.Context(), p, a)
	if !errors.Is(err, ask.ErrTooMany) || !ask.Undecided(err) {
		t.Errorf("error %v", err)
	}
	a.Result.Complete = false
	text, err := ask.Certificate(t.Context(), p, a)
	if text != nil || err != nil {
		t.Errorf("a number that is not exact: %d bytes, error %v", len(text), err)
	}
}
