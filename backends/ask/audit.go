package ask

import (
	"context"
	"slices"
	"time"

	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/explain"
	"nonet/model/sudoku"
)

// A Reason is why an entry of a half-filled grid must be removed.
type Reason string

const (
	ReasonClue     Reason = "clue"     // the cell has a clue with another value
	ReasonHouse    Reason = "house"    // a clue in the same row, column, box or other house has the value
	ReasonRule     Reason = "rule"     // the entry, with clues, breaks a rule
	ReasonSolution Reason = "solution" // the cell has another value in every solution
	ReasonChoice   Reason = "choice"   // the entry conflicts with other entries, none of which is wrong alone
)

// A WrongEntry is an entry to remove.
type WrongEntry struct {
	model.Given
	Reason Reason
	Clue   model.Given // ReasonClue, ReasonHouse: the contradicted clue
	Rule   int         // ReasonHouse, ReasonRule: index of the constraint in the puzzle's BaseModel, or in the model
}

// An Audit is the comparison of a half-filled grid with its puzzle, or of values of variables with their model.
type Audit struct {
	Verdict    model.Verdict // whether the puzzle has one solution
	Entries    int           // that do not repeat a clue
	Wrong      []WrongEntry  // a smallest set of entries to remove, in the order of their cells
	Placed     []model.Given // the entries in cells without a clue; Retraction refers to them by index
	Retraction *explain.Retraction
}

// MinWrong returns a proved lower bound on the number of entries to remove. Retraction must not be nil.
func (a *Audit) MinWrong() int {
	return len(a.Wrong) - len(a.Retraction.Entries) + a.Retraction.LowerBound
}

// EntriesOf returns the filled cells of a grid.
func EntriesOf(grid sudoku.Grid) []model.Given { return sudoku.Puzzle{Clues: grid}.Given(nil) }

// Audit finds a smallest set of entries whose removal makes p solvable, with any value of its objective. Retraction is
// nil if p has no solution or the search was stopped too early. The partial result is returned together with the error.
func (k *Asker) Audit(ctx context.Context, p *problem.Problem, entries []model.Given) (*Audit, error) {
	start := time.Now()
	a := &Audit{}
	p = p.WithoutObjective()
	base, givens := p.Base()
	var clues sudoku.Grid
	if p.Puzzle != nil {
		clues = p.Puzzle.Clues
	}
	for _, g := range entries {
		if clues == nil || clues[g.Var] == 0 {
			a.Placed = append(a.Placed, g)
		} else if clue := clues[g.Var]; clue != g.Value {
			a.Wrong = append(a.Wrong, WrongEntry{Given: g, Reason: ReasonClue,
				Clue: model.Given{Var: g.Var, Value: clue}})
		}
	}
	a.Entries = len(a.Wrong) + len(a.Placed)
	asked := k.Ask(ctx, Question{Kind: Unique}, p)
	if a.Verdict = asked.Verdict; asked.Err != nil || a.Verdict == model.None {
		return a, asked.Err
	}
	err := k.WithGround(ctx, start, p, func(ctx context.Context, _ *Ground) error {
		x, err := explain.New(ctx, k.Solver, base)
		if err != nil {
			return err
		}
		a.Retraction, err = x.Retract(ctx, givens, a.Placed)
		return err
	})
	if a.Retraction == nil {
		return a, err
	}
	rules := base.Constraints
	for _, i := range a.Retraction.Entries {
		w := WrongEntry{Given: a.Placed[i], Reason: ReasonChoice}
		if rule, clue, ok := clash(rules, clues, w.Given); ok {
			w.Reason, w.Rule, w.Clue = ReasonHouse, rule, clue
		} else if rule, ok := broken(base, clues, w.Given); ok {
			w.Reason, w.Rule = ReasonRule, rule
		} else if slices.ContainsFunc(a.Retraction.Conflicts, func(s []int) bool { return slices.Equal(s, []int{i}) }) {
			w.Reason = ReasonSolution
		}
		a.Wrong = append(a.Wrong, w)
	}
	slices.SortFunc(a.Wrong, func(x, y WrongEntry) int { return int(x.Var - y.Var) })
	return a, err
}

// clash returns the first house of the entry's cell that has a clue with the entry's value, and that clue.
func clash(rules []model.Constraint, clues sudoku.Grid, entry model.Given) (house int, clue model.Given, ok bool) {
	for i, h := range rules {
		if _, house := h.(model.AllDifferent); !house || !slices.Contains(h.Scope(), entry.Var) {
			continue
		}
		for _, v := range h.Scope() {
			if v != entry.Var && int(v) < len(clues) && clues[v] == entry.Value {
				return i, model.Given{Var: v, Value: entry.Value}, true
			}
		}
	}
	return 0, model.Given{}, false
}

// broken returns the first constraint that the entry breaks and whose other variables all have clues.
func broken(m *model.Model, clues sudoku.Grid, entry model.Given) (rule int, ok bool) {
	a := make(model.Assignment, len(m.Vars))
	copy(a, clues)
	a[entry.Var] = entry.Value
	for i, c := range m.Constraints {
		scope := c.Scope()
		open := slices.ContainsFunc(scope, func(v model.Var) bool {
			return v != entry.Var && (int(v) >= len(clues) || clues[v] == 0)
		})
		if !open && slices.Contains(scope, entry.Var) && c.Violation(a) != 0 {
			return i, true
		}
	}
	return 0, false
}
