package model_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/model"
)

// Domains of random ranges, at both ends of int and around 0, answer as a set of their values does.
func TestDomainIsASet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 17))
	draw := func() (model.Domain, map[int]bool) {
		base := []int{math.MinInt, -20, math.MaxInt - 40}[r.IntN(3)]
		var ranges []model.Range
		set := map[int]bool{}
		for range r.IntN(5) {
			lo := base + r.IntN(40)
			hi := lo + min(r.IntN(8), base+40-lo)
			if r.IntN(3) == 0 {
				hi = lo
			} else if lo > base && r.IntN(6) == 0 {
				hi = lo - 1
			}
			ranges = append(ranges, model.Range{Lo: lo, Hi: hi})
			for i := range max(0, hi-lo+1) {
				set[lo+i] = true
			}
		}
		return model.Union(ranges...), set
	}
	sorted := func(set map[int]bool) (all []int) {
		for v := range set {
			all = append(all, v)
		}
		slices.Sort(all)
		return all
	}
	check := func(d model.Domain, set map[int]bool) {
		t.Helper()
		all := sorted(set)
		if d.Size() != len(all) || !slices.Equal(slices.Collect(d.All), all) {
			t.Fatalf("%v has %d values, want %v", d, d.Size(), all)
		}
		ranges, last := 0, 0
		for lo, hi := range d.Ranges {
			if lo > hi || ranges > 0 && (lo <= last || lo == last+1) {
				t.Fatalf("%v has the range %d..%d after %d", d, lo, hi, last)
			}
			ranges, last = ranges+1, hi
		}
		if d.IsInterval() != (ranges == 1) {
			t.Fatalf("%v: IsInterval is %v", d, d.IsInterval())
		}
		if !d.Equal(model.Values(all...)) {
			t.Fatalf("%v is not Values(%v...)", d, all)
		}
		for i, v := range d.Indexed {
			if all[i] != v || d.At(i) != v {
				t.Fatalf("%v: value %d is %d and %d, want %d", d, i, v, d.At(i), all[i])
			}
		}
		if len(all) > 0 && (d.Min() != all[0] || d.Max() != all[len(all)-1]) {
			t.Fatalf("%v: from %d to %d", d, d.Min(), d.Max())
		}
		for _, near := range append(all, math.MinInt, math.MaxInt, 0) {
			for _, v := range []int{near - 1, near, near + 1} { // may overflow: any number will do
				want, found := slices.BinarySearch(all, v)
				if i, has := d.Index(v); i != want || has != found || d.Contains(v) != found {
					t.Fatalf("%v: index of %d: %d %v, want %d %v", d, v, i, has, want, found)
				}
			}
		}
	}
	for range 3000 {
		d, a := draw()
		e, b := draw()
		check(d, a)
		both, odd, equal := map[int]bool{}, map[int]bool{}, len(a) == len(b)
		for v := range a {
			if equal = equal && b[v]; b[v] {
				both[v] = true
			}
			if v%2 != 0 {
				odd[v] = true
			}
		}
		check(d.Intersect(e), both)
		check(d.Filter(func(v int) bool { return v%2 != 0 }), odd)
		if d.Equal(e) != equal {
			t.Fatalf("%v equals %v: %v", d, e, !equal)
		}
		all := sorted(a)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if got := model.Values(append(all, all...)...); !got.Equal(d) {
			t.Fatalf("Values(%v...) is %v, want %v", all, got, d)
		}
	}
}

// Domains of more values than an int counts have all operations, with MaxInt for what is beyond it.
func TestWidestDomain(t *testing.T) {
	all := model.Interval(math.MinInt, math.MaxInt)
	if n := all.Size(); n != math.MaxInt {
		t.Errorf("%d values", n)
	}
	for _, test := range []struct{ v, index int }{
		{math.MinInt, 0}, {math.MinInt + 5, 5}, {-2, math.MaxInt - 1}, {-1, math.MaxInt}, {7, math.MaxInt},
		{math.MaxInt, math.MaxInt},
	} {
		if i, found := all.Index(test.v); !found || i != test.index {
			t.Errorf("index of %d: %d %v, want %d", test.v, i, found, test.index)
		}
	}
	if v := all.At(math.MaxInt - 1); v != -2 {
		t.Errorf("value %d", v)
	}
	ends := model.Values(math.MinInt, math.MaxInt)
	if ends.Size() != 2 || ends.IsInterval() || ends.At(1) != math.MaxInt || !ends.Intersect(all).Equal(ends) {
		t.Errorf("%v", ends)
	}
	two := model.Union(model.Range{Lo: 1, Hi: math.MaxInt}, model.Range{Lo: math.MinInt, Hi: -1})
	if two.Size() != math.MaxInt || two.Contains(0) || !two.Contains(1) || two.IsInterval() {
		t.Errorf("%v has %d values", two, two.Size())
	}
}

func TestDomainString(t *testing.T) {
	for _, test := range []struct {
		d    model.Domain
		want string
	}{
		{model.Domain{}, "{}"}, {model.Values(4), "{4}"}, {model.Interval(-1, 24_000_000), "-1..24000000"},
		{model.Values(1, 3, 5, 6, 7), "{1, 3, 5..7}"},
	} {
		if got := test.d.String(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// CheckValues names the variable with the most values.
func TestCheckValues(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 9)},
		{Name: "b", Domain: model.Interval(1, model.MaxValues-9)}}}
	if err := m.CheckValues(nil); err != nil {
		t.Error(err)
	}
	m.Vars[0].Domain = model.Interval(0, 9)
	if err := m.CheckValues(nil); err == nil ||
		!strings.HasPrefix(err.Error(), "variable b: its domain has 4194295 values; at most 4194304 in all") {
		t.Errorf("%v for one value too many", err)
	}
	if err := m.CheckValues([]bool{false, true}); err != nil {
		t.Error(err)
	}
	m.Vars[0].Domain, m.Vars[1].Domain = model.Interval(math.MinInt, math.MaxInt), model.Interval(0, math.MaxInt)
	if err := m.CheckValues(nil); err == nil || !strings.HasPrefix(err.Error(), "variable a: ") {
		t.Errorf("%v for all integers", err)
	}
}
