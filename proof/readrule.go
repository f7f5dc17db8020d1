package proof

import (
	"strconv"
	"strings"
)

// constraintLines are the parsers of constraints, by the first word of the line.
var constraintLines = map[string]func(*Reader) (Constraint, error){
	"all-different": (*Reader).allDifferent, "not-equal": (*Reader).notEqual, "linear": (*Reader).linear,
	"table": (*Reader).table}

// rules reads the lines of rules, and leaves the line after them.
func (r *Reader) rules(c *Claim) error {
	r.variables = map[string]int{}
	for cell := range c.Puzzle {
		r.variables[c.name(cell)] = cell
	}
	literals := 0 // of the auxiliary variables
	for {
		if err := r.line("formula"); err != nil {
			return err
		}
		name := string(r.word)
		parse, last := constraintLines[name], len(c.Rules)-1
		switch r.scan(); {
		case name == "rule":
			c.Rules = append(c.Rules, Rule{Text: r.rest(), Line: r.number})
			continue
		case parse == nil && name != "variable":
			r.unread = true
			return nil
		case last < 0:
			return r.errorAt(0, "found %q before the first rule", name)
		}
		var err error
		if parse == nil {
			var values []int
			values, err = r.variable(c.name(len(r.variables)))
			if literals += len(values); err == nil && literals > MaxVariable {
				err = r.errorAt(0, "the auxiliary variables have more than %d values", MaxVariable)
			}
			c.Rules[last].Auxiliary = append(c.Rules[last].Auxiliary, values)
		} else {
			var constraint Constraint
			constraint, err = parse(r)
			c.Rules[last].Constraints = append(c.Rules[last].Constraints, constraint)
		}
		if err == nil && len(r.word) > 0 {
			err = r.unexpected("the end of the line")
		}
		if err != nil {
			return err
		}
	}
}

// variable reads the name of the next auxiliary variable and its values, such as x1 0..9 or x1 1 3 5.
func (r *Reader) variable(name string) ([]int, error) {
	if string(r.word) != name {
		return nil, r.unexpected(name + ", the next variable")
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
		return nil, r.unexpected("a range of values, such as 0..9")
	}
	var values []int
	for v := from; v <= to; v++ {
		values = append(values, v)
	}
	r.scan()
	return values, nil
}

// values reads numbers up to a slash or the end of the line.
func (r *Reader) values() (all []int, err error) {
	for ; len(r.word) > 0 && string(r.word) != "/"; r.scan() {
		v, err := strconv.Atoi(string(r.word))
		if err != nil {
			return nil, r.unexpected("a number")
		}
		all = append(all, v)
	}
	return all, nil
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

func (r *Reader) allDifferent() (Constraint, error) { return AllDifferent(r.names()), nil }

func (r *Reader) notEqual() (Constraint, error) {
	vars := r.names()
	if len(vars) != 2 {
		return nil, r.unexpected("two variables")
	}
	offsets, err := r.values()
	if err == nil && len(offsets) > 1 {
		err = r.unexpected("one number")
	}
	if err != nil {
		return nil, err
	}
	return NotEqual{vars[0], vars[1], append(offsets, 0)[0]}, nil
}

// linear reads terms, such as +r1c1 or -2*r1c2, a relation and a number.
func (r *Reader) linear() (Constraint, error) {
	var c Linear
	for ; len(r.word) > 0 && (r.word[0] == '+' || r.word[0] == '-'); r.scan() {
		coef, name, found := strings.Cut(string(r.word), "*")
		if !found {
			coef, name = coef[:1]+"1", coef[1:]
		}
		n, err := strconv.Atoi(coef)
		x, found := r.variables[name]
		if err != nil || !found {
			return nil, r.unexpected("a term, such as +r1c1 or -2*r1c2")
		}
		c.Terms = append(c.Terms, Term{n, x})
	}
	c.Relation = string(r.word)
	r.scan()
	bound, err := r.values()
	if err == nil && len(bound) != 1 {
		err = r.unexpected("a relation (=, <= or >=) and a number")
	}
	if err != nil {
		return nil, err
	}
	c.Bound = bound[0]
	return c, nil
}

// table reads variables, a colon, and the rows, separated by slashes.
func (r *Reader) table() (Constraint, error) {
	c := Table{Vars: r.names()}
	if string(r.word) != ":" {
		return nil, r.unexpected("a variable, or a colon before the rows")
	}
	for r.scan(); len(r.word) > 0; {
		row, err := r.values()
		if err != nil {
			return nil, err
		}
		c.Rows = append(c.Rows, row)
		if len(r.word) > 0 {
			r.scan()
		}
	}
	return c, nil
}
