package human

import (
	"context"
	"slices"
	"strings"
	"sync"

	"nonet/internal/slice"
)

// A Method fills cells and removes candidates without losing a solution. Solvers use methods to reduce puzzles.
type Method interface {
	Name() string    // as users type it: "lewis"
	Summary() string // one line
	Source() string  // reference

	// Deduce applies the method to p until it changes nothing more or ctx ends.
	Deduce(ctx context.Context, p *Position)
}

// Methods returns all methods: first the methods of papers, last the ladder of all rules under its two names.
func Methods() []Method {
	return []Method{
		lewisNaked(), lewisRows(), lewisLines(), lewis(),
		heuristicNaked, heuristicLines, heuristicPrinted, heuristicFull, thein,
		Berggren(),
		Standard(), rules(),
	}
}

// Ladders returns the named ladders: all rules, small sets of rules, and the ladders of papers.
func Ladders() []*Ladder {
	return []*Ladder{Standard(), singles(), qqwing(), lewisNaked(), lewisRows(), lewisLines(), lewis(), Berggren()}
}

// LadderByName returns the ladder with this name, or false if there is none.
func LadderByName(name string) (*Ladder, bool) {
	return slice.Find(Ladders(), func(l *Ladder) bool { return l.name == name })
}

// ParseLadder parses names of ladders and rules, separated by commas, and returns the ladder of all these rules in the
// order of Rules. If a name is unknown, it returns nil and the name.
func ParseLadder(text string) (l *Ladder, unknown string) {
	wanted := map[*Rule]bool{}
	for name := range strings.SplitSeq(text, ",") {
		if l, ok := LadderByName(name); ok {
			for _, r := range l.rules {
				wanted[r] = true
			}
		} else if r, ok := RuleByName(name); ok {
			wanted[r] = true
		} else {
			return nil, name
		}
	}
	return NewLadder(text, "", "", slices.DeleteFunc(Rules(), func(r *Rule) bool { return !wanted[r] })), ""
}

// ladderOf returns a function that returns a ladder of the rules with these names, separated by blanks, or of all rules
// if names is empty. The ladder is made once, when it is first needed.
func ladderOf(name, summary, source, names string) func() *Ladder {
	return sync.OnceValue(func() *Ladder {
		if names == "" {
			return NewLadder(name, summary, source, Rules())
		}
		return NewLadder(name, summary, source, rulesNamed(names))
	})
}

var (
	standard = ladderOf("human", "all rules a person may use, easiest first", "see the sources of the rules", "")
	rules    = ladderOf("rules", "as human: before a solver, all rules that do not assume a single solution",
		"see the sources of the rules", "")
	singles = ladderOf("singles", "full houses, hidden and naked singles", "folklore",
		"full-house hidden-single hidden-single-in-line naked-single")
	qqwing = ladderOf("qqwing", "singles, pairs and locked candidates: the rules of the generator QQwing",
		"S. Ostermiller, QQwing", "naked-single hidden-single hidden-single-in-line naked-pair pointing claiming "+
			"hidden-pair")
)

// The constraint programming of Lewis (2007). The candidates of a blank cell are the values that no filled cell of its
// row, column and box has. A cell with one candidate is filled, and so is a cell that is the only place of a value in
// its row, column or box; after each placement the procedure starts over. Filling a cell only removes candidates, so
// the order of the steps does not change the result.
//
// For puzzles with 17 clues, Lewis reports a proportion of 0.30 filled cells. The procedure as he states it does not
// fill this proportion, but the procedure with hidden singles in rows only does. Hence a ladder for each part of the
// procedure. In a model without rows and columns every AllDifferent is a box, and only the full procedure finds hidden
// singles.
//
// Source: R. Lewis, On the Combination of Constraint Programming and Stochastic Search: The Sudoku Case, Hybrid
// Metaheuristics, LNCS 4771, 2007, pp. 96-107.
var (
	lewisNaked = ladderOf("lewis-naked", "the first step of lewis: naked singles", "Lewis 2007", "naked-single")
	lewisRows  = sync.OnceValue(func() *Ladder {
		return NewLadder("lewis-rows", "the first two steps of lewis: naked singles, hidden singles in rows",
			"Lewis 2007", append(rulesNamed("naked-single"), hiddenSingleInRow()))
	})
	lewisLines = ladderOf("lewis-lines",
		"lewis without its last step: naked singles, hidden singles in rows and columns", "Lewis 2007",
		"naked-single hidden-single-in-line")
	lewis = ladderOf("lewis",
		"Lewis's constraint programming: naked singles, hidden singles in rows, columns and boxes", "Lewis 2007",
		"naked-single hidden-single-in-line hidden-single")
)

// hiddenSingleInRow returns hidden-single-in-line restricted to rows.
func hiddenSingleInRow() *Rule {
	r := *rulesNamed("hidden-single-in-line")[0]
	r.Name, r.Title = "hidden-single-in-row", "hidden single in a row"
	r.find = hiddenSingles(Row)
	r.Definition = "a value has one place left in a row: it goes there"
	return &r
}

// berggren is the ladder of Berggren and Nilsson: naked single, hidden single, naked and hidden subsets of two to four,
// and fish of two to five lines, rows and columns. It has no rule for locked candidates. Their solver guesses when no
// rule applies.
//
// Source: P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012.
var berggren = ladderOf("berggren",
	"the rules of Berggren and Nilsson: singles, naked and hidden subsets of 2-4, fish of 2-5",
	"Berggren & Nilsson 2012", `naked-single hidden-single hidden-single-in-line naked-pair naked-triple
		naked-quad hidden-pair hidden-triple hidden-quad x-wing swordfish jellyfish squirmbag`)

// Berggren returns the ladder of Berggren and Nilsson.
func Berggren() *Ladder { return berggren() }
