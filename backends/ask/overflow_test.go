package ask_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/encode/problem"
	"nonet/model"
)

// An extreme is a model whose numbers are near the limits of their types. Its meaning is computed with math/big.
type extreme struct {
	domains   [][]int
	rows      []extremeRow
	objective []int // coefficients; nil for none
	maximize  bool
}

// An extremeRow compares the sum of the coefficients times the variables with a number. The other names are functions
// of FlatZinc over the variables in args.
type extremeRow struct {
	name  string // <=, =, >=, or a function of FlatZinc
	coefs []int  // by variable
	bound int
	args  []int
}

// limits are numbers at which types of solvers end.
var limits = []int{0, 1 << 30, 1 << 31, 1 << 32, 1 << 53, 1 << 61, 1 << 62, math.MaxInt}

// number returns a random number, often near a limit.
func number(r *rand.Rand) int {
	n := r.IntN(7) - 3
	if r.IntN(2) == 0 {
		n += limits[r.IntN(len(limits))] // may wrap around, which is another limit
	}
	if r.IntN(3) == 0 {
		n = -n
	}
	return n
}

// randomExtreme returns a model that the format can state.
func randomExtreme(r *rand.Rand, format string) *extreme {
	e := &extreme{}
	small := r.IntN(3) > 0 // small domains, so that the coefficients decide
	for range 1 + r.IntN(3) {
		lo := r.IntN(5) - 3
		if !small {
			lo = number(r)
		}
		d := []int{lo}
		switch {
		case format == "opb":
			d = []int{0, 1}
		case lo < math.MaxInt-2 && (format == "lp" || r.IntN(2) == 0):
			d = []int{lo, lo + 1, lo + 2}
		default:
			if hi := number(r); hi > lo {
				d = []int{lo, hi}
			}
		}
		e.domains = append(e.domains, d)
	}
	sum := func() []int {
		coefs := make([]int, len(e.domains))
		for v := range coefs {
			coefs[v] = number(r)
		}
		return coefs
	}
	for range 1 + r.IntN(2) {
		row := extremeRow{name: []string{"<=", "=", ">="}[r.IntN(3)], coefs: sum(), bound: number(r)}
		if r.IntN(2) == 0 { // the value of a random assignment, or beside it, if it fits
			at := big.NewInt(int64(r.IntN(3) - 1))
			for v, d := range e.domains {
				at.Add(at, product(row.coefs[v], d[r.IntN(len(d))]))
			}
			if at.IsInt64() {
				row.bound = int(at.Int64())
			}
		}
		if format == "fzn" && r.IntN(2) == 0 {
			row = extremeRow{name: []string{"int_plus", "int_times", "int_abs", "int_div", "int_mod", "int_max",
				"int_pow", "int_lt", "int_ne", "int_lin_ne"}[r.IntN(10)], coefs: row.coefs, bound: row.bound}
			for range 3 {
				row.args = append(row.args, r.IntN(len(e.domains)))
			}
		}
		e.rows = append(e.rows, row)
	}
	if r.IntN(2) == 0 {
		e.objective, e.maximize = sum(), r.IntN(2) == 0
	}
	return e
}

func product(a, b int) *big.Int { return new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(int64(b))) }

func dotProduct(coefs, values []int) *big.Int {
	sum := new(big.Int)
	for v, c := range coefs {
		sum.Add(sum, product(c, values[v]))
	}
	return sum
}

// holds reports whether values satisfy the row.
func (row extremeRow) holds(values []int) bool {
	sum := dotProduct(row.coefs, values).Cmp(big.NewInt(int64(row.bound)))
	var x, y, z *big.Int
	if row.args != nil {
		x, y, z = big.NewInt(int64(values[row.args[0]])), big.NewInt(int64(values[row.args[1]])),
			big.NewInt(int64(values[row.args[2]]))
	}
	is := func(f func(z, x, y *big.Int) *big.Int) bool { return f(new(big.Int), x, y).Cmp(z) == 0 }
	switch row.name {
	case "<=":
		return sum <= 0
	case "=":
		return sum == 0
	case ">=":
		return sum >= 0
	case "int_lin_ne":
		return sum != 0
	case "int_lt":
		return x.Cmp(y) < 0
	case "int_ne":
		return x.Cmp(y) != 0
	case "int_plus":
		return is((*big.Int).Add)
	case "int_times":
		return is((*big.Int).Mul)
	case "int_div":
		return y.Sign() != 0 && is((*big.Int).Quo)
	case "int_mod":
		return y.Sign() != 0 && is((*big.Int).Rem)
	case "int_abs":
		return new(big.Int).Abs(x).Cmp(y) == 0
	case "int_max":
		return x.Cmp(y) >= 0 && x.Cmp(z) == 0 || y.Cmp(x) >= 0 && y.Cmp(z) == 0
	case "int_pow":
		one := big.NewInt(1)
		switch {
		case y.Sign() >= 0 && new(big.Int).Abs(x).Cmp(one) <= 0: // -1, 0 or 1
			if y.Sign() == 0 || x.Sign() < 0 && y.Bit(0) == 0 {
				x = one
			}
			return x.Cmp(z) == 0
		case y.Sign() >= 0:
			return y.IsInt64() && y.Int64() < 64 && new(big.Int).Exp(x, y, nil).Cmp(z) == 0
		case new(big.Int).Abs(x).Cmp(one) == 0: // 1 / x^-y
			if y.Bit(0) == 0 {
				x = one
			}
			return x.Cmp(z) == 0
		}
		return x.Sign() != 0 && z.Sign() == 0 // the fraction is truncated
	}
	panic(row.name)
}

// solve returns the number of solutions and the best value of the objective.
func (e *extreme) solve() (count int, best *big.Int) {
	values := make([]int, len(e.domains))
	var try func(v int)
	try = func(v int) {
		if v < len(values) {
			for _, values[v] = range e.domains[v] {
				try(v + 1)
			}
			return
		}
		for _, row := range e.rows {
			if !row.holds(values) {
				return
			}
		}
		count++
		if value := dotProduct(e.objective, values); best == nil || e.maximize == (value.Cmp(best) > 0) {
			best = value
		}
	}
	try(0)
	return count, best
}

// text returns the model in a format.
func (e *extreme) text(format string) string {
	var b strings.Builder
	sum := func(coefs []int, name string) {
		for v, c := range coefs {
			fmt.Fprintf(&b, " %+d %s%d", c, name, v+1)
		}
	}
	sense := "minimize"
	if e.maximize {
		sense = "maximize"
	}
	switch format {
	case "opb":
		if e.objective != nil && !e.maximize {
			b.WriteString("min:")
			sum(e.objective, "x")
			b.WriteString(" ;\n")
		}
		for _, row := range e.rows {
			sum(row.coefs, "x")
			fmt.Fprintf(&b, " %s %d ;\n", row.name, row.bound)
		}
	case "lp":
		fmt.Fprintf(&b, "%s\n obj:", sense)
		sum(e.objective, "x")
		b.WriteString("\nSubject To\n")
		for _, row := range e.rows {
			sum(row.coefs, "x")
			fmt.Fprintf(&b, " %s %d\n", row.name, row.bound)
		}
		b.WriteString("Bounds\n")
		for v, d := range e.domains {
			fmt.Fprintf(&b, " %d <= x%d <= %d\n", d[0], v+1, d[len(d)-1])
		}
		b.WriteString("General\n")
		for v := range e.domains {
			fmt.Fprintf(&b, " x%d\n", v+1)
		}
		b.WriteString("End\n")
	case "model":
		b.WriteString(`{"kind": "nonet model", "version": 1, "vars": [`)
		for v, d := range e.domains {
			if v > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, `{"name":"x%d","domain":[`, v+1)
			for i, x := range d {
				if i > 0 {
					b.WriteString(",")
				}
				fmt.Fprintf(&b, "[%d,%d]", x, x)
			}
			b.WriteString("]}")
		}
		terms := func(coefs []int) (words []string) {
			for v, c := range coefs {
				words = append(words, fmt.Sprintf("[%d,%d]", c, v))
			}
			return words
		}
		b.WriteString(`], "constraints": [`)
		for i, row := range e.rows {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, `{"type":"linear","terms":[%s],"relation":"%s","bound":%d}`,
				strings.Join(terms(row.coefs), ","), row.name, row.bound)
		}
		b.WriteString("]")
		if e.objective != nil {
			fmt.Fprintf(&b, `, "objective": {"sense":"%s","terms":[%s]}`, sense,
				strings.Join(terms(e.objective), ","))
		}
		b.WriteString("}")
	case "fzn":
		list := func(items []int) string { return strings.ReplaceAll(fmt.Sprint(items), " ", ",") }
		var names []string
		for v, d := range e.domains {
			names = append(names, fmt.Sprintf("x%d", v+1))
			fmt.Fprintf(&b, "var {%s}: x%d :: output_var;\n", strings.Trim(list(d), "[]"), v+1)
		}
		all := "[" + strings.Join(names, ",") + "]"
		if e.objective != nil {
			b.WriteString("var int: z :: is_defined_var;\n")
		}
		for _, row := range e.rows {
			word := func(i int) string { return names[row.args[i]] }
			switch row.name {
			case "<=":
				fmt.Fprintf(&b, "constraint int_lin_le(%s,%s,%d);\n", list(row.coefs), all, row.bound)
			case "=":
				fmt.Fprintf(&b, "constraint int_lin_eq(%s,%s,%d);\n", list(row.coefs), all, row.bound)
			case ">=":
				negated := make([]string, len(row.coefs))
				for i, c := range row.coefs {
					negated[i] = new(big.Int).Neg(big.NewInt(int64(c))).String()
				}
				fmt.Fprintf(&b, "constraint int_lin_le([%s],%s,%v);\n", strings.Join(negated, ","), all,
					new(big.Int).Neg(big.NewInt(int64(row.bound))))
			case "int_lin_ne":
				fmt.Fprintf(&b, "constraint int_lin_ne(%s,%s,%d);\n", list(row.coefs), all, row.bound)
			case "int_abs", "int_lt", "int_ne":
				fmt.Fprintf(&b, "constraint %s(%s,%s);\n", row.name, word(0), word(1))
			default:
				fmt.Fprintf(&b, "constraint %s(%s,%s,%s);\n", row.name, word(0), word(1), word(2))
			}
		}
		if e.objective == nil {
			b.WriteString("solve satisfy;\n")
			break
		}
		fmt.Fprintf(&b, "constraint int_lin_eq([%s,-1],[%s,z],0) :: defines_var(z);\nsolve %s z;\n",
			strings.Trim(list(e.objective), "[]"), strings.Join(names, ","), sense)
	}
	return b.String()
}

// named matches an error that names its place.
var named = regexp.MustCompile(`line \d|variable|constraint|column|row|objective`)

// TestExtremeNumbers reads random models with numbers near 2^31, 2^53, 2^62 and the limits of 64 bits. Each is refused
// with an error, by the reader or by a method, or answered as arithmetic with math/big answers it.
func TestExtremeNumbers(t *testing.T) {
	rounds := backendtest.Rounds(44, 400)
	inProcess := []string{"native", "gini", "gini:order", "gini:log", "gini:minimal", "cdcl", "gophersat",
		"gophersat-pb", "clp", "backtrack", "singles+native", "rules+gini", "probsat"}
	external := []string{"glpsol", "cbc", "clasp-pb", "gecode", "minizinc", "clingo", "z3"}
	for _, format := range []string{"model", "fzn", "opb", "lp"} {
		t.Run(format, func(t *testing.T) {
			r := rand.New(rand.NewPCG(20, uint64(len(format))))
			refused, answered := map[string]int{}, map[string]int{}
			for i := range rounds {
				e := randomExtreme(r, format)
				if format == "opb" {
					e.maximize = false
				}
				text := e.text(format)
				p, err := problem.Read(strings.NewReader(text), "a."+format, problem.Options{Format: format})
				if err != nil {
					if !named.MatchString(err.Error()) {
						t.Errorf("error without a place: %v\n%s", err, text)
					}
					refused["reader"]++
					continue
				}
				answered["reader"]++
				names := inProcess
				if i%100 == 3 {
					names = append(names, external...)
				}
				count, best := e.solve()
				for _, name := range names {
					m := method(t, name)
					m.RunOptions.Moves = 100
					q := ask.Question{}
					if p.Model.Objective == nil {
						q.Kind = ask.Count
					}
					a := ask.New(m, 0).Ask(t.Context(), q, p)
					err := answers(&a, count, best, p.Model.Objective != nil && e.objective != nil)
					if wrong := new(model.WrongAnswerError); errors.As(err, &wrong) && slices.Contains(external, name) {
						err = nil // floating-point numbers of a program, found out by the check
					}
					if err != nil {
						t.Errorf("%s: %v\n%s", name, err, text)
					}
					if a.Err != nil {
						refused[name]++
					} else {
						answered[name]++
					}
				}
			}
			t.Logf("answered: %v\nrefused: %v", answered, refused)
			if answered["native"] == 0 || refused["reader"] == 0 {
				t.Error("the models are too easy or too hard")
			}
		})
	}
}

// answers returns an error if an answer contradicts the number of solutions or the best value of the objective. An
// answer may be incomplete, with an error, but no solution may be wrong, and no method may panic.
func answers(a *ask.Answer, count int, best *big.Int, optimize bool) error {
	var wrong *model.WrongAnswerError
	var panicked *backends.PanicError
	switch {
	case errors.As(a.Err, &wrong), errors.As(a.Err, &panicked):
		return a.Err
	case a.Err != nil && a.Result.Complete, a.Err != nil && a.Err.Error() == "":
		return fmt.Errorf("complete with error %v", a.Err)
	case a.Solution != nil && count == 0:
		return errors.New("a solution of a model without one")
	case a.Err != nil:
		return nil
	case count == 0 && a.Status() != model.Unsatisfiable:
		return fmt.Errorf("%v, want no solution", a.Status())
	case count > 0 && a.Status() != model.Satisfiable:
		return fmt.Errorf("%v, want %d solutions", a.Status(), count)
	case count == 0:
	case optimize && (!a.Optimal || big.NewInt(int64(a.Value)).Cmp(best) != 0):
		return fmt.Errorf("value %d, optimal %t, want %v", a.Value, a.Optimal, best)
	case a.Count != nil && a.Count.Cmp(big.NewInt(int64(count))) != 0:
		return fmt.Errorf("%v solutions, want %d", a.Count, count)
	}
	return nil
}
