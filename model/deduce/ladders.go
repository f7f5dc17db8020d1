package deduce

// Ladders returns the ladders that have names, the one with the most rules first.
func Ladders() []*Ladder { return []*Ladder{Human(), singlesLadder, qqwing} }

// LadderByName returns the ladder of that name, and whether there is one.
func LadderByName(name string) (*Ladder, bool) {
	for _, l := range Ladders() {
		if l.name == name {
			return l, true
		}
	}
	return nil, false
}

var (
	singlesLadder = NewLadder("singles", "full houses, hidden and naked singles", "folklore",
		[]*Rule{FullHouse, HiddenSingle, HiddenSingleInLine, NakedSingle})
	qqwing = NewLadder("qqwing", "singles, pairs and locked candidates: what the generator QQwing knows", "S. Ostermiller, QQwing",
		[]*Rule{NakedSingle, HiddenSingle, HiddenSingleInLine, NakedPair, Pointing, Claiming, HiddenPair})
)
