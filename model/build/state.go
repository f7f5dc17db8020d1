package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// An Argument is the value of an argument of a constraint.
type Argument struct {
	List []Operand    // of a scalar, one element
	Set  model.Domain // of a constant set
}

// A Call is a constraint with its arguments, as Predicate.Params lists them.
type Call struct {
	Origin    // for messages; without a name, they have the name of the constraint
	Predicate *Predicate
	Args      []Argument
}

// merge merges the variables of equalities and returns the other constraints, each with a name.
func (b *Builder) merge(calls []Call) ([]Call, error) {
	rest := make([]Call, 0, len(calls))
	for _, c := range calls {
		if c.Predicate == nil {
			return nil, c.unsupported("constraint "+c.Name, "it is not in the table of constraints")
		}
		c.Name = cmp.Or(c.Name, c.Predicate.name)
		b.begin(c.Origin)
		if err := b.checkArguments(c); err != nil {
			return nil, err
		}
		if c.Predicate.merges && b.kept == 0 {
			if x, y := c.Args[0].List[0], c.Args[1].List[0]; x.IsVar && y.IsVar {
				b.union(x.N, y.N)
				continue
			}
		}
		rest = append(rest, c)
	}
	return rest, nil
}

// checkArguments returns an error if the arguments of the current constraint are not the kind that it takes.
func (b *Builder) checkArguments(c Call) error {
	params := c.Predicate.Params
	if len(c.Args) != len(params) {
		return b.malformed("takes %d arguments, got %d", len(params), len(c.Args))
	}
	for k, a := range c.Args {
		letter := params[k]
		if n := len(a.List); n != 1 && letter != 's' && letter == strings.ToLower(params)[k] {
			return b.malformed("argument %d is a single value, got %d", k+1, n)
		}
		for _, o := range a.List {
			switch {
			case o.IsVar && (letter == 'c' || letter == 'C'):
				return b.malformed("argument %d is constant, got a variable", k+1)
			case o.IsVar && (o.N < 0 || o.N >= len(b.vars)):
				return b.malformed("argument %d is variable %d of %d", k+1, o.N, len(b.vars))
			}
		}
	}
	return nil
}

// State states constraints. Those over at most one variable come first, since they reduce domains. A constraint with an
// unbounded variable waits until other constraints have bounded it: see mustWait. If none does, see assumeBounds.
func (b *Builder) State(calls []Call) error {
	calls, err := b.merge(calls)
	if err != nil {
		return err
	}
	for _, c := range calls {
		if c.Predicate.reduce != nil {
			b.begin(c.Origin)
			c.Predicate.reduce(b, b.arguments(c))
		}
	}
	some, rest := make([]Call, 0, len(calls)), make([]Call, 0, len(calls))
	for _, c := range calls {
		if len(b.scope(c)) <= 1 {
			some = append(some, c)
		} else {
			rest = append(rest, c)
		}
	}
	some = append(some, rest...)
	for len(some) > 0 {
		var waiting []Call
		for _, c := range some {
			if b.mustWait(c) {
				waiting = append(waiting, c)
			} else if err := b.stateCall(c); err != nil {
				return err
			}
		}
		if len(waiting) == len(some) && !b.inferBounds(waiting) {
			if b.contradiction {
				break // the other constraints do not matter
			}
			if !b.assumeBounds(false) && !b.assumeBounds(true) {
				return b.err
			}
		}
		some = waiting
	}
	b.assumeBounds(false)
	if b.assumeBounds(true); b.err != nil {
		return b.err
	}
	return nil
}

// stateCall states one constraint and records which of its variables are functions of the others.
func (b *Builder) stateCall(c Call) error {
	b.begin(c.Origin)
	switch targets := b.targets(c); {
	case len(targets) == 0:
	case len(targets) > 1 && c.Predicate.result >= 0: // a result does not depend on the other results
		for _, v := range targets {
			other := func(w int) bool { return w != v && slices.Contains(targets, w) }
			d := dependency{slices.DeleteFunc(b.scope(c), other), []int{v}}
			b.dependencies = append(b.dependencies, d)
		}
	default:
		b.dependencies = append(b.dependencies, dependency{b.scope(c), targets})
	}
	stated := c.Predicate.state(b.arguments(c))
	if err := stated.mistake(); err != nil {
		return b.malformed("%s", err.Reason)
	}
	if b.stateAt(c.Origin, func() { stated.stateIn(b) }); b.err != nil {
		return b.err
	}
	return nil
}

func (o Origin) unsupported(subject, format string, args ...any) *Error {
	return &Error{Origin: o, Subject: subject, Reason: fmt.Sprintf(format, args...)}
}

// malformed returns an error about the arguments of the current constraint.
func (b *Builder) malformed(format string, args ...any) error {
	reason := fmt.Sprintf(format, args...)
	return &Error{Origin: *b.current, Subject: "constraint " + b.current.Name, Reason: reason, Malformed: true}
}

// scope returns the variables of a constraint that are not fixed, each once.
func (b *Builder) scope(c Call) []int {
	var vars []int
	for _, a := range c.Args {
		vars = b.appendVars(vars, a.List)
	}
	return slice.Unique(vars)
}

func (b *Builder) appendVars(vars []int, list []Operand) []int {
	for _, o := range list {
		if o.IsVar {
			v := b.find(o.N)
			if _, fixed := fixed(b.vars[v].dom); !fixed {
				vars = append(vars, v)
			}
		}
	}
	return vars
}

// targets returns the variables of c that are functions of its other variables. A variable that occurs twice is none,
// except in a linear equation in which it has a coefficient.
func (b *Builder) targets(c Call) []int {
	if c.Predicate.result == noArgument {
		return nil
	}
	if c.Predicate.linear {
		l, _ := b.linear(c)
		return slice.Map(l.terms, func(t term) int { return t.v })
	}
	occurrences := map[int]int{}
	var vars []int
	for k, a := range c.Args {
		of := b.appendVars(nil, a.List)
		for _, v := range of {
			occurrences[v]++
		}
		if k == c.Predicate.result || c.Predicate.result == anyArgument {
			vars = append(vars, of...)
		}
	}
	return slices.DeleteFunc(vars, func(v int) bool { return occurrences[v] > 1 })
}

// mustWait reports whether c has an unbounded variable other than a result that c bounds. A constraint that only
// reduces the domain of one variable need not wait.
func (b *Builder) mustWait(c Call) bool {
	if (c.Predicate.linear || c.Predicate.domain) && len(b.scope(c)) <= 1 {
		return false
	}
	for k, a := range c.Args {
		if k == c.Predicate.result && c.Predicate.bounds {
			continue
		}
		for _, o := range a.List {
			if o.IsVar && !isBounded(b.vars[b.find(o.N)].dom) {
				return true
			}
		}
	}
	return false
}
