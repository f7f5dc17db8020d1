package slice

import (
	"slices"
	"testing"
)

func TestZeros(t *testing.T) {
	s := []int{1, 2, 3, 4}
	if got := Zeros(s, 3); !slices.Equal(got, []int{0, 0, 0}) || &got[0] != &s[0] || s[3] != 4 {
		t.Errorf("got %v in other memory than %v", got, s)
	}
	if got := Zeros(s, 5); !slices.Equal(got, make([]int, 5)) {
		t.Errorf("got %v", got)
	}
}

func TestUnique(t *testing.T) {
	if got := Unique([]int{3, 1, 3, 2, 1}); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("got %v", got)
	}
	if got := Distinct([]int{3, 1, 3, 2, 1}); !slices.Equal(got, []int{3, 1, 2}) {
		t.Errorf("got %v", got)
	}
	if got := Make(3, func(i int) int { return i * i }); !slices.Equal(got, []int{0, 1, 4}) {
		t.Errorf("got %v", got)
	}
	if got := Indices[int](3); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("got %v", got)
	}
}

func TestFilter(t *testing.T) {
	list := []int{3, 8, 1, 6}
	even := Filter(list, func(x int) bool { return x%2 == 0 })
	if !slices.Equal(even, []int{8, 6}) || !slices.Equal(list, []int{3, 8, 1, 6}) {
		t.Errorf("Filter returned %v and left %v", even, list)
	}
}

func TestPositions(t *testing.T) {
	list := []int{3, 8, 1, 6}
	even := func(x int) bool { return x%2 == 0 }
	if got := Positions[int](list, even); !slices.Equal(got, []int{1, 3}) || Count(list, even) != 2 {
		t.Errorf("Positions returned %v and Count %d", got, Count(list, even))
	}
	if got := Positions[int](list[:1], even); got != nil {
		t.Errorf("Positions returned %v, want nil", got)
	}
	if got := Sum(list, func(x int) int { return 2 * x }); got != 36 {
		t.Errorf("Sum returned %d, want 36", got)
	}
}

func TestFind(t *testing.T) {
	list := []int{1, 4, 6}
	if got, found := Find(list, func(n int) bool { return n%2 == 0 }); got != 4 || !found {
		t.Errorf("got %d, %v", got, found)
	}
	if got, found := Find(list, func(n int) bool { return n > 6 }); got != 0 || found {
		t.Errorf("got %d, %v, want nothing", got, found)
	}
}

func TestIntersect(t *testing.T) {
	for _, test := range []struct {
		a, b []uint64
		want bool
	}{
		{nil, []uint64{1}, false}, {[]uint64{1}, []uint64{2}, false}, {[]uint64{1, 4}, []uint64{2, 6}, true},
	} {
		if got := Intersect(test.a, test.b); got != test.want {
			t.Errorf("%v and %v: got %v, want %v", test.a, test.b, got, test.want)
		}
	}
}
