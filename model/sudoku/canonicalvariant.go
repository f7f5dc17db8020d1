package sudoku

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
)

// canonicalVariant is Canonical for a puzzle with further rules, or a grid that is not usual. Its symmetries are the
// eight of the square, without the turns that change the shape of boxes or turn a rule into one that no kind states;
// each with the relabelings of values that keep the meaning of all rules: all of them, or v to N+1-v, or none.
//
// The meaning of a puzzle is the set of its core constraints, so no table says which kind allows what: the constraints
// of the image are compared with the images of the constraints. Rules that say the same in other words, such as a cage
// and a sum with different values, stay different in the form.
func canonicalVariant(ctx context.Context, p Puzzle) (Form, error) {
	orders := p.orders(ctx)
	meaning, _ := p.meaning(Identity(p.Shape))
	relabelings := p.relabelings(meaning)
	form, least, found := Form{}, "", int64(0)
	for _, turn := range turns(p.Shape) {
		image, ok := turn.variant(p, orders)
		if err := ctx.Err(); err != nil {
			return Form{}, err
		}
		if !ok {
			continue
		}
		for _, digits := range relabelings(image.Clues) {
			relabeled := image
			relabeled.Clues = slice.Map(image.Clues, func(v int) int { return digits[v] })
			key := orderKey(relabeled)
			switch {
			case least == "" || key < least:
				least, found = key, 1
				turn.Digits = digits
				form.Puzzle, form.Symmetry = relabeled, turn
			case key == least:
				found++
			}
		}
	}
	form.Automorphisms = big.NewInt(found)
	if p.anyValues(meaning) { // values without a clue may be exchanged at will
		free := int64(p.Shape.N() + 1 - len(slice.Unique(append([]int{0}, p.Clues...))))
		form.Automorphisms.Mul(form.Automorphisms, new(big.Int).MulRange(1, max(1, free)))
	}
	return form, nil
}

// orderKey returns a text by which variants of a shape are compared: the clues, and then the rules.
func orderKey(p Puzzle) string {
	var b strings.Builder
	for _, v := range p.Clues {
		b.WriteByte(byte(v))
	}
	for _, r := range p.Rules {
		b.WriteString(r.key())
	}
	return b.String()
}

// key returns a text that determines the rule.
func (r Rule) key() string {
	key := fmt.Sprintf("%s %d %v %v %v %+v", r.Kind, r.Number, r.Cells, r.Groups, r.Values, r.Core)
	for _, alternative := range r.Any {
		key += "|"
		for _, q := range alternative {
			key += q.key()
		}
	}
	return key + "\n"
}

// turns returns the symmetries of the square that keep the shape of boxes, the identity first.
func turns(s Shape) []Symmetry {
	var all []Symmetry
	for i := range 8 {
		t := Identity(s)
		if i&1 != 0 {
			slices.Reverse(t.Rows)
		}
		if i&2 != 0 {
			slices.Reverse(t.Columns)
		}
		t.Transpose = i&4 != 0
		if t.ImageShape() == s {
			all = append(all, t)
		}
	}
	return all
}

// turnedKinds are kinds whose rules some turns exchange.
var turnedKinds = map[string]string{
	"diagonal-down": "diagonal-up", "diagonal-up": "diagonal-down",
	"row-indexer": "column-indexer", "column-indexer": "row-indexer",
}

// variant returns the image of p, and false if no kinds of rules state it.
func (t Symmetry) variant(p Puzzle, orders []order) (Puzzle, bool) {
	to := make([]Cell, len(p.Clues)) // to[c] is where cell c goes
	image := Puzzle{Shape: p.Shape, Clues: make(Grid, len(p.Clues)), Name: p.Name, Alphabet: p.Shape.Usual()}
	for c := range to {
		to[t.Source(Cell(c))] = Cell(c)
		image.Clues[c] = p.Clues[t.Source(Cell(c))]
	}
	want, _ := p.meaning(t)
	for _, exchange := range []bool{false, true} {
		image.Rules = nil
		for _, r := range p.Rules {
			if kind := turnedKinds[r.Kind]; exchange && kind != "" {
				r.Kind = kind
			}
			image.Rules = append(image.Rules, r.moved(to))
		}
		for _, rules := range [][]Rule{normalRules(p.Shape, image.Rules, orders), image.Rules} {
			image.Rules = rules
			if image.Validate() != nil {
				continue
			}
			if got, _ := image.meaning(Identity(p.Shape)); got == want {
				return image, true
			}
		}
	}
	return Puzzle{}, false
}

// moved returns r with each cell c replaced by to[c].
func (r Rule) moved(to []Cell) Rule {
	move := func(cells []Cell) []Cell {
		var moved []Cell
		for _, c := range cells {
			moved = append(moved, to[c])
		}
		return moved
	}
	groups := r.Groups
	r.Cells, r.Groups = move(r.Cells), nil
	for _, g := range groups {
		r.Groups = append(r.Groups, move(g))
	}
	alternatives := r.Any
	r.Any = nil
	for _, alternative := range alternatives {
		r.Any = append(r.Any, slice.Map(alternative, func(q Rule) Rule { return q.moved(to) }))
	}
	if r.Core != nil {
		r.Core = build.Renumber(r.Core, func(v model.Var) model.Var { return model.Var(to[v]) })
	}
	return r
}

// An order states which other orders of the cells of a rule keep its meaning: exchanges of places of the same class,
// and the reverse if reverses is set.
type order struct {
	class    []int
	reverses bool
}

// orders returns the orders of the rules. To limit the time, it looks for one class only in a list of more than 36
// cells, and it stops early when ctx ends.
func (p Puzzle) orders(ctx context.Context) []order {
	all := make([]order, len(p.Rules))
	regions := slice.Filter(p.Rules, func(r Rule) bool { return r.Kind == "regions" })
	// In which order a rule lists its cells concerns no other rule.
	meaning := func(r Rule) string {
		alone := Puzzle{Shape: p.Shape, Clues: p.Clues, Rules: append(slices.Clone(regions), r)}
		if alone.Validate() != nil {
			return "none"
		}
		text, _ := alone.meaning(Identity(p.Shape))
		return text
	}
	for i, r := range p.Rules {
		n := len(r.Cells)
		class := slice.Indices[int](n)
		all[i].class = class
		if n < 2 || r.Kind == "regions" {
			continue
		}
		want := meaning(r)
		for k := 1; k < n && (n <= 36 || class[k-1] == 0); k++ {
			for j := 0; j < k && class[k] == k; j++ {
				if ctx.Err() != nil {
					return all
				}
				with := r
				with.Cells = slices.Clone(r.Cells)
				with.Cells[j], with.Cells[k] = r.Cells[k], r.Cells[j]
				if class[j] == j && meaning(with) == want {
					class[k] = j
				}
			}
		}
		r.Cells = slices.Clone(r.Cells)
		slices.Reverse(r.Cells)
		all[i].reverses = meaning(r) == want
	}
	return all
}

// least returns cells with the places of each class in increasing order.
func (o order) least(cells []Cell) []Cell {
	cells = slices.Clone(cells)
	for k, class := range o.class {
		for j := range k {
			if o.class[j] == class && cells[j] > cells[k] {
				cells[j], cells[k] = cells[k], cells[j]
			}
		}
	}
	return cells
}

// normalRules returns rules in a fixed order, with the cells of each rule in the least order that keeps its meaning.
func normalRules(s Shape, rules []Rule, orders []order) []Rule {
	rules = slices.Clone(rules)
	for i, r := range rules {
		rules[i].Cells = orders[i].least(r.Cells)
		switch {
		case r.Kind == "regions":
			regions := slices.Collect(slices.Chunk(slices.Clone(r.Cells), s.N()))
			for _, region := range regions {
				slices.Sort(region)
			}
			slices.SortFunc(regions, slices.Compare)
			rules[i].Cells = slices.Concat(regions...)
		case orders[i].reverses:
			back := slices.Clone(r.Cells)
			slices.Reverse(back)
			rules[i].Cells = slices.MinFunc([][]Cell{rules[i].Cells, orders[i].least(back)}, slices.Compare)
		}
	}
	slices.SortStableFunc(rules, func(a, b Rule) int { return strings.Compare(a.key(), b.key()) })
	return rules
}

// anyValues reports whether every relabeling keeps the meaning: two generators of all relabelings do.
func (p Puzzle) anyValues(meaning string) bool {
	swap, rotate := Identity(p.Shape), Identity(p.Shape)
	if p.Shape.N() > 1 {
		swap.Digits[1], swap.Digits[2] = 2, 1
	}
	for v := 1; v <= p.Shape.N(); v++ {
		rotate.Digits[v] = v%p.Shape.N() + 1
	}
	for _, t := range []Symmetry{swap, rotate} {
		if same, ok := p.meaning(t); !ok || same != meaning {
			return false
		}
	}
	return true
}

// relabelings returns a function that returns the relabelings to try on clues. If all keep the meaning, the one that
// names values in the order of their first clues gives the least clues.
func (p Puzzle) relabelings(meaning string) func(Grid) [][]int {
	identity := Identity(p.Shape)
	if p.anyValues(meaning) {
		return func(clues Grid) [][]int {
			digits, next := make([]int, len(identity.Digits)), 1
			for _, v := range slices.Concat(clues, identity.Digits) {
				if v > 0 && digits[v] == 0 {
					digits[v] = next
					next++
				}
			}
			return [][]int{digits}
		}
	}
	all := [][]int{identity.Digits}
	reverse := Identity(p.Shape)
	slices.Reverse(reverse.Digits[1:])
	if same, ok := p.meaning(reverse); ok && same == meaning && p.Shape.N() > 1 {
		all = append(all, reverse.Digits)
	}
	return func(Grid) [][]int { return all }
}

// meaning returns a text of the constraints of the rules of p after a symmetry that keeps the shape. It is the same for
// puzzles with the same constraints, in any order. It returns false if the symmetry relabels values and a constraint
// then has no text.
func (p Puzzle) meaning(t Symmetry) (string, bool) {
	m, owner, auxiliary := p.BaseModelByRule()
	to := make([]model.Var, len(m.Vars))
	for c := range p.Clues {
		to[t.Source(Cell(c))] = model.Var(c)
	}
	blocks := make([][]string, len(p.Rules))
	var lines []string
	relabels := !slices.Equal(t.Digits, slice.Indices[int](len(t.Digits)))
	for i, c := range m.Constraints {
		r := owner[i]
		if r < 0 {
			continue
		}
		helped := false // by an auxiliary variable, which has a number within its rule
		first, _ := slices.BinarySearch(auxiliary, r)
		for _, v := range c.Scope() {
			if m.Vars[v].Auxiliary {
				helped = true
				to[v] = v - model.Var(first)
			}
		}
		if relabels && helped {
			return "", false
		}
		moved := build.Renumber(c, func(v model.Var) model.Var { return to[v] })
		line, ok := constraintText(moved, t.Digits, relabels)
		if !ok {
			return "", false
		}
		if r < len(blocks) && helped {
			blocks[r] = append(blocks[r], line)
		} else {
			lines = append(lines, line)
		}
	}
	for _, block := range blocks {
		if len(block) > 0 {
			slices.Sort(block)
			lines = append(lines, strings.Join(block, "; "))
		}
	}
	return strings.Join(slice.Unique(lines), "\n"), true
}

// constraintText returns a text of c with relabeled values. It does not depend on the order of variables or rows. It
// returns false if the relabeled constraint is not one of the core constraints.
func constraintText(c model.Constraint, digits []int, relabels bool) (string, bool) {
	n := len(digits) - 1
	reverses := relabels && n > 1 && slices.IsSortedFunc(digits[1:], func(v, w int) int { return w - v })
	switch c := c.(type) {
	case model.AllDifferent:
		return fmt.Sprint("d", slices.Sorted(slices.Values(c.Vars))), true
	case model.NotEqual:
		a, b, offset := c.A, c.B, c.Offset
		if offset != 0 && relabels && !reverses {
			return "", false
		}
		if reverses {
			offset = -offset
		}
		if a > b {
			a, b, offset = b, a, -offset
		}
		return fmt.Sprint("n", a, b, offset), true
	case model.Table:
		return tableText(c.Vars, c.Rows, digits, relabels)
	case model.Linear:
		return linearText(c, n, relabels, reverses)
	}
	return "", false
}

// tableText returns a table with its columns in the order of their variables, and its rows in increasing order.
func tableText(vars []model.Var, rows [][]int, digits []int, relabels bool) (string, bool) {
	order := slice.Indices[int](len(vars))
	slices.SortStableFunc(order, func(i, k int) int { return int(vars[i] - vars[k]) })
	var sorted [][]int
	for _, row := range rows {
		moved := make([]int, len(row))
		for i, k := range order {
			moved[i] = row[k]
			if !relabels {
				continue
			}
			if row[k] < 1 || row[k] >= len(digits) {
				return "", false
			}
			moved[i] = digits[row[k]]
		}
		sorted = append(sorted, moved)
	}
	slices.SortFunc(sorted, slices.Compare)
	slices.Sort(vars)
	return fmt.Sprint("t", vars, sorted), true
}

// linearText returns a sum with its terms in the order of their variables, the first coefficient positive. Of other
// relabelings than the reversal, only an equality of two values has an image.
func linearText(c model.Linear, n int, relabels, reverses bool) (string, bool) {
	coefs := map[model.Var]int{}
	bound, relation := c.Bound, c.Relation
	for _, t := range c.Terms {
		coefs[t.Var] += t.Coef
		if reverses { // c·(n+1-v)
			coefs[t.Var] -= 2 * t.Coef
			bound -= t.Coef * (n + 1)
		}
	}
	var terms []model.Term
	for v, coef := range coefs {
		if coef != 0 {
			terms = append(terms, model.Term{Coef: coef, Var: v})
		}
	}
	slices.SortFunc(terms, func(a, b model.Term) int { return int(a.Var - b.Var) })
	equality := len(terms) == 2 && terms[0].Coef == -terms[1].Coef && bound == 0 && relation == model.Equal
	if relabels && !reverses && !equality {
		return "", false
	}
	if len(terms) > 0 && terms[0].Coef < 0 {
		for i := range terms {
			terms[i].Coef *= -1
		}
		bound = -bound
		switch relation {
		case model.AtMost:
			relation = model.AtLeast
		case model.AtLeast:
			relation = model.AtMost
		}
	}
	return fmt.Sprint("s", terms, relation, bound), true
}
