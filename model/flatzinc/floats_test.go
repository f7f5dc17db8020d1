package flatzinc_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/flatzinc"
)

// A floatFile is a random file over the ints x0, x1 and x2 from 0 to 3 and a bool, whose float variables are sums of
// eighths, which a float64 holds exactly.
type floatFile struct {
	*rand.Rand
	lines  []string
	floats []func(x [4]int) float64 // the float variables f0, f1 ...
	holds  []func(x [4]int) bool    // the constraints
}

func (f *floatFile) line(format string, args ...any) {
	f.lines = append(f.lines, fmt.Sprintf(format, args...))
}

func (f *floatFile) eighths() float64 { return float64(f.IntN(33)-16) / 8 }

// decimal writes x in one of the forms of FlatZinc.
func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// define adds a float variable that a constraint defines by earlier ones, in any order of the file.
func (f *floatFile) define() {
	n := len(f.floats)
	a, b := f.IntN(max(n, 1)), f.IntN(max(n, 1))
	p, q, c := f.eighths(), f.eighths(), f.eighths()
	fa, fb := f.floats[min(a, n-1)], f.floats[min(b, n-1)]
	value := func(x [4]int) float64 { return fa(x) + fb(x) }
	switch f.IntN(6) {
	case 0:
		f.line("constraint float_plus(f%d,f%d,f%d);", a, b, n)
	case 1:
		value = func(x [4]int) float64 { return p * fa(x) }
		f.line("constraint float_times(%s,f%d,f%d);", decimal(p), a, n)
	case 2:
		value = func(x [4]int) float64 { return fa(x) / 4 }
		f.line("constraint float_div(f%d,4.0,f%d);", a, n)
	case 3:
		value = func(x [4]int) float64 { return (c - p*fa(x) - q*fb(x)) / -2 }
		f.line("constraint float_lin_eq([%s,%s,-2.0],[f%d,f%d,f%d],%s);", decimal(p), decimal(q), a, b, n, decimal(c))
	case 4:
		v, list := f.IntN(3), []float64{p, q, c}
		value = func(x [4]int) float64 { return list[max(x[v], 1)-1] }
		f.holds = append(f.holds, func(x [4]int) bool { return x[v] > 0 })
		f.line("constraint array_float_element(x%d,[%s,%s,%s],f%d);", v, decimal(p), decimal(q), decimal(c), n)
	default:
		f.line("constraint float_plus(f%d,f%d,f%d);", n, a, b)
		value = func(x [4]int) float64 { return fb(x) - fa(x) }
	}
	f.floats = append(f.floats, value)
}

// relate adds a comparison, which may be reified.
func (f *floatFile) relate() {
	relation := []string{"eq", "ne", "le", "lt"}[f.IntN(4)]
	op := relation
	a, b := f.IntN(len(f.floats)), f.IntN(len(f.floats))
	p, q, c := f.eighths(), f.eighths(), f.eighths()
	left, right := f.floats[a], f.floats[b]
	args := fmt.Sprintf("f%d,f%d", a, b)
	if f.IntN(2) == 0 {
		op = "lin_" + op
		args = fmt.Sprintf("[%s,%s],[f%d,f%d],%s", decimal(p), decimal(q), a, b, decimal(c))
		fa, fb := left, right
		left = func(x [4]int) float64 { return p*fa(x) + q*fb(x) }
		right = func([4]int) float64 { return c }
	}
	holds := func(x [4]int) bool {
		l, r := left(x), right(x)
		return map[string]bool{"eq": l == r, "ne": l != r, "le": l <= r, "lt": l < r}[relation]
	}
	plain := holds
	switch f.IntN(3) {
	case 0:
		op, args = op+"_reif", args+",b"
		holds = func(x [4]int) bool { return plain(x) == (x[3] == 1) }
	case 1:
		op, args = op+"_imp", args+",b"
		holds = func(x [4]int) bool { return plain(x) || x[3] == 0 }
	}
	f.line("constraint float_%s(%s);", op, args)
	f.holds = append(f.holds, holds)
}

// Float variables that are sums of ints have their values, whatever the order of the constraints.
func TestRandomFloats(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(300, 3000)) {
		f := &floatFile{Rand: rand.New(rand.NewPCG(seed, 5))}
		for v := range 3 {
			f.floats = append(f.floats, func(x [4]int) float64 { return float64(x[v]) })
			f.line("constraint int2float(x%d,f%d);", v, v)
		}
		for range f.IntN(4) {
			f.define()
		}
		for range 1 + f.IntN(2) {
			f.relate()
		}
		f.Shuffle(len(f.lines), func(i, j int) { f.lines[i], f.lines[j] = f.lines[j], f.lines[i] })
		text := ""
		for v := range 3 {
			text += fmt.Sprintf("var 0..3: x%d :: output_var;\n", v)
		}
		text += "var bool: b :: output_var;\n"
		lo, hi := -2+f.eighths(), 6+f.eighths()
		for k := range f.floats {
			kind := "float"
			if k == len(f.floats)-1 {
				kind = decimal(lo) + ".." + decimal(hi)
			}
			text += fmt.Sprintf("var %s: f%d :: output_var;\n", kind, k)
		}
		text += strings.Join(f.lines, "\n") + "\nsolve satisfy;\n"
		p, err := flatzinc.Read(t.Context(), strings.NewReader(text), seed%2 == 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		got := map[string]bool{}
		for _, a := range backendtest.Enumerate(p.Model) {
			got[string(p.AppendSolution(nil, a))] = true
		}
		want := map[string]bool{}
		for n := range 128 {
			x := [4]int{n % 4, n / 4 % 4, n / 16 % 4, n / 64}
			last := f.floats[len(f.floats)-1](x)
			broken := func(holds func([4]int) bool) bool { return !holds(x) }
			if last < lo || last > hi || slices.ContainsFunc(f.holds, broken) {
				continue
			}
			line := fmt.Sprintf("x0 = %d;\nx1 = %d;\nx2 = %d;\nb = %t;\n", x[0], x[1], x[2], x[3] == 1)
			for k, value := range f.floats {
				line += fmt.Sprintf("f%d = %s;\n", k, decimal(value(x)+0))
			}
			want[line] = true
		}
		if !maps.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, want %d\n%s\ngot %q\nwant %q", seed, len(got), len(want), text,
				slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	}
}
