package deduce

// Ladders returns the ladders that have names: that of all rules, some that answer how far one gets with little, and those among the
// reductions.
func Ladders() []*Ladder {
	all := []*Ladder{human, singlesLadder, qqwing}
	for _, r := range All() {
		if l, ok := r.(*Ladder); ok && l != human && l != rules {
			all = append(all, l)
		}
	}
	return all
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

var (
	singlesLadder = NewLadder("singles", "full houses, hidden and naked singles", "folklore",
		[]*Rule{FullHouse, HiddenSingle, HiddenSingleInLine, NakedSingle})
	qqwing = NewLadder("qqwing", "singles, pairs and locked candidates: what the generator QQwing knows", "S. Ostermiller, QQwing",
		[]*Rule{NakedSingle, HiddenSingle, HiddenSingleInLine, NakedPair, Pointing, Claiming, HiddenPair})
)
