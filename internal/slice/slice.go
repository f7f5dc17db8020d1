// Package slice has functions over slices that package slices of the standard library lacks, sets of small numbers, and
// lists in one slice.
package slice

import (
	"cmp"
	"slices"
	"strings"
)

// Make returns f(0), f(1), ..., f(n-1). The result is never nil.
func Make[T any](n int, f func(i int) T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = f(i)
	}
	return all
}

// Map returns f of each element. The result is never nil.
func Map[E, T any](list []E, f func(E) T) []T {
	mapped := make([]T, len(list))
	for i, e := range list {
		mapped[i] = f(e)
	}
	return mapped
}

// Indices returns the numbers from 0 to n-1.
func Indices[E ~int | ~int32](n int) []E { return Make(n, func(i int) E { return E(i) }) }

// Unique returns the different elements of a list, in increasing order. It reorders the list.
func Unique[E cmp.Ordered](list []E) []E {
	slices.Sort(list)
	return slices.Compact(list)
}

// Distinct returns the different elements of a list, in the order in which they occur first.
func Distinct[E comparable](list []E) (all []E) {
	for _, e := range list {
		if !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all
}

// Resize returns a slice of n elements that reuses the memory of s where it can. Its elements are undefined.
func Resize[T any](s []T, n int) []T { return Reserve(s[:0], n)[:n] }

// Reserve returns s with capacity for n more elements. slices.Grow also clears the new memory at once, which takes
// seconds for gigabytes.
func Reserve[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, len(s)+n), s...)
}

// Zeros returns a slice of n zeros that reuses the memory of s where it can.
func Zeros[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	clear(s[:n])
	return s[:n]
}

// Filter returns the elements with a property, in a new slice.
func Filter[E any](list []E, has func(E) bool) []E {
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !has(e) })
}

// Find returns the first element with a property, or false if there is none.
func Find[E any](list []E, has func(E) bool) (e E, found bool) {
	if i := slices.IndexFunc(list, has); i >= 0 {
		return list[i], true
	}
	return e, false
}

// Positions returns the positions of the elements with a property, in increasing order; nil if there is none.
func Positions[I ~int, E any](list []E, has func(E) bool) (all []I) {
	for i, e := range list {
		if has(e) {
			all = append(all, I(i))
		}
	}
	return all
}

// Count returns the number of elements with a property.
func Count[E any](list []E, has func(E) bool) int { return len(Positions[int](list, has)) }

// Sum returns the sum of f over the elements.
func Sum[E any](list []E, f func(E) int) (sum int) {
	for _, e := range list {
		sum += f(e)
	}
	return sum
}

// Intersect reports whether two sets have an element in common. They are bits of words; b has at least those of a.
func Intersect(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return true
		}
	}
	return false
}

// JoinAnd joins words by commas, and the last one by "and"; JoinOr joins it by "or".
func JoinAnd(words []string) string { return join(words, " and ") }
func JoinOr(words []string) string  { return join(words, " or ") }

func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}
