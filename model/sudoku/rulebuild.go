package sudoku

import (
	"fmt"

	"nonet/model"
)

// A builder states the rules of a puzzle as core constraints. It knows the whole puzzle, because some rules depend on
// the regions or on other rules, and it adds auxiliary variables.
//
// Every auxiliary variable is a function of the grid, which newVar records; the constraints admit no other value. The
// solutions of the model are therefore exactly the solutions of the puzzle, and counting, uniqueness, enumeration and
// certificates need no projection. Auxiliary variables follow the variables of the cells.
type builder struct {
	Puzzle
	model     *model.Model
	owner     []int // owner[i] is the rule of constraint i, or -1
	auxiliary []int // auxiliary[i] is the rule of the i-th auxiliary variable
	rule      int   // the rule that is being stated
	images    map[imageOf]model.Var
	named     int                          // auxiliary variables of the rule
	values    []func(model.Assignment) int // of the auxiliary variables, given the values of the variables before

	// refuted receives the rules whose automata accept no different values of the cells of a house; nil if they are
	// not asked for.
	refuted map[int]bool
}

// imageOf is a cell and the name of a function of its value.
type imageOf struct {
	cell     Cell
	function string
}

// build states the rules of p.
func (p Puzzle) build() *builder { return p.buildWith(nil) }

// buildWith is build, and stores in refuted what the field of the builder says, unless it is nil.
func (p Puzzle) buildWith(refuted map[int]bool) *builder {
	b := &builder{Puzzle: p, model: p.Shape.Model(), refuted: refuted}
	for range b.model.Constraints {
		b.owner = append(b.owner, -1)
	}
	for i, r := range p.Rules {
		b.rule, b.named, b.images = i, 0, map[imageOf]model.Var{}
		RuleKindByName(r.Kind).constraints(b, r)
	}
	return b
}

// add adds constraints of the current rule.
func (b *builder) add(all ...model.Constraint) {
	for _, c := range all {
		b.model.Constraints = append(b.model.Constraints, c)
		b.owner = append(b.owner, b.rule)
	}
}

// newVar adds an auxiliary variable and its value as a function of the variables before it. The caller adds constraints
// that admit only this value. Where the grid breaks the rule, the value may be any number.
func (b *builder) newVar(domain model.Domain, value func(a model.Assignment) int) model.Var {
	b.named++
	b.values = append(b.values, value)
	b.auxiliary = append(b.auxiliary, b.rule)
	b.model.Vars = append(b.model.Vars,
		model.Variable{Name: fmt.Sprintf("rule%d_%d", b.rule+1, b.named), Domain: domain, Auxiliary: true})
	return model.Var(len(b.model.Vars) - 1)
}

// different states that the cells have different values.
func (b *builder) different(cells []Cell) {
	if len(cells) > 1 {
		b.add(model.AllDifferent{Vars: variables(cells)})
	}
}

// linear states a relation of a sum to a number.
func (b *builder) linear(terms []model.Term, relation model.Relation, bound int) {
	b.add(model.Linear{Terms: terms, Relation: relation, Bound: bound})
}

// sumsEqual states that two lists of cells have equal sums.
func (b *builder) sumsEqual(cells, others []Cell) {
	b.linear(append(terms(1, cells...), terms(-1, others...)...), model.Equal, 0)
}

// compare states a relation of the difference x - y to a number.
func (b *builder) compare(x, y Cell, relation model.Relation, bound int) {
	b.linear(append(terms(1, x), terms(-1, y)...), relation, bound)
}

// pair states that the values of two cells are a pair that allowed accepts.
func (b *builder) pair(x, y Cell, allowed func(v, w int) bool) {
	b.tuples([]Cell{x, y}, func(t []int) bool { return allowed(t[0], t[1]) })
}

// oneOf states that the value of a cell is one that allowed accepts.
func (b *builder) oneOf(c Cell, allowed func(v int) bool) {
	b.tuples([]Cell{c}, func(t []int) bool { return allowed(t[0]) })
}

// tuples states that the values of a few cells, in order, are a tuple that allowed accepts.
func (b *builder) tuples(cells []Cell, allowed func(tuple []int) bool) {
	domains := make([]model.Domain, len(cells))
	for i, c := range cells {
		domains[i] = b.model.Vars[c].Domain
	}
	b.add(model.Table{Vars: variables(cells), Rows: tuplesOf(domains, allowed)})
}

// tuplesOf returns the tuples of values of the domains that allowed accepts, in lexicographic order.
func tuplesOf(domains []model.Domain, allowed func(tuple []int) bool) [][]int {
	rows := [][]int{}
	tuple := make([]int, len(domains))
	var extend func(i int)
	extend = func(i int) {
		if i == len(tuple) {
			if allowed(tuple) {
				rows = append(rows, append([]int(nil), tuple...))
			}
			return
		}
		for _, tuple[i] = range domains[i] {
			extend(i + 1)
		}
	}
	extend(0)
	return rows
}

// image returns an auxiliary variable that is a function of the value of a cell. The name identifies the function.
func (b *builder) image(c Cell, name string, function func(v int) int) model.Var {
	id := imageOf{c, name}
	if x, known := b.images[id]; known {
		return x
	}
	most := 0
	table := model.Table{}
	for v := 1; v <= b.Shape.N(); v++ {
		table.Rows = append(table.Rows, []int{v, function(v)})
		most = max(most, function(v))
	}
	x := b.newVar(model.Interval(0, most), func(a model.Assignment) int { return function(a[c]) })
	table.Vars = []model.Var{model.Var(c), x}
	b.add(table)
	b.images[id] = x
	return x
}

// has returns a 0-1 variable that is 1 if the cell has the value.
func (b *builder) has(c Cell, value int) model.Var {
	return b.image(c, fmt.Sprint("has ", value), func(v int) int {
		if v == value {
			return 1
		}
		return 0
	})
}

// occurrences returns terms whose sum is the number of cells with the value.
func (b *builder) occurrences(cells []Cell, value int) []model.Term {
	all := make([]model.Term, len(cells))
	for i, c := range cells {
		all[i] = model.Term{Coef: 1, Var: b.has(c, value)}
	}
	return all
}

// automaton states that a deterministic automaton accepts the values of the cells, read in order. step returns the
// state after a value, and false if the automaton rejects; accept tells the final states.
//
// The states between two cells become an auxiliary variable, and each step a table of a state, a value and the next
// state, as in MiniZinc's decomposition of regular. Unit propagation on the tables is domain consistent. States from
// which no final state is reached are left out.
func automaton[S comparable](
	b *builder, cells []Cell, start S, step func(state S, value int) (S, bool), accept func(state S) bool,
) {
	if b.refuted != nil && refutes(b.Puzzle, cells, start, step, accept) {
		b.refuted[b.rule] = true
	}
	n := len(cells)
	layers := make([][]S, n+1) // layers[i] are the states before cell i
	layers[0] = []S{start}
	for i := range n {
		met := map[S]bool{}
		for _, s := range layers[i] {
			for v := 1; v <= b.Shape.N(); v++ {
				if next, ok := step(s, v); ok && !met[next] {
					met[next] = true
					layers[i+1] = append(layers[i+1], next)
				}
			}
		}
	}
	// index[i][s] is the value of the variable of layer i for the state s, from 0, among the useful states.
	index := make([]map[S]int, n+1)
	index[n] = map[S]int{}
	for _, s := range layers[n] {
		if accept(s) {
			index[n][s] = 0
		}
	}
	tables := make([]model.Table, n)
	for i := n - 1; i >= 0; i-- {
		index[i] = map[S]int{}
		tables[i].Rows = [][]int{}
		for _, s := range layers[i] {
			for v := 1; v <= b.Shape.N(); v++ {
				next, ok := step(s, v)
				to, useful := index[i+1][next]
				if !ok || !useful {
					continue
				}
				if _, known := index[i][s]; !known {
					index[i][s] = len(index[i])
				}
				tables[i].Rows = append(tables[i].Rows, []int{index[i][s], v, to})
			}
		}
	}
	if _, possible := index[0][start]; !possible {
		b.add(model.Table{Vars: variables(cells[:1]), Rows: [][]int{}})
		return
	}
	reached := func(a model.Assignment, i int) int { // the index of the state before cell i
		s, ok := start, true
		for _, c := range cells[:i] {
			if s, ok = step(s, a[c]); !ok {
				break
			}
		}
		return index[i][s]
	}
	var before model.Var
	for i, c := range cells {
		t := model.Table{Vars: []model.Var{before, model.Var(c)}, Rows: tables[i].Rows}
		if i+1 < n {
			before = b.newVar(model.Interval(0, len(index[i+1])-1),
				func(a model.Assignment) int { return reached(a, i+1) })
			t.Vars = append(t.Vars, before)
		} else {
			t.Rows = withoutColumn(t.Rows, 2)
		}
		if i == 0 {
			t.Vars, t.Rows = t.Vars[1:], withoutColumn(t.Rows, 0)
		}
		b.add(t)
	}
}

// withoutColumn returns the rows of a table without one of their columns. The rows stay different, because it is the
// only state of a layer in all of them.
func withoutColumn(rows [][]int, column int) [][]int {
	all := make([][]int, len(rows))
	for i, row := range rows {
		all[i] = append(append([]int(nil), row[:column]...), row[column+1:]...)
	}
	return all
}

// terms returns the values of cells with a coefficient.
func terms(coef int, cells ...Cell) []model.Term {
	all := make([]model.Term, len(cells))
	for i, c := range cells {
		all[i] = model.Term{Coef: coef, Var: model.Var(c)}
	}
	return all
}

// variables returns the variables of the cells in Shape.Model.
func variables(cells []Cell) []model.Var {
	vars := make([]model.Var, len(cells))
	for i, c := range cells {
		vars[i] = model.Var(c)
	}
	return vars
}
