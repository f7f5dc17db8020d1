package proof_test

import (
	"io"
	"slices"

	"nonet/proof"
)

// naive is a checker without watches: it propagates by visiting all clauses until nothing changes. It returns nil if
// the steps refute the claim.
func naive(c *proof.Claim, steps proof.Steps) error {
	var clauses [][]int
	c.Formula(func(clause []int) { clauses = append(clauses, slices.Clone(clause)) })
	var units []int // root-level literals; kept even if their reason is deleted
	conflict := func(falsified []int) (map[int]bool, bool) {
		truth := map[int]bool{}
		for _, l := range falsified {
			if truth[l] {
				return nil, true
			}
			truth[-l] = true
		}
		for _, l := range units {
			if truth[-l] {
				return nil, true
			}
			truth[l] = true
		}
		for changed := true; changed; {
			changed = false
			for _, clause := range clauses {
				open, last := 0, 0
				for _, l := range clause {
					if truth[l] {
						open = 2
						break
					}
					if !truth[-l] && l != last {
						open++
						last = l
					}
				}
				switch open {
				case 0:
					return nil, true
				case 1:
					truth[last] = true
					changed = true
				}
			}
		}
		return truth, false
	}
	settle := func() bool {
		truth, refuted := conflict(nil)
		units = units[:0]
		for l := range truth {
			units = append(units, l)
		}
		return refuted
	}
	follows := func(clause []int) bool {
		if _, yes := conflict(clause); yes {
			return true
		}
		if len(clause) == 0 || slices.Contains(units, -clause[0]) {
			return false
		}
		for _, with := range clauses {
			if slices.Contains(with, -clause[0]) {
				rest := slices.DeleteFunc(slices.Clone(with), func(l int) bool { return l == -clause[0] })
				if _, yes := conflict(append(slices.Clone(clause), rest...)); !yes {
					return false
				}
			}
		}
		return true
	}
	set := func(clause []int) []int {
		clause = slices.Clone(clause)
		slices.Sort(clause)
		return slices.Compact(clause)
	}
	if settle() {
		return nil
	}
	for {
		s, err := steps.Step()
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		if s.Delete {
			for i, clause := range clauses {
				if len(s.Clause) > 1 && slices.Equal(set(clause), set(s.Clause)) {
					clauses = slices.Delete(clauses, i, i+1)
					break
				}
			}
			continue
		}
		if !follows(s.Clause) {
			return io.ErrNoProgress
		}
		clauses = append(clauses, slices.Clone(s.Clause))
		if settle() {
			return nil
		}
	}
}
