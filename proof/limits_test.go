package proof

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// wideModel has a variable of many values, and a sum of many terms of it.
func wideModel(values, terms int) *Model {
	domain := make([]int, values)
	for i := range domain {
		domain[i] = i
	}
	sum := Linear{slices.Repeat([]Term{{1, 0}}, terms), "<=", 3}
	return &Model{Names: []string{"x"}, Domains: [][]int{domain}, Constraints: []Constraint{sum}}
}

// What precedes the steps of a proof ends with the context, and is then neither accepted nor rejected.
func TestContextEndsBeforeTheSteps(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	rules := small()
	rules.Rules = slices.Repeat([]Rule{{Constraints: []Constraint{AllDifferent{0, 1}}}}, 3)
	for name, c := range map[string]*Claim{"rules": rules, "model": {Model: wideModel(10, 10), Kind: NoSolution}} {
		if err := c.Verify(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: Verify: error %v", name, err)
		}
		_, err := new(Checker).Check(ended, c, ReadDRAT(strings.NewReader("0\n")))
		if rejected := (*RejectedError)(nil); !errors.Is(err, context.Canceled) || errors.As(err, &rejected) {
			t.Errorf("%s: Check: error %v", name, err)
		}
	}
}

// The work before the steps is about as large as the certificate. The product of the numbers would take minutes.
func TestWorkIsLinear(t *testing.T) {
	t.Parallel()
	const many = 1 << 17
	ones := make([][]int, many)
	for i := range ones {
		ones[i] = []int{i}
	}
	all := make([]int, many)
	for i := range all {
		all[i] = i
	}
	names := make([]string, many)
	different := &Model{Names: names, Domains: ones, Constraints: []Constraint{AllDifferent(all)}}
	rows := make([][]int, many)
	for i := range rows {
		rows[i] = []int{i, 0}
	}
	wide := wideModel(many, many)
	table := &Model{Names: []string{"x", "y"}, Domains: [][]int{wide.Domains[0], {0}},
		Constraints: []Constraint{Table{[]int{0, 1}, rows}}}
	for name, m := range map[string]*Model{"terms of a wide domain": wide, "different values": different,
		"rows": table} {
		c := &Claim{Model: m, Kind: NoSolution}
		if m == different {
			c.Kind, c.Solutions, c.Over = OnlySolution, [][]int{all}, []int{}
		}
		if err := c.Verify(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if m != wide {
			c.Formula(func([]int) {})
			continue
		}
		text := m.Constraints[0].text(func(int) string { return "x" })
		if len(text) != 3*many+len("linear <= 3") {
			t.Errorf("%s: a text of %d bytes", name, len(text))
		}
	}
	sum := wideModel(many, 3).Constraints[0].(Linear)
	if _, ok := sum.partialSums(t.Context(), [][]int{wide.Domains[0]}); !ok {
		t.Error("the few sums within the bound: too many")
	}
	sum.Bound = maxNumber
	if _, ok := sum.partialSums(t.Context(), [][]int{wide.Domains[0]}); ok {
		t.Error("many sums, but not too many")
	}
}

// Each rule is written once, whatever the number of rules, and its auxiliary variables are counted on.
func TestRuleLines(t *testing.T) {
	t.Parallel()
	c := small()
	r := Rule{Text: "r", Auxiliary: [][]int{{1, 2}}, Constraints: []Constraint{NotEqual{0, 16, 0}}}
	c.Rules = slices.Repeat([]Rule{r}, 3)
	var b bytes.Buffer
	if err := Write(&b, c, nil); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"variable x1 1 2\n", "variable x2 1 2\n", "variable x3 1 2\n"} {
		if n := strings.Count(b.String(), line); n != 1 {
			t.Errorf("%d times %q", n, line)
		}
	}
}
