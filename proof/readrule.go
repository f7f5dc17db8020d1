package proof

import (
	"io"
	"strconv"
	"strings"
)

// A lineParser parses the line of an auxiliary variable or a constraint word by word.
type lineParser struct {
	r         *Reader
	variables map[string]int // by name
	word      string         // the current word; "" at the end of the line
	at, to    int            // its offsets
}

func (p *lineParser) next() {
	w, from, to := p.r.word(p.to)
	p.word, p.at, p.to = string(w), from, to
}

func (p *lineParser) unexpected(expected string) error {
	if p.word == "" {
		return p.r.errorAt(p.at, "expected %s, found the end of the line", expected)
	}
	return p.r.errorAt(p.at, "expected %s, found %q", expected, excerpt([]byte(p.word)))
}

// rules reads the lines of rules, and leaves the line after them for field.
func (r *Reader) rules(c *Claim) error {
	p := &lineParser{r: r, variables: map[string]int{}}
	for cell := range c.Puzzle {
		p.variables[c.cellName(cell)] = cell
	}
	literals := 0 // of the auxiliary variables
	for {
		if err := r.next(); err == io.EOF {
			return r.errorAt(0, "the file ends where %q was expected", "formula")
		} else if err != nil {
			return err
		}
		p.to = 0
		p.next()
		parse := map[string]func() (Constraint, error){
			"all-different": p.allDifferent, "not-equal": p.notEqual, "linear": p.linear, "table": p.table}[p.word]
		if p.word == "rule" {
			_, at, _ := r.word(p.to)
			c.Rules = append(c.Rules, Rule{Text: string(r.text[at:]), Line: r.number})
			continue
		}
		if parse == nil && p.word != "variable" {
			r.unread = true
			return nil
		}
		if len(c.Rules) == 0 {
			return r.errorAt(p.at, "found %q before the first rule", p.word)
		}
		rule := &c.Rules[len(c.Rules)-1]
		p.next()
		if parse == nil {
			name := c.variableName(len(p.variables))
			values, err := p.variable(name)
			if err != nil {
				return err
			}
			if literals += len(values); literals > MaxVariable {
				return r.errorAt(0, "the auxiliary variables have more than %d values", MaxVariable)
			}
			p.variables[name] = len(p.variables)
			rule.Auxiliary = append(rule.Auxiliary, values)
			continue
		}
		constraint, err := parse()
		if err != nil {
			return err
		}
		if p.word != "" {
			return p.unexpected("the end of the line")
		}
		rule.Constraints = append(rule.Constraints, constraint)
	}
}

// variable reads the name of the next auxiliary variable and its values, such as x1 0..9 or x1 1 3 5.
func (p *lineParser) variable(name string) ([]int, error) {
	if p.word != name {
		return nil, p.unexpected(name + ", the next variable")
	}
	p.next()
	if low, high, found := strings.Cut(p.word, ".."); found {
		from, err := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err != nil || err2 != nil || !inRange(from) || !inRange(to) || to-from > MaxVariable {
			return nil, p.unexpected("a range of values, such as 0..9")
		}
		var values []int
		for v := from; v <= to; v++ {
			values = append(values, v)
		}
		p.next()
		return values, nil
	}
	return p.numbers()
}

// numbers reads numbers as long as there are any.
func (p *lineParser) numbers() ([]int, error) {
	var all []int
	for ; p.word != "" && p.word != "/"; p.next() {
		v, err := strconv.Atoi(p.word)
		if err != nil {
			return nil, p.unexpected("a number")
		}
		all = append(all, v)
	}
	return all, nil
}

// names reads names of variables as long as there are any.
func (p *lineParser) names() []int {
	var all []int
	for {
		x, found := p.variables[p.word]
		if !found {
			return all
		}
		all = append(all, x)
		p.next()
	}
}

func (p *lineParser) allDifferent() (Constraint, error) { return AllDifferent(p.names()), nil }

func (p *lineParser) notEqual() (Constraint, error) {
	vars := p.names()
	if len(vars) != 2 {
		return nil, p.unexpected("two variables")
	}
	offsets, err := p.numbers()
	if err != nil {
		return nil, err
	}
	c := NotEqual{A: vars[0], B: vars[1]}
	for _, v := range offsets {
		c.Offset = v
	}
	if len(offsets) > 1 {
		return nil, p.unexpected("one number")
	}
	return c, nil
}

// linear reads terms, such as +r1c1 or -2*r1c2, a relation and a number.
func (p *lineParser) linear() (Constraint, error) {
	var c Linear
	for ; strings.HasPrefix(p.word, "+") || strings.HasPrefix(p.word, "-"); p.next() {
		coef, name, found := strings.Cut(p.word, "*")
		if !found {
			coef, name = p.word[:1]+"1", p.word[1:]
		}
		t := Term{}
		var err error
		if t.Coef, err = strconv.Atoi(coef); err == nil {
			t.Var, found = p.variables[name]
		}
		if err != nil || !found {
			return nil, p.unexpected("a term, such as +r1c1 or -2*r1c2")
		}
		c.Terms = append(c.Terms, t)
	}
	c.Relation = p.word
	p.next()
	bound, err := p.numbers()
	if err == nil && len(bound) != 1 {
		err = p.unexpected("a relation (=, <= or >=) and a number")
	}
	if err != nil {
		return nil, err
	}
	c.Bound = bound[0]
	return c, nil
}

// table reads variables, a colon, and the rows, separated by slashes.
func (p *lineParser) table() (Constraint, error) {
	c := Table{Vars: p.names()}
	if p.word != ":" {
		return nil, p.unexpected("a variable, or a colon before the rows")
	}
	for p.next(); p.word != ""; {
		row, err := p.numbers()
		if err != nil {
			return nil, err
		}
		c.Rows = append(c.Rows, row)
		if p.word == "/" {
			p.next()
		}
	}
	return c, nil
}
