package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model"
)

// A Rule is one rule of a variant, as data. It adds to rows, columns and boxes. A grid without boxes has the shape 1×N,
// whose boxes are its rows. The kind determines which fields a rule has; [RuleKinds] lists the kinds.
type Rule struct {
	Kind   string           // the Name of a RuleKind
	Number int              // for kinds with a number, such as the sum of a cage; 0 for all others
	Cells  []Cell           // for kinds with cells; the kind defines their order
	Core   model.Constraint // for linear, not-equal and table, over one variable per cell; nil for all others
}

// A RuleKind is a kind of rules that puzzles may have.
type RuleKind struct {
	Name    string
	Number  string // the meaning of Rule.Number, as in "sum"; "" if rules have none
	Summary string // one line
	Example Rule   // in a grid of shape 2x2, or 1x4 if the rule excludes boxes

	minCells, maxCells int // number of cells; maxCells 0 means no limit
	core               bool
	valid              func(s Shape, r Rule) string // returns any other error of r, or ""; may be nil
	constraints        func(s Shape, r Rule) []model.Constraint
	violatedBy         func(s Shape, r Rule, g Grid) bool
}

// TakesCells reports whether rules of the kind list cells.
func (k *RuleKind) TakesCells() bool { return k.minCells > 0 }

// IsCore reports whether rules of the kind are core constraints, in Rule.Core.
func (k *RuleKind) IsCore() bool { return k.core }

// RuleKinds returns all kinds in the order of the help. The caller must not modify the slice.
func RuleKinds() []RuleKind { return ruleKinds }

// RuleKindByName returns the kind with this name, or nil if there is none.
func RuleKindByName(name string) *RuleKind {
	i := slices.IndexFunc(ruleKinds, func(k RuleKind) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &ruleKinds[i]
}

// MaxRuleNumber bounds the absolute value of each number in a rule, so that sums fit an int.
const MaxRuleNumber = 1_000_000_000

// Validate returns an error if r is ill-formed for grids of shape s. A rule that no grid satisfies is well-formed.
func (r Rule) Validate(s Shape) error {
	k := RuleKindByName(r.Kind)
	if k == nil {
		return fmt.Errorf("sudoku: unknown rule %q", r.Kind)
	}
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("sudoku: rule %s: "+format, append([]any{r.Kind}, args...)...)
	}
	if k.core {
		if len(r.Cells) > 0 || r.Number != 0 {
			return wrong("cells or a number beside the constraint")
		}
		if err := validStated(s, r.Kind, r.Core); err != nil {
			return wrong("%v", err)
		}
		return nil
	}
	if r.Core != nil {
		return wrong("a constraint, which only linear, not-equal and table have")
	}
	switch {
	case k.Number == "" && r.Number != 0:
		return wrong("the number %d, expected none", r.Number)
	case k.Number != "" && (r.Number < 1 || r.Number > MaxRuleNumber):
		return wrong("the %s is %d, expected 1 to %d", k.Number, r.Number, MaxRuleNumber)
	case len(r.Cells) < k.minCells:
		return wrong("%d cells, expected %d or more", len(r.Cells), k.minCells)
	case k.minCells == 0 && len(r.Cells) > 0:
		return wrong("%d cells, expected none", len(r.Cells))
	case k.maxCells > 0 && len(r.Cells) > k.maxCells:
		return wrong("%d cells, expected at most %d", len(r.Cells), k.maxCells)
	}
	seen := make([]bool, s.Cells())
	for _, c := range r.Cells {
		if c < 0 || int(c) >= len(seen) {
			return wrong("cell %d of a grid with %d cells", c, len(seen))
		}
		if seen[c] {
			return wrong("%s appears twice", s.Name(c))
		}
		seen[c] = true
	}
	if k.valid != nil {
		if reason := k.valid(s, r); reason != "" {
			return wrong("%s", reason)
		}
	}
	return nil
}

// Constraints returns r, which must be valid, as core constraints over the model of grids of shape s.
func (r Rule) Constraints(s Shape) []model.Constraint {
	return RuleKindByName(r.Kind).constraints(s, r)
}

// Check returns nil if the complete grid g satisfies r, and otherwise an error that names the rule. Its text follows
// "the answer is wrong: ". Check is written from the definition of the rule and shares no code with Constraints, except
// for core constraints.
func (r Rule) Check(s Shape, g Grid) error {
	if !RuleKindByName(r.Kind).violatedBy(s, r, g) {
		return nil
	}
	words := r.Kind
	if r.Number != 0 {
		words += fmt.Sprintf(" %d", r.Number)
	}
	if len(r.Cells) > 0 && len(r.Cells) <= s.N() {
		for _, c := range r.Cells {
			words += " " + s.Name(c)
		}
	}
	if r.Core != nil {
		words += ": " + s.Model().Describe(r.Core)
	}
	return fmt.Errorf("it breaks the rule %s", words)
}

// Classic reports whether p has no rules except rows, columns and boxes.
func (p Puzzle) Classic() bool { return len(p.Rules) == 0 }

// A VariantError reports an operation on a puzzle with further rules that is defined for classic puzzles only.
type VariantError struct {
	Op    string   // the operation, as in "canonical form"
	Kinds []string // kinds of the puzzle's rules, without duplicates
}

func (e *VariantError) Error() string {
	return fmt.Sprintf("sudoku: %s: the puzzle has further rules (%s), expected only rows, columns and boxes", e.Op,
		strings.Join(e.Kinds, ", "))
}

// RequireClassic returns a *VariantError for the operation op if p has further rules, and nil otherwise.
func (p Puzzle) RequireClassic(op string) error {
	if p.Classic() {
		return nil
	}
	e := &VariantError{Op: op}
	for _, r := range p.Rules {
		if !slices.Contains(e.Kinds, r.Kind) {
			e.Kinds = append(e.Kinds, r.Kind)
		}
	}
	return e
}
