package proof

import (
	"strconv"
	"strings"
)

// constraintLines are the parsers of constraints, by the first word of the line.
var constraintLines = map[string]func(*Reader) Constraint{"linear": (*Reader).linear, "table": (*Reader).table,
	"not-equal":     (*Reader).notEqual,
	"all-different": func(r *Reader) Constraint { return AllDifferent(r.names()) }}

// rules reads the lines of rules, and leaves the line after them.
func (r *Reader) rules(c *Claim) {
	r.variables = map[string]int{}
	for cell := range c.Puzzle {
		r.variables[c.name(cell)] = cell
	}
	for literals := 0; ; { // of the auxiliary variables
		r.line("formula")
		name := string(r.word)
		parse, last := constraintLines[name], len(c.Rules)-1
		switch r.scan(); {
		case name == "rule":
			c.Rules = append(c.Rules, Rule{Text: r.rest(), Line: r.number})
			continue
		case parse == nil && name != "variable":
			r.unread = true
			return
		case last < 0:
			r.failAt(0, "found %q before the first rule", name)
		case parse == nil:
			values := r.variable(c.name(len(r.variables)))
			if literals += len(values); literals > MaxVariable {
				r.failAt(0, "the auxiliary variables have more than %d values", MaxVariable)
			}
			c.Rules[last].Auxiliary = append(c.Rules[last].Auxiliary, values)
		default:
			c.Rules[last].Constraints = append(c.Rules[last].Constraints, parse(r))
		}
		if len(r.word) > 0 {
			r.unexpected("the end of the line")
		}
	}
}

// variable reads the name of the next auxiliary variable and its values, such as x1 0..9 or x1 1 3 5.
func (r *Reader) variable(name string) []int {
	if string(r.word) != name {
		r.unexpected(name + ", the next variable")
	}
	r.variables[name] = len(r.variables)
	r.scan()
	low, high, found := strings.Cut(string(r.word), "..")
	if !found {
		return r.values()
	}
	from, err := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err != nil || err2 != nil || !inRange(from) || !inRange(to) || to-from > MaxVariable {
		r.unexpected("a range of values, such as 0..9")
	}
	var values []int
	for v := from; v <= to; v++ {
		values = append(values, v)
	}
	r.scan()
	return values
}

// values reads numbers up to a slash or the end of the line.
func (r *Reader) values() (all []int) {
	for ; len(r.word) > 0 && string(r.word) != "/"; r.scan() {
		v, err := strconv.Atoi(string(r.word))
		if err != nil {
			r.unexpected("a number")
		}
		all = append(all, v)
	}
	return all
}

// names reads names of variables as long as there are any.
func (r *Reader) names() (all []int) {
	for {
		x, found := r.variables[string(r.word)]
		if !found {
			return all
		}
		all = append(all, x)
		r.scan()
	}
}

func (r *Reader) notEqual() Constraint {
	vars := r.names()
	if len(vars) != 2 {
		r.unexpected("two variables")
	}
	offset := append(r.values(), 0)
	if len(offset) > 2 {
		r.unexpected("one number")
	}
	return NotEqual{vars[0], vars[1], offset[0]}
}

// linear reads terms, such as +r1c1 or -2*r1c2, a relation and a number.
func (r *Reader) linear() Constraint {
	var c Linear
	for ; len(r.word) > 0 && (r.word[0] == '+' || r.word[0] == '-'); r.scan() {
		coef, name, found := strings.Cut(string(r.word), "*")
		if !found {
			coef, name = coef[:1]+"1", coef[1:]
		}
		n, err := strconv.Atoi(coef)
		x, found := r.variables[name]
		if err != nil || !found {
			r.unexpected("a term, such as +r1c1 or -2*r1c2")
		}
		c.Terms = append(c.Terms, Term{n, x})
	}
	c.Relation = string(r.word)
	r.scan()
	bound := r.values()
	if len(bound) != 1 {
		r.unexpected("a relation (=, <= or >=) and a number")
	}
	c.Bound = bound[0]
	return c
}

// table reads variables, a colon, and the rows, separated by slashes.
func (r *Reader) table() Constraint {
	c := Table{Vars: r.names()}
	if string(r.word) != ":" {
		r.unexpected("a variable, or a colon before the rows")
	}
	for r.scan(); len(r.word) > 0; {
		c.Rows = append(c.Rows, r.values())
		if len(r.word) > 0 {
			r.scan()
		}
	}
	return c
}
