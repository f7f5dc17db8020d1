package iss

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A node is an item, with the items up to its End if it contains others.
type node struct {
	item
	inside []node
}

// containers are the types of items that contain others.
var containers = []string{"And", "Or", "Replicate"}

func tree(items []item) []node {
	all, rest := nodes(items)
	if len(rest) > 0 {
		rest[0].fail("an item that it closes", "found End")
	}
	return all
}

// nodes returns the items up to an End, which is the first of the rest.
func nodes(items []item) (all []node, rest []item) {
	for len(items) > 0 && items[0].text != "End" {
		n := node{item: items[0]}
		items = items[1:]
		if slices.Contains(containers, n.text) {
			n.inside, items = nodes(items)
			n.need(len(items) > 0, ".End", "found .%s without an end", n.text)
			items = items[1:]
		}
		all = append(all, n)
	}
	return all, items
}

// replicate reads the items inside of Replicate once for each bit of its key, moved to the cell that the bit stands
// for: the lowest bit of the first digit for the first cell, which is the second argument or R1C1.
func (r *reader) replicate(n node) {
	n.need(len(n.args) > 0, "a key of cells", "found .%s without a key", n.text)
	origin := sudoku.Cell(0)
	if len(n.args) > 1 {
		origin = r.cell(n.args[1])
	}
	key, s := n.args[0], r.p.Shape
	for index := range key.bits(base64, "the key of cells") {
		to := origin + sudoku.Cell(index)
		if int(to) >= s.Cells() {
			key.fail(fmt.Sprintf("a key of %d cells", s.Cells()-int(origin)), "found a key of more cells")
		}
		r.readAll(r.replicated(n.inside, origin, to))
	}
}

// replicated returns nodes with their cells, rows and columns moved as a cell is moved to another one.
func (r *reader) replicated(all []node, from, to sudoku.Cell) []node {
	const digits = "0123456789abcdefg"
	rows, columns, ok := r.step(from, to)
	var result []node
	for _, n := range all {
		args := slices.Clone(n.args)
		for i, w := range args {
			name, rest, _ := strings.Cut(w.text, "_")
			at := -1
			switch c, known := r.cellNamed(name); {
			case known && name != "":
				if c = r.moved(c, rows, columns); c >= 0 {
					name, at = r.name(c), 0
				}
			case len(name) == 2 && (name[0] == 'R' || name[0] == 'C'):
				by := map[byte]int{'R': rows, 'C': columns}[name[0]]
				if v := strings.IndexByte(digits, name[1]) + by; v >= 1 && rowOf(r.p.Shape, name[0], v-1) != nil {
					name, at = name[:1]+digits[v:v+1], 0
				}
			default:
				continue
			}
			w.need(at >= 0 && ok, "a cell that is in the grid after each move", "found %q", w.text)
			if strings.Contains(w.text, "_") {
				name += "_" + rest
			}
			args[i] = word{name, slices.Repeat(w.at[:1], len(name)+1)}
		}
		result = append(result, node{item{n.word, args}, r.replicated(n.inside, from, to)})
	}
	return result
}

// step returns the numbers of rows and columns from a cell to another cell of the grid, or of the same group.
func (r *reader) step(from, to sudoku.Cell) (rows, columns int, ok bool) {
	in := r.groupOf(from)
	a, b := int(from-in.first), int(to-in.first)
	return b/in.columns - a/in.columns, b%in.columns - a%in.columns, b >= 0 && b < in.count
}

func (r *reader) name(c sudoku.Cell) string {
	for name, d := range r.extra {
		if d == c {
			return name
		}
	}
	return cellName(r.p.Shape, c)
}

// exempting lists the marks that a strict item exempts from itself.
var exempting = map[string][]string{"StrictKropki": {"WhiteDot", "BlackDot"}, "StrictXV": {"X", "V"}}

// conditionalMarks reports an error if a mark that a strict item exempts is inside of an Or: whether its cells are
// exempt is not defined. Source, for the fact: Interactive Sudoku Solver by sigh, sudoku_builder.js,
// _strictHandlersForType.
func (r *reader) conditionalMarks(all []node, conditional bool) {
	for _, n := range all {
		for strict, marks := range exempting {
			if conditional && slices.Contains(marks, n.text) && r.last(strict) != nil {
				n.fail("no ."+n.text+" inside of .Or", "found it beside .%s", strict)
			}
		}
		r.conditionalMarks(n.inside, conditional || n.text == "Or")
	}
}

// alternatives reads Or: at least one of the items inside holds.
func (r *reader) alternatives(n node) {
	all := r.distributed(n)
	if !slices.ContainsFunc(all, func(rules []sudoku.Rule) bool { return len(rules) == 0 }) { // which always holds
		r.add(n.word, sudoku.Rule{Kind: "any-of", Any: all})
	}
}

// distributed returns the rules of a node as alternatives of rules that hold together.
func (r *reader) distributed(n node) (all [][]sudoku.Rule) {
	switch n.text {
	case "Or":
		for _, one := range n.inside {
			all = append(all, r.distributed(one)...)
		}
		return all
	case "And":
	default:
		all = [][]sudoku.Rule{r.rulesOf(n)}
		if (sudoku.Rule{Kind: "any-of", Any: all}).Validate(r.p.Shape) != nil {
			n.fail("rules about a few cells", "found .%s among alternatives, which is about other cells, too",
				place.Shorten(n.text))
		}
		return all
	}
	all = [][]sudoku.Rule{nil}
	for _, one := range n.inside {
		more := r.distributed(one)
		var both [][]sudoku.Rule
		for _, a := range all {
			for _, b := range more {
				both = append(both, slices.Concat(a, b))
			}
		}
		all = both
		n.need(len(all) <= maxAlternatives, "fewer alternatives", "found more than %d alternatives", maxAlternatives)
	}
	return all
}

// maxAlternatives bounds the alternatives of a rule.
const maxAlternatives = 200

// rulesOf returns the rules that a node states in the grid of r.
func (r *reader) rulesOf(n node) []sudoku.Rule {
	alone := *r
	alone.allowed = map[sudoku.Cell][]bool{}
	alone.notes = nil
	alone.p.Clues = make(sudoku.Grid, len(r.p.Clues))
	alone.p.Rules = place.RegionRules(r.p)
	regions := len(alone.p.Rules)
	alone.readAll([]node{n})
	r.notes = append(r.notes, alone.notes...)
	alone.addValues()
	rules := alone.p.Rules[regions:]
	for c, v := range alone.p.Clues {
		if v > 0 {
			clue := sudoku.Rule{Kind: "candidates", Cells: []sudoku.Cell{sudoku.Cell(c)},
				Values: []int{v + r.p.Shape.Offset}}
			rules = append(rules, clue)
		}
	}
	return rules
}
