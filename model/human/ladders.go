package human

import (
	"context"
	"slices"
	"strings"
)

// A Method fills cells and strikes candidates, and leaves every solution of the position. Solvers use methods to make puzzles smaller.
type Method interface {
	Name() string    // as in METHOD names: "lewis"
	Summary() string // one line
	Source() string  // where it is described

	// Deduce applies the method to p until it does nothing more, or ctx ends.
	Deduce(ctx context.Context, p *Position)
}

// Methods returns all methods: those of the papers, and last the ladder of all rules under two names.
func Methods() []Method {
	return []Method{
		lewisNaked, lewisRows, lewisLines, lewis,
		heuristicNaked, heuristicLines, heuristicPrinted, heuristicFull, thein,
		berggren,
		standard, rules,
	}
}

// Ladders returns the ladders that have names: the ladder of all rules, some that answer how far one gets with little, and those of the papers.
func Ladders() []*Ladder {
	return []*Ladder{standard, singles, qqwing, lewisNaked, lewisRows, lewisLines, lewis, berggren}
}

// LadderByName returns the ladder of that name, and whether there is one.
func LadderByName(name string) (*Ladder, bool) {
	for _, l := range Ladders() {
		if l.name == name {
			return l, true
		}
	}
	return nil, false
}

// ParseLadder returns the ladder of all rules that a text names: names of ladders or rules with commas between them. Its rules are in the order of
// Rules. If a name is unknown, it returns nil and that name.
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

var (
	standard = NewLadder("human", "all rules a person may use, easiest first", "see the sources of the rules", Rules())
	rules    = NewLadder("rules", "as human: before a solver, all rules that do not assume a single solution", "see the sources of the rules", Rules())
	singles  = NewLadder("singles", "full houses, hidden and naked singles", "folklore",
		[]*Rule{fullHouse, hiddenSingle, hiddenSingleInLine, nakedSingle})
	qqwing = NewLadder("qqwing", "singles, pairs and locked candidates: what the generator QQwing knows", "S. Ostermiller, QQwing",
		[]*Rule{nakedSingle, hiddenSingle, hiddenSingleInLine, nakedPair, pointing, claiming, hiddenPair})
)
