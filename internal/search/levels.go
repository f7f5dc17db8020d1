package search

// Levels are the decision levels of a learned nogood, for its LBD and for the level to jump back to.
type Levels struct {
	Count   int // their number, the LBD
	Highest int // the highest one, except the first

	stamp  []uint32 // by level: number of the last nogood with that level
	nogood uint32   // number of the current nogood
}

// Begin begins a nogood with the level of its consequence.
func (l *Levels) Begin(level int) {
	l.nogood++
	l.Count = 0
	l.Add(level)
	l.Highest = 0
}

// Add adds the level of a further element. It reports whether that is higher than all others but the first.
func (l *Levels) Add(level int) bool {
	for level >= len(l.stamp) {
		l.stamp = append(l.stamp, 0)
	}
	if l.stamp[level] != l.nogood {
		l.stamp[level] = l.nogood
		l.Count++
	}
	if level <= l.Highest {
		return false
	}
	l.Highest = level
	return true
}
