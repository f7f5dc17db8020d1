package build_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backtrack"
	"nonet/model"
	"nonet/model/build"
)

// builder returns a builder with n variables from 0 to 3.
func builder(n int) *build.Builder {
	b := new(build.Builder)
	for range n {
		b.Declare(build.Origin{}, model.Interval(0, 3), false)
	}
	return b
}

func variables(from, n int) build.Argument {
	var a build.Argument
	for v := range n {
		a.List = append(a.List, build.Operand{IsVar: true, N: from + v})
	}
	return a
}

func constants(values ...int) (a build.Argument) {
	for _, n := range values {
		a.List = append(a.List, build.Operand{N: n})
	}
	return a
}

// TestWrongArguments gives each constraint too few and too many arguments, and arguments of other kinds.
func TestWrongArguments(t *testing.T) {
	names := append(build.Names(), "int_eq_reif", "int_lin_le_imp", "set_in_imp")
	for _, name := range names {
		n := len(build.Find(name, 3).Params)
		c := build.Find(name, n)
		for args := range n + 3 {
			call := build.Call{Predicate: c, Args: slices.Repeat([]build.Argument{variables(0, 1)}, args)}
			err := builder(1).State([]build.Call{call})
			if args != n && !malformed(err, name) {
				t.Errorf("%s with %d arguments: error %v", name, args, err)
			}
		}
		for k, letter := range c.Params {
			for _, wrong := range []build.Argument{{}, constants(1, 2), variables(0, 1), variables(1, 1)} {
				args := make([]build.Argument, n)
				for i, letter := range c.Params {
					if args[i] = constants(1); letter == 's' {
						args[i] = build.Argument{Set: model.Interval(0, 1)}
					}
				}
				args[k] = wrong
				err := builder(1).State([]build.Call{{Predicate: c, Args: args}})
				isVar := len(wrong.List) == 1 && wrong.List[0].IsVar
				bad := isVar && (wrong.List[0].N > 0 || letter == 'c' || letter == 'C') ||
					len(wrong.List) != 1 && letter >= 'a' && letter != 's'
				if bad && !malformed(err, name) {
					t.Errorf("%s with argument %d = %v: error %v", name, k+1, wrong, err)
				}
			}
		}
	}
	if err := builder(0).State([]build.Call{{Origin: build.Origin{Name: "int_foo"}}}); err == nil {
		t.Error("no constraint: no error")
	}
}

// malformed reports whether err is about arguments of the constraint with a name, which is not the name of the call.
func malformed(err error, name string) bool {
	var e *build.Error
	return errors.As(err, &e) && e.Malformed && strings.HasSuffix(e.Subject, " "+name)
}

// An argument of another solver's constraint that has no meaning here must be 1.
func TestIgnoredArguments(t *testing.T) {
	one, all := constants(1), build.Argument{Set: model.Interval(1, 1)}
	for first := range 3 {
		call := build.Call{Predicate: build.Find("jacop_regular", 7),
			Args: []build.Argument{one, one, one, one, one, all, constants(first)}}
		if err := builder(1).State([]build.Call{call}); (err != nil) != (first != 1) {
			t.Errorf("first symbol %d: error %v", first, err)
		}
	}
}

// The name of a call is for messages: the constraint has the meaning.
func TestNamesOfCallsHaveNoMeaning(t *testing.T) {
	for _, test := range []struct {
		constraint string
		args       []build.Argument
		vars, want int // variables of the model, and its solutions
	}{
		{"int_eq", []build.Argument{variables(0, 1), variables(1, 1)}, 1, 4},
		{"int_lt", []build.Argument{variables(0, 1), variables(1, 1)}, 2, 6},
		{"set_in", []build.Argument{variables(0, 1), {Set: model.Interval(1, 2)}}, 2, 8},
	} {
		for _, name := range []string{"", "int_eq", "set_in", "a name of the caller"} {
			b := builder(2)
			predicate := build.Find(test.constraint, 2)
			call := build.Call{Origin: build.Origin{Name: name}, Predicate: predicate, Args: test.args}
			if err := b.State([]build.Call{call}); err != nil {
				t.Errorf("%s as %q: %v", test.constraint, name, err)
				continue
			}
			r, err := b.Result(nil)
			if err != nil {
				t.Fatal(err)
			}
			n, _, err := model.Count(t.Context(), backtrack.Solver{}, r.Model, 0)
			if err != nil || n.Int64() != int64(test.want) || len(r.Model.Vars) != test.vars {
				t.Errorf("%s as %q: %d solutions over %d variables, want %d over %d, error %v", test.constraint,
					name, n, len(r.Model.Vars), test.want, test.vars, err)
			}
		}
	}
}
