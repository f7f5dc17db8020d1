package tally

import (
	"math/bits"
	"slices"
)

// A pass of the outermost loop fixes the types of all stacks but the last two.
type pass struct {
	typeIndices  []int32 // by stack: index in Plan.localTypes
	multiplicity int64   // number of passes in the orbit of this one; all have the same sum
}

// A code is the position of a digit in the stacks before the last two: two bits for each box hold its column. An 8×8
// grid needs 8 bits, for two such stacks of two boxes; a 9×9 grid needs 6, for one stack of three boxes.
type code uint8

// passes returns a pass for each orbit under exchange of the digits without clues and of the columns without clues in a
// stack.
//
// A choice of types gives each digit a code, and an exchange of two digits exchanges their codes. So two choices are in
// the same orbit under exchange of digits if both give the same codes to the digits with clues, and the same codes in
// any order to the other digits. Among the orders of columns, the one with the smallest codes is canonical.
func (l *layout) passes() []pass {
	outer := l.order[:len(l.order)-2]
	var fixed, free []int
	for d := range l.n {
		if slices.Contains(l.clues, uint8(d+1)) {
			fixed = append(fixed, d)
		} else {
			free = append(free, d)
		}
	}
	columnMaps := l.columnMaps(outer)
	var passes []pass
	index := map[[maxN]code]int{}
	var codes [maxN]code
	chosen := make([]int32, len(outer))
	var choose func(depth int)
	choose = func(depth int) {
		if depth == len(outer) {
			key := canonical(&codes, fixed, free, columnMaps)
			i, seen := index[key]
			if !seen {
				i = len(passes)
				index[key] = i
				passes = append(passes, pass{typeIndices: slices.Clone(chosen)})
			}
			passes[i].multiplicity++
			return
		}
		before := codes
		for k, t := range l.types[outer[depth]] {
			codes = before
			for band := range l.width {
				for column, set := range l.partitions[t[band]][:l.width] {
					for ; set != 0; set &= set - 1 {
						codes[lowest(set)] |= code(column << (2 * (depth*l.width + band)))
					}
				}
			}
			chosen[depth] = int32(k)
			choose(depth + 1)
		}
		codes = before
	}
	choose(0)
	return passes
}

// canonical returns the representative of an orbit.
func canonical(codes *[maxN]code, fixed, free []int, columnMaps [][256]code) [maxN]code {
	var best [maxN]code
	for i := range columnMaps {
		var key [maxN]code
		for k, d := range fixed {
			key[k] = columnMaps[i][codes[d]]
		}
		rest := key[len(fixed):][:len(free)]
		for k, d := range free {
			rest[k] = columnMaps[i][codes[d]]
		}
		slices.Sort(rest)
		if i == 0 || slices.Compare(key[:], best[:]) < 0 {
			best = key
		}
	}
	return best
}

// columnMaps returns the map of codes for every permutation of the free columns of the given stacks.
func (l *layout) columnMaps(stacks []int) [][256]code {
	var identity [256]code
	for c := range identity {
		identity[c] = code(c)
	}
	all := [][256]code{identity}
	for depth, stack := range stacks {
		free := l.freeColumns(stack)
		// A permutation of columns 0 to a exchanges a with one of the columns before it, or with none, and then
		// permutes the columns before a. The slice all already has the maps that permute only these.
		for a := range l.width {
			for _, m := range all {
				for b := range a {
					if free[a] && free[b] {
						all = append(all, l.swapColumns(m, depth, a, b))
					}
				}
			}
		}
	}
	return all
}

// swapColumns returns the map of codes that exchanges columns a and b of a stack and then applies m.
func (l *layout) swapColumns(m [256]code, depth, a, b int) [256]code {
	var result [256]code
	for c := range result {
		to := code(c)
		for band := range l.width {
			shift := 2 * (depth*l.width + band)
			switch column := c >> shift & 3; column {
			case a:
				to = to&^(3<<shift) | code(b<<shift)
			case b:
				to = to&^(3<<shift) | code(a<<shift)
			}
		}
		result[c] = m[to]
	}
	return result
}

// lowest returns the lowest digit of a nonempty set.
func lowest(set uint16) int { return bits.TrailingZeros16(set) }
