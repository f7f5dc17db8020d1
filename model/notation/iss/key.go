package iss

import (
	stdbase64 "encoding/base64"
	"fmt"
	"math/bits"

	"nonet/model/sudoku"
)

// nfa has the key of an automaton, and names and lists of cells.
//
// The key is a number of bits, the highest of each byte and number first: 2 for the format, 4 for the bits of a state
// minus 1, 4 for the number of values minus 1, the numbers of start states and of further accepting states, and for
// each start state whether it accepts, the last one first. States are numbered so: start states, accepting states,
// others. The format 0 then has 4 bits for the width w of counts and, for each state, a count in w bits and as many
// pairs of a value, from 0, and a state. The format 1 has for each state a mask of values, the largest first, and a
// state for each bit that is set, the smallest value first.
var nfa = form{
	read: func(r *reader, _ *kind, it item) {
		m, reason := nfaMachine(it.decoded())
		it.args[0].need(reason == "", "the key of an automaton", "the key of .%s cannot be read: %s", it.text, reason)
		r.addMachine(it, m)
	},
	write: func(w *writer, k *kind, rule sudoku.Rule) ([]string, bool) {
		key, ok := nfaKey(shifted(sudoku.AutomatonOf(rule), -w.p.Shape.Offset))
		return w.item(k, rule.Cells, key, "_"+rule.Kind), ok
	},
}

// A bitReader reads numbers, the highest bit first.
type bitReader struct {
	bytes []byte
	at    int // in bits
}

func (b *bitReader) left() int { return 8*len(b.bytes) - b.at }

func (b *bitReader) read(width int) (v int) {
	for range width {
		if b.left() > 0 {
			v = v<<1 | int(b.bytes[b.at/8]>>(7-b.at%8)&1)
		}
		b.at++
	}
	return v
}

// nfaMachine reads the key of an automaton.
func nfaMachine(key []byte) (m *machine, reason string) {
	b := &bitReader{bytes: key}
	format := b.read(2)
	stateBits, values := b.read(4)+1, b.read(4)+1
	starts, accepting := b.read(stateBits), b.read(stateBits)
	if format > 1 || starts > 16 {
		return nil, fmt.Sprintf("the format %d with %d start states", format, starts)
	}
	startAccepts := b.read(starts)
	countBits := 0
	if format == 0 {
		countBits = b.read(4)
	}
	if b.left() < 0 {
		return nil, "it ends too early"
	}
	m = &machine{}
	least := starts + accepting
	state := func(s int) int {
		for len(m.next) <= s {
			m.state()
		}
		return s
	}
	valueBits := bits.Len(uint(values - 1))
	for s := 0; ; s++ {
		switch {
		case format == 0 && (countBits == 0 || b.left() < countBits), format == 1 && b.left() < values:
			for len(m.next) < max(1, least) {
				m.state()
			}
			for i := range starts {
				m.start = append(m.start, i)
				m.accepting[i] = startAccepts>>i&1 == 1
			}
			for i := range accepting {
				m.accepting[starts+i] = true
			}
			return m, ""
		case format == 0:
			for range b.read(countBits) {
				v := b.read(valueBits) + 1
				m.step(state(s), v, state(b.read(stateBits)))
			}
		default:
			mask := b.read(values)
			for v := 1; v <= values; v++ {
				if mask>>(v-1)&1 == 1 {
					m.step(state(s), v, state(b.read(stateBits)))
				}
			}
		}
		if b.left() < 0 {
			return nil, "it ends too early"
		}
	}
}

// nfaKey returns the key of an automaton in the format 1, or false if it has too many states.
func nfaKey(a sudoku.Automaton) (string, bool) {
	// Number the states as the format does: the start state, accepting states, others.
	number := map[int]int{1: 0}
	order := []int{1}
	add := func(s int) {
		if _, known := number[s]; !known {
			number[s] = len(order)
			order = append(order, s)
		}
	}
	startAccepts, values := 0, 1
	for _, s := range a.Accepting {
		add(s)
		if s == 1 {
			startAccepts = 1
		}
	}
	accepting := len(order) - 1
	next := map[[2]int]int{}
	for _, step := range a.Steps {
		add(step[0])
		add(step[2])
		values = max(values, step[1])
		next[[2]int(step[:2])] = step[2]
	}
	stateBits := max(1, bits.Len(uint(len(order)-1)), bits.Len(uint(accepting)))
	if stateBits > 16 || values > 16 {
		return "", false
	}
	var all []byte
	at := 0
	write := func(v, width int) {
		for i := width - 1; i >= 0; i-- {
			if at%8 == 0 {
				all = append(all, 0)
			}
			all[at/8] |= byte(v>>i&1) << (7 - at%8)
			at++
		}
	}
	write(1, 2)
	write(stateBits-1, 4)
	write(values-1, 4)
	write(1, stateBits)
	write(accepting, stateBits)
	write(startAccepts, 1)
	for _, s := range order {
		mask := 0
		for v := 1; v <= values; v++ {
			if _, ok := next[[2]int{s, v}]; ok {
				mask |= 1 << (v - 1)
			}
		}
		write(mask, values)
		for v := 1; v <= values; v++ {
			if to, ok := next[[2]int{s, v}]; ok {
				write(number[to], stateBits)
			}
		}
	}
	return stdbase64.RawURLEncoding.EncodeToString(all), true
}
