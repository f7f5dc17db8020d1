package human

// A Class is a degree of difficulty on the scale of qqwing: by the rules that are needed, of the few that it knows.
type Class int

const (
	ClassSimple       Class = iota + 1 // naked singles
	ClassEasy                          // hidden singles, too
	ClassIntermediate                  // locked candidates, naked and hidden pairs, too
	ClassExpert                        // more than that: qqwing guesses
)

var classes = []string{"simple", "easy", "intermediate", "expert"}

func (c Class) String() string {
	if c < ClassSimple || c > ClassExpert {
		return "unrated"
	}
	return classes[c-1]
}

// Classify returns the class of a position that has a solution. p is left where qqwing begins to guess.
//
// What a set of rules deduces does not depend on the order in which they are tried, so the ladder may climb as qqwing does: a rule is
// used only when the ones before are at an end, and the hardest one used is needed.
// Source: S. Ostermiller, QQwing, getDifficulty.
func Classify(p *Position) Class {
	hardest := ClassSimple
	qqwing.Climb(p, func(s *Step) bool {
		switch s.Rule.Name {
		case "full-house", "naked-single":
		case "hidden-single", "hidden-single-in-line":
			hardest = max(hardest, ClassEasy)
		default:
			hardest = ClassIntermediate
		}
		return true
	})
	if !p.Solved() {
		return ClassExpert
	}
	return hardest
}
