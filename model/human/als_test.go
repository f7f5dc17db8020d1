package human

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

var almostRules = rulesNamed("sue-de-coq als-xz als-xy-wing als-xy-chain death-blossom")

// upTo returns copies of the rules that find at most their first n instances in a position.
func upTo(n int, rules []*Rule) []*Rule {
	var all []*Rule
	for _, r := range rules {
		few := *r
		few.find = func(p *Position, yield func(*Step) bool) bool {
			found := 0
			return r.find(p, func(s *Step) bool {
				found++
				return yield(s) && found < n
			})
		}
		all = append(all, &few)
	}
	return all
}

func TestAlmostLockedSetsAreSound(t *testing.T) {
	hard := backendtest.Spread(backendtest.Lines(t, "top95.txt"), 10)
	few := upTo(200, almostRules)
	for _, test := range []struct {
		name  string
		found map[string]int
		rare  string // rules that are not expected to occur
	}{
		{"top 95", checkClimbing(t, hard,
			append(singleRules, rulesNamed("pointing claiming naked-pair naked-triple")...), almostRules), ""},
		{"4x4", checkPlanted(t, sudoku.Order(2), nil, 0.8, 500, few), ""},
		{"6x6", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, nil, 0.6, 100, few), ""},
		{"9x9", checkPlanted(t, sudoku.Order(3), nil, 0.4, 20, few), ""},
		{"16x16", checkPlanted(t, sudoku.Order(4), nil, 0.12, 3, few), ""},
		{"jigsaw", checkPlanted(t, sudoku.Shape{Height: 2, Width: 3}, jigsaw, 0.6, 100, few), ""},
		{"random models", checkRandom(t, 5000, few), "sue-de-coq death-blossom"},
	} {
		t.Log(test.name, test.found)
		for _, r := range almostRules {
			if test.found[r.Name] == 0 && !strings.Contains(test.rare, r.Name) {
				t.Errorf("%s: no %s", test.name, r.Name)
			}
		}
	}
}

// TestAlmostLockedSets compares the sets and their restricted commons with their definitions.
func TestAlmostLockedSets(t *testing.T) {
	for seed := range 30 {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		m := backendtest.Random(r, backendtest.Kinds{NotEqual: true})
		if seed%3 == 0 {
			m = sudoku.Shape{Height: 2, Width: 3}.Model()
		}
		b := mustBoard(t, m)
		p := b.NewPosition(nil)
		for c := range m.Vars {
			for x := range b.values {
				if r.IntN(2) == 0 {
					p.eliminate(c, x)
				}
			}
		}
		want := map[string]bool{}
		for _, u := range b.houses {
			for places := range uint64(1) << len(u.cells) {
				cells, values, blank := b.newSet(), uint64(0), true
				for i, c := range u.cells {
					if places>>i&1 != 0 {
						cells.Add(c)
						values |= p.cand[c]
						blank = blank && p.cand[c] != 0
					}
				}
				if blank && places != 0 && bits.OnesCount64(values) == bits.OnesCount64(places)+1 {
					want[fmt.Sprint(cells)] = true
				}
			}
		}
		a := p.alsIndex()
		for i := range a.sets {
			s := &a.sets[i]
			if key := fmt.Sprint(s.cells()); !want[key] {
				t.Fatalf("seed %d: found %s, which is not an almost locked set or was found before", seed, key)
			} else {
				delete(want, key)
			}
			for _, link := range a.restrictedCommons()[i] {
				for x := range b.values {
					if got := link.values>>x&1 != 0; got != restricted(p, s.cells(), a.sets[link.to].cells(), x) {
						t.Fatalf("seed %d: %v and %v: value %d: got restricted %v, want %v", seed, s.cells(),
							a.sets[link.to].cells(), x, got, !got)
					}
				}
			}
		}
		if len(want) > 0 {
			t.Fatalf("seed %d: sets not found: %v", seed, want)
		}
	}
}

// restricted reports whether both sets have x and each cell of a with x sees each cell of b with x.
func restricted(p *Position, a, b cellSet, x int) bool {
	pairs := 0
	for c := range p.cand {
		for d := range p.cand {
			if a.Has(c) && b.Has(d) && p.hasCandidate(c, x) && p.hasCandidate(d, x) {
				pairs++
				if !p.peers[c].Has(d) {
					return false
				}
			}
		}
	}
	return pairs > 0
}

// TestAlmostLockedSetsAreFresh checks that the index of a position is up to date after eliminations.
func TestAlmostLockedSetsAreFresh(t *testing.T) {
	p := mustBoard(t, sudoku.Order(2).Model()).NewPosition(nil)
	for step := range 40 {
		p.eliminate(step*7%16, step%4)
		got := len(p.alsIndex().sets)
		q := p.NewPosition(nil)
		q.CopyFrom(p)
		if want := len(q.alsIndex().sets); got != want {
			t.Fatalf("step %d: got %d sets, want %d", step, got, want)
		}
		p.alsIndex().restrictedCommons()
	}
}

// TestAlmostLockedSetsInWords has minimal patterns in models of a few cells. Some models contain further patterns of
// the same cells.
func TestAlmostLockedSetsInWords(t *testing.T) {
	for _, test := range []struct {
		name   string
		rule   *Rule
		cells  []string // name and candidates
		houses []string // the cells of each AllDifferent; ab! is a NotEqual
		want   string   // empty if the rule finds nothing
	}{
		{"two pairs, singly linked", ruleNamed("als-xz"), []string{"a 23", "b 123", "c 134", "d 14", "e 1234"},
			[]string{"abe", "cde", "bcd"},
			"XZ rule: a and b {1,2,3} and c and d {1,3,4} are almost locked and cannot both have 1, so one of them " +
				"has 3: e≠3"},
		{"a cell and a pair, doubly linked", ruleNamed("als-xz"), []string{"a 12", "b 123", "c 123", "d 14", "e 3"},
			[]string{"abcd", "bce"},
			"XZ rule: a {1,2} and b and c {1,2,3} are almost locked and cannot both have 1, nor 2: each has one of " +
				"these and all its other candidates: d≠1; e≠3"},
		{"two cells without a common candidate that sees both", ruleNamed("als-xz"), []string{"a 12", "b 13", "c 23"},
			[]string{"ab", "bc"}, ""},
		{"three cells", ruleNamed("als-xy-wing"), []string{"a 12", "b 23", "c 13", "d 123"},
			[]string{"ab", "bc", "ad", "cd"},
			"XY-wing: b {2,3} is almost locked, so it has 3 or 2; it cannot share 3 with c {1,3}, nor 2 with a " +
				"{1,2}, so one of these two has 1: d≠1"},
		{"three cells, linked by the same candidate", ruleNamed("als-xy-wing"),
			[]string{"a 12", "b 23", "c 12", "d 123"}, []string{"a", "b", "c", "ab!", "bc!", "ad!", "cd!"}, ""},
		{"four cells", ruleNamed("als-xy-chain"), []string{"a 12", "b 23", "c 34", "d 14", "e 123"},
			[]string{"a", "b", "c", "d", "ab!", "bc!", "cd!", "ae!", "de!"},
			"XY-chain: if a {1,2} lacks 1, it has 2; then b {2,3} lacks 2, it has 3; then c {3,4} lacks 3, it has 4; " +
				"then d {1,4} lacks 4 and has 1: e≠1"},
		{"four cells, twice in a row linked by the same candidate", ruleNamed("als-xy-chain"),
			[]string{"a 12", "b 23", "c 24", "d 14", "e 123"},
			[]string{"a", "b", "c", "d", "ab!", "bc!", "cd!", "ae!", "de!"}, ""},
		{"a stem of three candidates", ruleNamed("death-blossom"), []string{"a 123", "b 14", "c 24", "d 34", "e 45"},
			[]string{"ab", "ac", "ad", "be", "ce", "de"},
			"Death blossom: a is 1 and b {1,4} lacks it, or 2 and c {2,4} lacks it, or 3 and d {3,4} lacks it, so " +
				"one of these sets has 4: e≠4"},
		{"no petal for a candidate", ruleNamed("death-blossom"), []string{"a 1235", "b 14", "c 24", "d 34", "e 45"},
			[]string{"ab", "ac", "ad", "be", "ce", "de"}, ""},
		{"two cells of an intersection and one of each rest", ruleNamed("sue-de-coq"),
			[]string{"a 12", "b 134", "c 234", "d 34", "e 15", "f 35"}, []string{"abce", "bcdf"},
			"Sue de Coq: b and c {1,2,3,4} in house 2 and house 1, d {3,4} in house 2 and a {1,2} in house 1 are 4 " +
				"cells, which can take only 1, 2, 3 and 4: e≠1; f≠3"},
		{"a value of both rests", ruleNamed("sue-de-coq"),
			[]string{"a 12", "b 134", "c 234", "d 345", "e 25", "f 15", "g 5"}, []string{"abcef", "bcdg"},
			"Sue de Coq: b and c {1,2,3,4} in house 2 and house 1, d and g {3,4,5} in house 2 and a and e {1,2,5} in " +
				"house 1 are 6 cells, which can " +
				"take only 1, 2, 3, 4 and 5, and 5 twice: f≠1; f≠5"},
		{"one value too many", ruleNamed("sue-de-coq"), []string{"a 126", "b 134", "c 234", "d 347", "e 15", "f 35"},
			[]string{"abce", "bcdf"}, ""},
	} {
		m := &model.Model{}
		for _, c := range test.cells {
			v := model.Variable{Name: c[:1]}
			for _, d := range c[2:] {
				v.Domain = model.Values(append(slices.Collect(v.Domain.All), int(d-'0'))...)
			}
			m.Vars = append(m.Vars, v)
		}
		for _, h := range test.houses {
			var vars []model.Var
			for _, v := range strings.TrimSuffix(h, "!") {
				vars = append(vars, model.Var(v-'a'))
			}
			if strings.HasSuffix(h, "!") {
				m.Constraints = append(m.Constraints, model.NotEqual{A: vars[0], B: vars[1]})
			} else {
				m.Constraints = append(m.Constraints, model.AllDifferent{Vars: vars})
			}
		}
		var got []string
		test.rule.Find(mustBoard(t, m).NewPosition(nil), func(s *Step) bool {
			got = append(got, strings.TrimPrefix(s.String(), "Almost locked sets, "))
			return true
		})
		if test.want == "" && len(got) > 0 || test.want != "" && !slices.Contains(got, test.want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), test.want)
		}
	}
}
