package methods

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/sudoku"
)

func TestParseAppliesDefaults(t *testing.T) {
	for _, test := range []struct {
		name, canonical, preprocess, encoding string
	}{
		{"gini", "gini", "none", "extended"},
		{"singles+gini", "singles+gini", "singles", "extended"},
		{"gini:extended", "gini", "none", "extended"},
		{"gini:extended/pairwise", "gini", "none", "extended"},
		{"gini:minimal", "gini:minimal", "none", "minimal"},
		{"none+gini:minimal", "gini:minimal", "none", "minimal"},
		{"dimacs=kissat", "dimacs=kissat", "none", "extended"},
		{"none+dimacs=kissat:minimal", "dimacs=kissat:minimal", "none", "minimal"},
		{"givens+gini:extended/product", "givens+gini:extended/product", "givens", "extended/product"},
		{"native", "native", "none", ""},
		{"clp:plain", "clp:plain", "none", "plain"},
		{"singles+glpsol", "singles+glpsol", "singles", ""},
		{"none+glpsol", "glpsol", "none", ""},
		{"backtrack:row-major", "backtrack:row-major", "none", "row-major"},
		{"thein+backtrack:cp-thesis", "thein+backtrack:cp-thesis", "thein", "cp-thesis"},
		{"lewis+rules", "lewis+rules", "lewis", ""},
	} {
		m, err := Parse(test.name)
		if err != nil {
			t.Error(err)
			continue
		}
		if m.Name != test.canonical || m.Preprocess != test.preprocess || m.Encoding != test.encoding {
			t.Errorf("Parse(%q) = name %q, preprocess %q, encoding %q; want %q, %q, %q",
				test.name, m.Name, m.Preprocess, m.Encoding, test.canonical, test.preprocess, test.encoding)
		}
	}
}

// ParseReduced adds the recommended preprocessor to a name without one, and the canonical name has it.
func TestParseReduced(t *testing.T) {
	for name, want := range map[string]string{
		"gini": "singles+gini", "none+gini": "gini", "givens+gini": "givens+gini", "singles+gini": "singles+gini",
		"cadical:minimal": "singles+cadical:minimal", "dimacs=kissat -q": "singles+dimacs=kissat -q",
		"none+lp=glpsol --cuts": "lp=glpsol --cuts", "native": "native", "locked+native": "locked+native",
		"rules":     "rules",
		"backtrack": "backtrack", "dsatur": "dsatur", "clp": "singles+clp", "clp:plain": "clp:plain",
		"clp:plain-zero": "clp:plain-zero", "anneal": "anneal", "eda": "singles+eda",
		"probsat:base=2.5": "singles+probsat:base=2.5",
	} {
		m, err := ParseReduced(name)
		if err != nil || m.Name != want {
			t.Errorf("ParseReduced(%q): %q, error %v; want %q", name, m.Name, err, want)
		}
		if again, err := Parse(m.Name); err != nil || again.Name != m.Name || again.Preprocess != m.Preprocess {
			t.Errorf("Parse(%q): %q with %q, error %v", m.Name, again.Name, again.Preprocess, err)
		}
	}
}

// reduced returns the method that ParseReduced returns for a valid name. Most tests solve by such methods: they are
// fast.
func reduced(name string) Method {
	m, err := ParseReduced(name)
	if err != nil {
		panic(err)
	}
	return m
}

func TestParseErrors(t *testing.T) {
	for name, want := range map[string]string{
		"":                        `"": unknown backend;`,
		"gurobi":                  `"gurobi": unknown backend;`,
		"magic+gini":              `unknown preprocessor "magic"`,
		"gini:maximal":            "maximal",
		"gini:extended/diagonal":  "diagonal",
		"native:extended":         "extended",
		"backtrack:diagonal":      "expected one of row-major, random,",
		"clp:minimal":             "minimal",
		"dimacs=":                 "program",
		"lp=":                     "lp=PROGRAM: the program is missing",
		"none+fzn=solver 'a":      "a quote is not closed",
		"xcsp=solver":             "unknown backend",
		"none+dimacs=true:wobbly": "wobbly",
	} {
		_, err := Parse(name)
		var nameError *NameError
		if !errors.As(err, &nameError) || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %v, want a *NameError with %q", name, err, want)
		}
	}
}

func TestIsCustom(t *testing.T) {
	for name, want := range map[string]bool{
		"dimacs=kissat": true, "none+lp=glpsol --cuts": true, "fzn=a+b": true, "opb=[a]*": true,
		"native": false, "none+gini": false, "reseda:alpha=0.5": false, "": false,
	} {
		if IsCustom(name) != want {
			t.Errorf("IsCustom(%q) = %v", name, !want)
		}
	}
}

// Every name that Names or Known lists parses, and canonical names parse to themselves.
func TestNamesRoundTrip(t *testing.T) {
	names := Names()
	for _, m := range Known() {
		names = append(names, m.Name)
	}
	for _, name := range names {
		m, err := Parse(name)
		if err != nil {
			t.Error(err)
			continue
		}
		again, err := Parse(m.Name)
		if err != nil || again.Name != m.Name || again.Encoding != m.Encoding || again.Preprocess != m.Preprocess {
			t.Errorf("%q -> %q -> %q, error %v", name, m.Name, again.Name, err)
		}
	}
}

func TestComparedListsEachFormulationOnce(t *testing.T) {
	var names []string
	kinds := map[Kind]bool{}
	for _, m := range Compared() {
		names, kinds[m.Kind] = append(names, m.Name), true
	}
	for _, m := range All() {
		if !kinds[m.Kind] && m.Kind != Portfolio {
			t.Errorf("no method of the kind %s", m.Kind)
		}
	}
	for _, name := range []string{"native", "backtrack", "backtrack:cp-clean", "dlx", "dsatur", "rules", "gini",
		"gini:minimal", "gini:triad", "gini:extended/sequential", "gophersat", "cadical", "clp", "glpsol", "cbc",
		"gophersat-pb", "minizinc", "clingo", "z3", "anneal"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is missing among %v", name, names)
		}
	}
	for _, name := range []string{"backtrack:random", "dsatur:plain", "gecode", "gini:log", "boltzmann"} {
		if slices.Contains(names, name) {
			t.Errorf("%s is among %v", name, names)
		}
	}
	slices.Sort(names)
	if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
		t.Errorf("duplicate names in %v", names)
	}
}

// agreeing lists the complete methods whose answers TestAgreement compares: every name that is offered, every
// preprocessor with gini, and a covering selection of the CNF encodings. In the selection each preset occurs with each
// at-most-one form once, and each preset and each form occurs with each of the preprocessors none, givens and singles,
// with each of the solvers gini and gophersat, and with clasp. With NONET_LONG it is the whole product of encodings,
// preprocessors and solvers.
func agreeing() []Method {
	var list []Method
	add := func(name string) {
		if m := reduced(name); !slices.ContainsFunc(list, func(other Method) bool { return other.Name == m.Name }) {
			list = append(list, m)
		}
	}
	for _, name := range Names() {
		if mustParse(name).Kind != Stochastic {
			add(name)
		}
	}
	long := os.Getenv("NONET_LONG") != ""
	for _, pre := range Preprocessors() {
		add(pre + "+gini")
		if long {
			add(pre + "+gophersat")
		}
	}
	for i, preset := range cnf.Presets() {
		for j, form := range cnf.AtMostOnes() {
			if preset == cnf.Dual && form != (cnf.Pairwise{}) && !long {
				// dual propagates weakly: the other forms would take half of the time, and run in the long test only
				continue
			}
			for k, backend := range []string{"gophersat", "gini"} {
				for l, pre := range []string{"givens", "none", "singles"} {
					if long || (i+j)%2 == k && (i+j)%3 == l {
						add(fmt.Sprintf("%s+%s:%s/%s", pre, backend, preset, form))
					}
				}
			}
			if long || i == j%len(cnf.Presets()) { // clasp lists many solutions per run, so it can count
				add(fmt.Sprintf("givens+clasp:%s/%s", preset, form))
			}
		}
	}
	return list
}

// inTurn skips a method in two of three tests of all methods, unless NONET_LONG is set. turn is the number of the test.
func inTurn(t *testing.T, method string, turn int) {
	t.Helper()
	h := fnv.New32a()
	h.Write([]byte(method))
	if int(h.Sum32()%3) != turn {
		backendtest.SkipUnlessLong(t)
	}
}

// All complete methods give the same answers: the solution of AI Escargot and its uniqueness, 288 empty 4x4 grids, and
// the solutions of small random models, more with NONET_LONG.
func TestAgreement(t *testing.T) {
	models := backendtest.Rounds(3, 12)
	escargot := backendtest.Hardest[0]
	for _, m := range agreeing() {
		t.Run(strings.ReplaceAll(m.Name, "/", "-"), func(t *testing.T) {
			inTurn(t, m.Name, 0)
			s := m.Solver()
			clues := escargot.Puzzle
			if m.Slow || m.Backend == "cbc" { // the first six rows are given
				clues = escargot.Solution[:54] + clues[54:]
			}
			verdict, found, _, err := model.Unique(t.Context(), s, backendtest.Puzzle(sudoku.Order(3), clues).Model())
			if errors.Is(err, backends.ErrUnavailable) {
				t.Skip(err)
			}
			if err != nil || verdict != model.One ||
				fmt.Sprint(found[0]) != fmt.Sprint(backendtest.Puzzle(sudoku.Order(3), escargot.Solution).Clues) {
				t.Errorf("AI Escargot: %v, %v, error %v", verdict, found, err)
			}
			if slow := m.Install != "" && m.Backend != "clp" && m.Backend != "clasp"; slow {
				return // one process per solution; the package tests of process count
			}
			n, r, err := model.Count(t.Context(), s, sudoku.Order(2).Model(), 0)
			if err != nil || n.Int64() != 288 || !r.Complete {
				t.Errorf("empty 4x4 grid: %v solutions, complete %v, error %v; want 288", n, r.Complete, err)
			}
			for seed := range models {
				small := backendtest.Random(rand.New(rand.NewPCG(uint64(seed), 3)),
					backendtest.Kinds{NotEqual: true, Table: true, Linear: seed%4 == 0})
				n, r, err := model.Count(t.Context(), s, small, 0)
				var unsupported *encode.UnsupportedError
				if errors.As(err, &unsupported) {
					continue
				}
				if want := len(backendtest.Enumerate(small)); err != nil || n.Int64() != int64(want) || !r.Complete {
					t.Errorf("random model %d: %v solutions, complete %v, error %v; want %d", seed, n,
						r.Complete, err, want)
				}
			}
		})
	}
}

func TestExportFormat(t *testing.T) {
	for name, want := range map[string]string{
		"gini": "cnf extended", "gini:order/diagram": "cnf order/diagram", "cadical": "cnf extended",
		"dimacs=minisat:dual": "cnf dual", "lp=glpsol:x": "lp plain", "opb=solver": "opb plain", "clp": "lp plain",
		"clp:plain": "lp thesis", "glpsol": "lp plain", "gophersat-pb": "opb plain", "dlx": "cover plain",
		"dsatur": "col precoloured", "native": "", "z3": "", "anneal": "",
		`dimacs=solver "a:b"`: "cnf extended", "mps=solver {file}": "lp plain", "fzn=solver": "",
	} {
		format, encoding, ok := mustParse(name).ExportFormat()
		if got := strings.TrimSpace(format + " " + encoding); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v; want %q", name, got, ok, want)
		}
	}
}
