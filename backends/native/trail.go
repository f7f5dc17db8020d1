package native

// A trail is an array of 64-bit words with undo: mark saves the present state, undo restores the last saved state. One
// trail holds all state of a search that backtracking restores: the domains, and what propagators keep between calls.
//
// Every change is logged. Logging a word only once per mark, with time stamps as in MiniCP, would shorten the log; but
// here a word changes only two or three times between marks, so the stamps would cost more than they save.
type trail struct {
	words []uint64
	log   []change
	marks []int // length of log at each mark
}

// A change is the index of a word and its old content.
type change struct {
	word int32
	old  uint64
}

// reserve appends n zero words and returns the index of the first.
func (t *trail) reserve(n int) int {
	first := len(t.words)
	t.words = append(t.words, make([]uint64, n)...)
	return first
}

// set changes a word and logs its old content.
func (t *trail) set(word int32, to uint64) {
	t.log = append(t.log, change{word, t.words[word]})
	t.words[word] = to
}

func (t *trail) mark() { t.marks = append(t.marks, len(t.log)) }

// undo restores the state at the last mark and removes that mark. There must be one.
func (t *trail) undo() {
	last := len(t.marks) - 1
	from := t.marks[last]
	for i := len(t.log) - 1; i >= from; i-- {
		t.words[t.log[i].word] = t.log[i].old
	}
	t.log = t.log[:from]
	t.marks = t.marks[:last]
}

// undoAll restores the state at the first mark, if there is one.
func (t *trail) undoAll() {
	for len(t.marks) > 0 {
		t.undo()
	}
}

// commit makes the present state the one that undoAll restores. There must be no marks.
func (t *trail) commit() { t.log = t.log[:0] }
