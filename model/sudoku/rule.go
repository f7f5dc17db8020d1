package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
)

// A Rule is one rule of a variant, as data. It adds to rows, columns and boxes. A grid without boxes has the shape 1×N,
// whose boxes are its rows. The kind determines which fields a rule has; [RuleKinds] lists the kinds.
type Rule struct {
	Kind   string           // the Name of a RuleKind
	Number int              // for kinds with a number, such as the sum of a cage; 0 where it is absent
	Cells  []Cell           // for kinds with one list of cells; the kind defines their order
	Groups [][]Cell         // for kinds with several lists of cells, such as a clone; Cells is then empty
	Values []int            // for kinds with values, such as candidates
	Core   model.Constraint // for linear, not-equal and table, over one variable per cell; nil for all others
	Any    [][]Rule         `json:",omitempty"` // for any-of: alternatives of rules that hold together
}

// A RuleKind is a kind of rules that puzzles may have.
type RuleKind struct {
	Name     string
	Number   string // the meaning of Rule.Number, as in "sum"; "" if rules have none
	Optional bool   // the number may be absent
	Values   string // the meaning of Rule.Values, as in "values to choose from"; "" if rules have none
	Summary  string // one line
	Example  Rule   // in grids of ExampleShape

	zero                 bool // the number may be 0
	minCells, maxCells   int  // number of cells, of each group if there are groups; maxCells 0 means no limit
	minGroups, maxGroups int  // number of groups; minGroups 0 means none, maxGroups 0 means no limit
	orCells              bool // with groups: a rule may have Cells instead
	minValues, maxValues int  // number of values; maxValues 0 means no limit
	needsRegions         bool // puzzles need boxes or the rule regions
	core                 bool
	anyCells             bool // cells may be absent: those of the grid
	outside              bool // a clue beside the grid, about a line that begins there
	placed               bool // no cell may be beside the grid: its row or column matters
	repeats              bool // a list may name a cell twice
	defines              bool // determines auxiliary variables, so it must hold
	readsOthers          bool // cells that a rule does not list decide whether it holds
	ruleFuncs
}

// TakesCells reports whether rules of the kind list cells, in Cells or in Groups.
func (k *RuleKind) TakesCells() bool { return k.minCells > 0 || k.anyCells }

// IsWhole reports whether rules of the kind may be about the whole grid, without cells.
func (k *RuleKind) IsWhole() bool { return k.minCells == 0 && !k.core && !k.TakesRules() }

// IsOutside reports whether rules of the kind are clues beside the grid, about the row, column or diagonal that begins
// there.
func (k *RuleKind) IsOutside() bool { return k.outside }

// Bounds are the least and the largest number of cells in a list, of lists, and of values; a largest number of 0 is no
// limit, or none if the least is 0, too.
type Bounds struct{ Cells, Lists, Values [2]int }

// Bounds returns the bounds of rules of the kind. A kind that may have one list or several counts as one with one list.
func (k *RuleKind) Bounds() Bounds {
	b := Bounds{[2]int{k.minCells, k.maxCells}, [2]int{1, 1}, [2]int{k.minValues, k.maxValues}}
	switch {
	case k.orCells:
		b.Cells[0] *= k.minGroups
	case k.TakesGroups():
		b.Lists = [2]int{k.minGroups, k.maxGroups}
	case k.minCells == 0:
		b.Lists = [2]int{}
	}
	return b
}

// TakesGroups reports whether rules of the kind may have Groups.
func (k *RuleKind) TakesGroups() bool { return k.minGroups > 0 }

// TakesRules reports whether rules of the kind consist of others.
func (k *RuleKind) TakesRules() bool { return k.Example.Any != nil }

// IsCore reports whether rules of the kind are core constraints, in Rule.Core.
func (k *RuleKind) IsCore() bool { return k.core }

// ExampleShape returns the shape of the grid of Example: 2x2, 1x4 for a rule that excludes boxes, 3x3 for one that
// needs large grids, or a grid that is not usual.
func (k *RuleKind) ExampleShape() Shape {
	for _, s := range []Shape{Order(2), {Height: 1, Width: 4},
		Order(2).With(Layout{Rows: 4, Columns: 4, Values: 5, Offset: -1}),
		Shape{Height: 1, Width: 4}.With(Layout{Rows: 2, Columns: 4, Values: 4, Extra: 8})} {
		if k.Example.Validate(s) == nil {
			return s
		}
	}
	return Order(3)
}

// RuleKinds returns all kinds in the order of the help. The caller must not modify the slice.
func RuleKinds() []RuleKind { return ruleKinds() }

// RuleKindByName returns the kind with this name, or nil if there is none.
func RuleKindByName(name string) *RuleKind {
	all := ruleKinds()
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// MaxRuleNumber bounds the absolute value of each number in a rule, so that sums fit an int.
const MaxRuleNumber = 1_000_000_000

// Lists returns the lists of cells of r: Groups, or Cells as the only list. An arrow without groups has two lists: the
// circle and the shaft.
func (r Rule) Lists() [][]Cell {
	switch {
	case r.Groups != nil:
		return r.Groups
	case r.Kind == "arrow" && len(r.Cells) > 0:
		return [][]Cell{r.Cells[:1], r.Cells[1:]}
	case len(r.Cells) > 0:
		return [][]Cell{r.Cells}
	}
	return slices.Concat(slice.Map(slices.Concat(r.Any...), Rule.Lists)...)
}

// NumberIn returns the number of r or, if it is absent, the default of the kind in grids of shape s. It is 0 if there
// is no default, as for the sum of a cage.
func (r Rule) NumberIn(s Shape) int {
	if r.Number != 0 {
		return r.Number
	}
	if r.Kind == "whisper" {
		return (s.N() + 1) / 2
	}
	return map[string]int{"difference": 1, "ratio": 2, "modular": 3, "lockout": 4}[r.Kind]
}

// Validate returns an error if r is ill-formed for grids of shape s. A rule that no grid satisfies is well-formed.
func (r Rule) Validate(s Shape) error {
	k := RuleKindByName(r.Kind)
	if k == nil {
		return fmt.Errorf("unknown rule %q", r.Kind)
	}
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("rule %s: "+format, append([]any{r.Kind}, args...)...)
	}
	if k.core {
		if len(r.Cells) > 0 || len(r.Groups) > 0 || len(r.Values) > 0 || r.Number != 0 {
			return wrong("cells, values or a number beside the constraint")
		}
		if err := validStated(s, r.Kind, r.Core); err != nil {
			return wrong("%v", err)
		}
		return nil
	}
	if r.Core != nil {
		return wrong("a constraint, which only linear, not-equal and table have")
	}
	least := 1
	if k.zero {
		least = 0
	}
	switch {
	case k.Number == "" && r.Number != 0:
		return wrong("the number %d, expected none", r.Number)
	case k.Number != "" && !(k.Optional && r.Number == 0) && (r.Number < least || r.Number > MaxRuleNumber):
		return wrong("the %s is %d, expected %d to %d", k.Number, r.Number, least, MaxRuleNumber)
	}
	for _, check := range []func(Shape, Rule) string{k.wrongCells, k.wrongValues, k.valid} {
		if check == nil {
			continue
		}
		if reason := check(s, r); reason != "" {
			return wrong("%s", reason)
		}
	}
	return nil
}

// wrongCells returns the reason why the cells of r are ill-formed, or "".
func (k *RuleKind) wrongCells(s Shape, r Rule) string {
	least, most := k.minCells, k.maxCells
	switch {
	case k.minGroups == 0 && r.Groups != nil:
		return "several groups of cells, expected one list"
	case k.minGroups > 0 && len(r.Cells) > 0 && (r.Groups != nil || !k.orCells):
		return fmt.Sprintf("cells in one list, expected %d or more groups", k.minGroups)
	case r.Groups != nil && len(r.Groups) < k.minGroups, k.minGroups > 0 && r.Groups == nil && !k.orCells:
		return fmt.Sprintf("%d groups of cells, expected %d or more", len(r.Groups), k.minGroups)
	case k.maxGroups > 0 && len(r.Groups) > k.maxGroups:
		return fmt.Sprintf("%d groups of cells, expected at most %d", len(r.Groups), k.maxGroups)
	case (len(r.Any) > 0) != k.TakesRules():
		return fmt.Sprintf("%d alternatives", len(r.Any))
	case k.minCells == 0 && len(r.Cells) > 0 && !k.anyCells:
		return fmt.Sprintf("%d cells, expected none", len(r.Cells))
	}
	lists := r.Groups
	if lists == nil {
		lists = [][]Cell{r.Cells}
		if k.orCells {
			least *= k.minGroups
		}
	}
	for _, cells := range lists {
		if len(cells) < least {
			return fmt.Sprintf("%d cells, expected %d or more", len(cells), least)
		}
		if most > 0 && len(cells) > most {
			return fmt.Sprintf("%d cells, expected at most %d", len(cells), most)
		}
		seen := map[Cell]bool{}
		for _, c := range cells {
			if c < 0 || int(c) >= s.Cells() {
				return fmt.Sprintf("cell %d of a grid with %d cells", c, s.Cells())
			}
			if k.placed && int(c) >= s.GridCells() {
				return s.Name(c) + " is beside the grid"
			}
			if seen[c] && !k.repeats {
				return s.Name(c) + " appears twice"
			}
			seen[c] = true
		}
	}
	return ""
}

// wrongValues returns the reason why the values of r are ill-formed, or "".
func (k *RuleKind) wrongValues(_ Shape, r Rule) string {
	switch {
	case k.Values == "" && len(r.Values) > 0:
		return fmt.Sprintf("%d values, expected none", len(r.Values))
	case len(r.Values) < k.minValues:
		return fmt.Sprintf("%d values, expected %d or more", len(r.Values), k.minValues)
	case k.maxValues > 0 && len(r.Values) > k.maxValues:
		return fmt.Sprintf("%d values, expected at most %d", len(r.Values), k.maxValues)
	}
	return ""
}

// Check returns nil if the complete grid g satisfies r, a rule of the valid puzzle p, and otherwise an error that names
// the rule. Its text follows "the answer is wrong: ". Check is written from the definition of the rule and shares no
// code with its constraints, except for core constraints. It ignores the clues of p.
func (r Rule) Check(p Puzzle, g Grid) error {
	if r.Holds(p, g) {
		return nil
	}
	return fmt.Errorf("it breaks the rule %s", r.Describe(p.Shape))
}

// Holds reports whether Check finds nothing wrong.
func (r Rule) Holds(p Puzzle, g Grid) bool {
	return !RuleKindByName(r.Kind).violatedBy(p, r, p.Shape.numbersOf(g))
}

// numbersOf returns the numbers of a complete grid.
func (s Shape) numbersOf(g Grid) Grid {
	if s.Offset == 0 {
		return g
	}
	return slice.Map(g, func(v int) int { return v + s.Offset })
}

// Classic reports whether p has no rules except rows, columns and boxes, and the usual grid.
func (p Puzzle) Classic() bool { return len(p.Rules) == 0 && p.Shape.IsUsual() }

// Kinds returns the kinds of the rules of p, without duplicates.
func (p Puzzle) Kinds() []string {
	return slice.Distinct(slice.Map(p.Rules, func(r Rule) string { return r.Kind }))
}

// A VariantError reports an operation on a puzzle with further rules that is defined for classic puzzles only.
type VariantError struct {
	Op    string   // the operation, as in "canonical form"
	Kinds []string // kinds of the puzzle's rules, without duplicates
	Shape Shape
}

func (e *VariantError) Error() string {
	if !e.Shape.IsUsual() {
		return fmt.Sprintf("%s: the grid is %s, expected one with as many rows and columns as values, from 1", e.Op,
			e.Shape)
	}
	return fmt.Sprintf("%s: the puzzle has further rules (%s), expected only rows, columns and boxes", e.Op,
		strings.Join(e.Kinds, ", "))
}

// RequireClassic returns a *VariantError for the operation op if p has further rules, and nil otherwise.
func (p Puzzle) RequireClassic(op string) error {
	if p.Classic() {
		return nil
	}
	return &VariantError{op, p.Kinds(), p.Shape}
}
