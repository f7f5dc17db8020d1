package process

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nonet/encode/cnf"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/model"
)

var update = flag.Bool("update", false, "record the outputs of the installed programs again")

// A problem is stated as clauses and as rows. The answer of each program is recorded under testdata, so that the
// parsers are tested where the program is not installed.
type problem struct {
	name    string
	clauses [][]cnf.Lit // over three variables
	status  model.Status
}

var problems = []problem{
	{"satisfiable", [][]cnf.Lit{{1, 2}, {-1, 3}, {-2, -3}}, model.Satisfiable},
	{"unsatisfiable", [][]cnf.Lit{{1, 2}, {1, -2}, {-1, 3}, {-1, -3}}, model.Unsatisfiable},
	{"unconstrained", nil, model.Satisfiable},
}

func (q problem) formula() *cnf.Formula {
	f := &cnf.Formula{Vars: 3, Shown: 3}
	for _, c := range q.clauses {
		f.Add(c...)
	}
	return f
}

// program states each clause as a row: at least one literal is true.
func (q problem) program() *ip.Program {
	if q.name == split.name {
		encoding, err := ip.Encoder{}.Encode(context.Background(), marketSplit(6))
		if err != nil {
			panic(err)
		}
		return encoding.Formula
	}
	p := &ip.Program{Columns: make([]ip.Column, 3), Shown: 3}
	for j := range p.Columns {
		p.Columns[j].Upper = 1
	}
	for _, c := range q.clauses {
		row := ip.Row{Lower: 1, Upper: ip.Infinity}
		for _, l := range c {
			if l < 0 {
				row.Entries = append(row.Entries, ip.Entry{Column: int(l.Var()) - 1, Coef: -1})
				row.Lower--
			} else {
				row.Entries = append(row.Entries, ip.Entry{Column: int(l.Var()) - 1, Coef: 1})
			}
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// model states each clause as a sum of 0-1 variables.
func (q problem) model() *model.Model {
	m := &model.Model{Vars: make([]model.Variable, 3)}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(0, 1)
	}
	for _, row := range q.program().Rows {
		c := model.Linear{Relation: model.AtLeast, Bound: row.Lower}
		for _, e := range row.Entries {
			c.Terms = append(c.Terms, model.Term{Coef: e.Coef, Var: model.Var(e.Column)})
		}
		m.Constraints = append(m.Constraints, c)
	}
	return m
}

// run runs p on the problem.
func (q problem) run(ctx context.Context, p Program) (output, error) {
	return p.run(ctx, 1, 3, func(w io.Writer) error {
		switch p.Input {
		case DIMACS:
			return cnf.WriteDIMACS(w, q.formula())
		case ASP, FlatZinc:
			return text.Write(w, text.Language(p.Input), text.Document{Model: q.model()})
		}
		padded := q.program()
		pad(padded)
		return ip.Write(w, padded, ip.Format(p.Input))
	})
}

// read parses an answer of p.
func (q problem) read(p Program, o output) (model.Status, error) {
	switch p.Input {
	case DIMACS:
		a, _, err := SAT{p}.read(o, q.formula())
		return a.Status, err
	case FlatZinc:
		var bad error
		status, _, err := text.ReadMiniZinc(text.NewConsoleReader(bytes.NewReader(o.answer)),
			text.FlatZinc.Identifiers(q.model()), nil, func(a model.Assignment) bool {
				bad = q.model().Check(a)
				return bad == nil
			})
		if err = cmp.Or(bad, err); err == nil {
			err = p.checkExit(o, status)
		}
		return status, err
	case ASP:
		a, err := text.ReadAnswer(bytes.NewReader(o.answer), text.ASP.Identifiers(q.model()))
		if err != nil {
			return 0, err
		}
		for _, s := range a.Solutions {
			if err := q.model().Check(s); err != nil {
				return 0, err
			}
		}
		return a.Status, p.checkExit(o, a.Status)
	}
	padded := q.program()
	pad(padded)
	status, _, err := ZeroOne{p}.read(o, padded)
	return status, err
}

// recording returns the file of a recorded output.
func recording(p Program, q problem) string {
	return filepath.Join("testdata", p.Name+"-"+q.name+".txt")
}

// temporary matches the names of temporary folders, which differ from run to run.
var temporary = regexp.MustCompile(`[^ '"]*/nonet-[0-9]+/`)

func record(t *testing.T, p Program, q problem) {
	o, err := q.run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	version, err := p.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a := &txtar.Archive{Comment: []byte(fmt.Sprintf("What %s, version %s, answers to a problem that is %s.\n",
		p.Name, version, q.name))}
	add := func(name string, data []byte) {
		data = temporary.ReplaceAll(data, nil)
		a.Files = append(a.Files, txtar.File{Name: name, Data: data})
	}
	add("exit code", []byte(strconv.Itoa(o.code)+"\n"))
	add("stdout", o.stdout)
	if p.hasPlaceholder("{out}") {
		add("answer", o.answer)
	}
	if err := os.WriteFile(recording(p, q), txtar.Format(a), 0o666); err != nil {
		t.Fatal(err)
	}
}

func recorded(t *testing.T, p Program, q problem) output {
	a, err := txtar.ParseFile(recording(p, q))
	if err != nil {
		t.Fatal(err)
	}
	var o output
	for _, f := range a.Files {
		switch f.Name {
		case "exit code":
			if o.code, err = strconv.Atoi(string(bytes.TrimSpace(f.Data))); err != nil {
				t.Fatal(err)
			}
		case "stdout":
			o.stdout = f.Data
		case "answer":
			o.answer = f.Data
		}
	}
	if !p.hasPlaceholder("{out}") {
		o.answer = o.stdout
	}
	return o
}

func TestRecorded(t *testing.T) {
	for _, p := range Programs() {
		if _, ok := p.ModelEngine(); ok && p.Input != ASP {
			continue // package text has recordings of their answers
		}
		for _, q := range problems {
			t.Run(p.Name+"/"+q.name, func(t *testing.T) {
				if _, err := p.Find(); err == nil && *update {
					record(t, p, q)
				}
				o := recorded(t, p, q)
				if status, err := q.read(p, o); status != q.status || err != nil {
					t.Errorf("read as %v, error %v; want %v", status, err, q.status)
				}
				// A truncated answer is never read as the opposite status. With NONET_LONG it is cut at every byte,
				// otherwise at every eleventh and at each of the last 100.
				whole := slices.Clone(o.answer)
				for n := range whole {
					if n%11 != 0 && n < len(whole)-100 && os.Getenv("NONET_LONG") == "" {
						continue
					}
					o.answer = whole[:n]
					if status, err := q.read(p, o); err == nil && status != model.Unknown && status != q.status {
						t.Errorf("the first %d bytes are read as %v", n, status)
					}
				}
			})
		}
	}
}

func TestEffort(t *testing.T) {
	for _, test := range []struct {
		program, output string
		want            model.Effort
	}{
		{"cadical", "c conflicts:   94   23507.76    per second\nc decisions:  99\n" +
			"c propagations:   8001   2.00 M  per second\nc restarts:   1\n",
			model.Effort{Conflicts: 94, Decisions: 99, Propagations: 8001, Restarts: 1}},
		{"minisat", "restarts              : 2\nconflicts             : 105            (35244 /sec)\n" +
			"decisions             : 150            (0.00 % random) (50 /sec)\nconflict literals     : 12\n",
			model.Effort{Conflicts: 105, Decisions: 150, Restarts: 2}},
		{"cryptominisat5", "c conflicts                : 3           (1.0 confl)\nc conflicts                : 4\n" +
			"c decisions/conflicts      : 2.00\n",
			model.Effort{Conflicts: 4}},
		{"clasp", "c Choices        : 12      \nc Conflicts      : 9        (Analyzed: 8)\n" +
			"c   Conflict     : 8        (Average Length:    0.0 Ratio:   0.00%) \n",
			model.Effort{Conflicts: 9, Decisions: 12}},
		{"clingo", "Choices      : 319     \nConflicts    : 28       (Analyzed: 16)\nRestarts     : 2       \n",
			model.Effort{Conflicts: 28, Decisions: 319, Restarts: 2}},
		{"glpsol", "+    49: mip =     not found yet >=              -inf        (1; 0)\n" +
			"+   257: >>>>>   0.000000000e+00 >=   0.000000000e+00   0.0% (6; 14)\n" +
			"+   257: mip =   0.000000000e+00 >=     tree is empty   0.0% (0; 33)\n",
			model.Effort{Iterations: 257, Nodes: 33}},
		{"cbc", "Enumerated nodes:               38\nTotal iterations:               6484\n" +
			"Time (CPU seconds):             0.88\n",
			model.Effort{Iterations: 6484, Nodes: 38}},
		{"picosat", "c 0 restarts\nc 12 conflicts\nc 33 decisions\nc 0.0% deleted literals\nc 5020 propagations\n",
			model.Effort{Conflicts: 12, Decisions: 33, Propagations: 5020}},
		{"gecode", "%%%mzn-stat: propagations=5222\n%%%mzn-stat: nodes=169\n%%%mzn-stat: failures=84\n" +
			"%%%mzn-stat-end\n",
			model.Effort{Propagations: 5222, Nodes: 169, Failures: 84}},
		{"highs", "  Nodes             12\n  Repair LPs        0\n  LP iterations     345\n",
			model.Effort{Nodes: 12, Iterations: 345}},
		{"scip", "Solving Time (sec) : 0.12\nSolving Nodes      : 7 (total of 9 nodes in 2 runs)\n",
			model.Effort{Nodes: 7}},
		{"gurobi", "Explored 1753 nodes (20513 simplex iterations) in 1.00 seconds (0.53 work units)\n",
			model.Effort{Nodes: 1753, Iterations: 20513}},
		{"nonsense", "conflicts: many\ndecisions: -3\nrestarts:\n: 5\n", model.Effort{}},
	} {
		if got := effortOf([]byte(test.output)); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.program, got, test.want)
		}
	}
}
