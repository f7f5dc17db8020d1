package native

// A trail is an array of 64-bit words with a memory: mark remembers the present state, undo returns to the last one remembered. All
// state of a search that must be undone lives in one trail: the domains, and what propagators remember between calls.
//
// Every change is logged. Logging a word only once per mark (with time stamps, as MiniCP does) would shorten the log, but a word changes
// only two or three times between marks here, so the stamps would cost more than they save.
type trail struct {
	words []uint64
	log   []change
	marks []int // len(log) at each mark
}

// A change is a word and its content before.
type change struct {
	word int32
	old  uint64
}

// reserve adds n words that hold zero and returns the index of the first.
func (t *trail) reserve(n int) int {
	first := len(t.words)
	t.words = append(t.words, make([]uint64, n)...)
	return first
}

// set changes a word.
func (t *trail) set(word int32, to uint64) {
	t.log = append(t.log, change{word, t.words[word]})
	t.words[word] = to
}

func (t *trail) mark() { t.marks = append(t.marks, len(t.log)) }

// undo returns to the state at the last mark and forgets the mark. It must not be called without one.
func (t *trail) undo() {
	last := len(t.marks) - 1
	from := t.marks[last]
	for i := len(t.log) - 1; i >= from; i-- {
		t.words[t.log[i].word] = t.log[i].old
	}
	t.log = t.log[:from]
	t.marks = t.marks[:last]
}

// undoAll returns to the state at the first mark, if there is one.
func (t *trail) undoAll() {
	for len(t.marks) > 0 {
		t.undo()
	}
}

// commit makes the present state the one that undoAll returns to. It must not be called while there are marks.
func (t *trail) commit() { t.log = t.log[:0] }
