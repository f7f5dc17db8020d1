package iss

import (
	stdbase64 "encoding/base64"
	"encoding/binary"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// A machine is a nondeterministic automaton over the values from 1. next[s][v] are the states after state s and the
// value v.
type machine struct {
	start     []int
	accepting []bool
	next      []map[int][]int
}

// Bounds, so that a short text takes neither long nor much memory.
const (
	maxStates  = 20_000    // states of a deterministic automaton before equal states are joined
	maxWork    = 2_000_000 // steps of making an automaton deterministic and minimal
	maxPattern = 1_000     // states of an expression
	maxSteps   = 20_000    // steps of a rule, which is one line
)

func (m *machine) state() int {
	m.accepting = append(m.accepting, false)
	m.next = append(m.next, map[int][]int{})
	return len(m.next) - 1
}

func (m *machine) step(from, value, to int) {
	m.next[from][value] = append(m.next[from][value], to)
}

// shifted returns an automaton that reads values increased by a number.
func shifted(a sudoku.Automaton, by int) sudoku.Automaton {
	a.Steps = slice.Map(a.Steps, func(step [3]int) [3]int { return [3]int{step[0], step[1] + by, step[2]} })
	return a
}

// numberOf returns the number of a key, which is the next one if it is new.
func numberOf[K comparable](numbers map[K]int, key K) int {
	if _, known := numbers[key]; !known {
		numbers[key] = len(numbers)
	}
	return numbers[key]
}

// automaton returns the smallest deterministic automaton that accepts the same, with its states in the order in which
// they are reached, so that machines that accept the same have one automaton. It returns false if there are too many
// states.
func (m *machine) automaton(n int) (a sudoku.Automaton, ok bool) {
	// Sets of states. Set 0 is empty: it rejects.
	index := map[string]int{}
	var sets [][]int
	var name []byte
	number := func(set []int) int {
		slices.Sort(set)
		set = slices.Compact(set)
		name = name[:0]
		for _, s := range set {
			name = binary.LittleEndian.AppendUint32(name, uint32(s))
		}
		i := numberOf(index, string(name))
		if i == len(sets) {
			sets = append(sets, slices.Clone(set))
		}
		return i
	}
	number(nil)
	start := number(slices.Clone(m.start))
	var next [][]int // next[i][v-1]
	var to []int
	work := 0
	for i := 0; i < len(sets); i++ {
		if work += n * len(sets[i]); i >= maxStates || work > maxWork {
			return a, false
		}
		row := make([]int, n)
		for v := range row {
			to = to[:0]
			for _, s := range sets[i] {
				to = append(to, m.next[s][v+1]...)
			}
			row[v] = number(to)
		}
		next = append(next, row)
	}
	// Classes of sets that accept the same, from class 0 of the empty set.
	class := make([]int, len(sets))
	for i, set := range sets {
		if slices.ContainsFunc(set, func(s int) bool { return m.accepting[s] }) {
			class[i] = 1
		}
	}
	type classes [maxRows + 1]int32 // of a state, and of the states after each value
	signature := func(i int) (all classes) {
		all[0] = int32(class[i])
		for v, to := range next[i] {
			all[v+1] = int32(class[to])
		}
		return all
	}
	accepting := slices.Clone(class)
	signatures := map[classes]int{}
	for count := 0; ; {
		if work += len(class); work > maxWork {
			return a, false
		}
		clear(signatures)
		class = slice.Make(len(class), func(i int) int { return numberOf(signatures, signature(i)) })
		if len(signatures) == count {
			break
		}
		count = len(signatures)
	}
	// States of the rule: classes in the order in which they are reached, without class 0.
	order := []int{start}
	numbers := map[int]int{class[start]: 1}
	for k := 0; k < len(order); k++ {
		i := order[k]
		if accepting[i] == 1 {
			a.Accepting = append(a.Accepting, k+1)
		}
		for v, to := range next[i] {
			if class[to] == 0 || class[i] == 0 {
				continue
			}
			if numbers[class[to]] == 0 {
				order = append(order, to)
				numbers[class[to]] = len(order)
			}
			a.Steps = append(a.Steps, [3]int{k + 1, v + 1, numbers[class[to]]})
		}
	}
	return a, true
}

// named returns the lists of words after the first one of an item: a word with _ for a name and an empty word begin a
// new list.
func (it item) named() [][]word {
	all := [][]word{nil}
	for _, w := range it.args[1:] {
		if w.text == "" || w.text[0] == '_' {
			all = append(all, nil)
		} else {
			all[len(all)-1] = append(all[len(all)-1], w)
		}
	}
	return all
}

// addMachine adds the rule of a machine for each list of cells, in which - is a value of its own.
func (r *reader) addMachine(it item, m *machine) {
	n := r.p.Shape.N()
	var unbroken []int // the values of the rule without breaks
	for _, words := range it.named() {
		var cells []sudoku.Cell
		var breaks []int // the numbers of cells before each -
		for i, part := range r.segments(words) {
			if i > 0 {
				breaks = append(breaks, len(cells))
			}
			cells = append(cells, part...)
		}
		if cells == nil {
			continue
		}
		values := unbroken
		if breaks != nil || values == nil {
			a, ok := m.broken(n, len(cells), breaks).automaton(n)
			it.need(ok && len(a.Steps) <= maxSteps, fmt.Sprintf("up to %d states and %d steps", maxStates, maxSteps),
				"found .%s whose automaton is larger once it is deterministic", it.text)
			values = shifted(a, r.p.Shape.Offset).Values()
		}
		if breaks == nil {
			unbroken = values
		}
		r.add(it.word, sudoku.Rule{Kind: "automaton", Cells: cells, Values: values})
	}
}

// broken returns a machine that reads the values of a number of cells as m does with the symbol n+1 after the numbers
// of cells in breaks.
func (m *machine) broken(n, cells int, breaks []int) *machine {
	if breaks == nil {
		return m
	}
	b := &machine{}
	states := map[[2]int]int{}
	var state func(read, s int) []int // in b; after the breaks
	var open [][2]int
	state = func(read, s int) (all []int) {
		at := []int{s}
		for _, b := range breaks {
			if b != read {
				continue
			}
			at = slices.Concat(slice.Map(at, func(s int) []int { return m.next[s][n+1] })...)
		}
		for _, s := range at {
			key := [2]int{read, s}
			if _, known := states[key]; !known {
				states[key] = b.state()
				open = append(open, key)
				b.accepting[states[key]] = read == cells && m.accepting[s]
			}
			all = append(all, states[key])
		}
		return all
	}
	for _, s := range m.start {
		b.start = append(b.start, state(0, s)...)
	}
	for i := 0; i < len(open) && len(open) <= maxStates; i++ {
		read, s := open[i][0], open[i][1]
		for v := 1; v <= n && read < cells; v++ {
			for _, to := range m.next[s][v] {
				b.next[i][v] = append(b.next[i][v], state(read+1, to)...)
			}
		}
	}
	return b
}

// decoded returns the bytes of the first argument, in the base64 of links.
func (it item) decoded() []byte {
	it.need(len(it.args) > 0, "a key and cells", "found .%s without a key", it.text)
	text := strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(it.args[0].text, "="))
	all, err := stdbase64.RawURLEncoding.DecodeString(text)
	it.args[0].need(err == nil, "base64 with - and _", "the key of .%s cannot be decoded", it.text)
	return all
}

// regex has the base64 of a regular expression over the digits of values, and lists of cells.
var regex = form{
	read: func(r *reader, _ *kind, it item) {
		pattern := it.decoded()
		m, reason := regexMachine(string(pattern), r.p.Shape)
		it.args[0].need(reason == "", "an expression of values, . [] [^] () | * + ? {}", "found the expression %q: %s",
			place.Shorten(pattern), reason)
		r.addMachine(it, m)
	},
}

// regexMachine returns a machine for an expression over the numbers 0 to 9 and A to G for 10 to 16.
func regexMachine(pattern string, s sudoku.Shape) (m *machine, reason string) {
	if strings.ContainsAny(strings.ReplaceAll(pattern, "[^", "["), `\^$`) || strings.Contains(pattern, "(?") {
		return nil, `it has \, ^, $ or (?`
	}
	re, err := syntax.Parse(pattern, syntax.DotNL)
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	}
	if tooLarge(re, maxPattern) == 0 {
		return nil, fmt.Sprintf("it is too long, expected up to %d states", maxPattern)
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err.Error()
	}
	m = &machine{}
	for range prog.Inst {
		m.state()
	}
	// closure returns the instructions reached without a value that read one or accept.
	closure := func(pc uint32) (all []int) {
		seen := make([]bool, len(prog.Inst))
		var visit func(pc uint32)
		visit = func(pc uint32) {
			if seen[pc] {
				return
			}
			seen[pc] = true
			switch in := &prog.Inst[pc]; in.Op {
			case syntax.InstAlt, syntax.InstAltMatch:
				visit(in.Out)
				visit(in.Arg)
			case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
				visit(in.Out)
			default:
				all = append(all, int(pc))
			}
		}
		visit(pc)
		return all
	}
	m.start = closure(uint32(prog.Start))
	for pc := range prog.Inst {
		in := &prog.Inst[pc]
		switch in.Op {
		case syntax.InstMatch:
			m.accepting[pc] = true
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			to := closure(in.Out)
			for v := range s.AllNumbers {
				if in.MatchRune(rune("0123456789ABCDEFG"[v])) || v > 9 && in.MatchRune(rune("abcdefg"[v-10])) {
					m.next[pc][v-s.Offset] = to
				}
			}
		}
	}
	return m, ""
}

// tooLarge returns what is left of a number of states after those of an expression, and 0 if it has more.
func tooLarge(re *syntax.Regexp, left int) int {
	times := 1
	if re.Op == syntax.OpRepeat {
		times = max(1, re.Min, re.Max)
	}
	for range times {
		left--
		for _, sub := range re.Sub {
			if left <= 0 {
				return 0
			}
			left = tooLarge(sub, left)
		}
	}
	return max(0, left)
}

// rowsMachine returns a machine that accepts rows of equal length; 0 stands for any value. Where a row has 0, all have.
func rowsMachine(n int, rows [][]int) *machine {
	m := &machine{}
	m.start = []int{m.state()}
	for _, row := range rows {
		s := m.start[0]
		for _, v := range row {
			values := []int{v}
			if v == 0 {
				values = slices.Collect(model.Interval(1, n).All)
			}
			if m.next[s][values[0]] == nil {
				to := m.state()
				for _, v := range values {
					m.step(s, v, to)
				}
			}
			s = m.next[s][values[0]][0]
		}
		m.accepting[s] = true
	}
	return m
}
