package slice

import (
	"slices"
	"testing"
)

func TestLists(t *testing.T) {
	want := [][]int{{}, {7, 8, 7}, {}, {9}, {}}
	var inOrder, counted Lists[int]
	for range 2 { // the second time in the memory of the first
		inOrder.Clear()
		for _, list := range want {
			for _, x := range list {
				inOrder.Append(x)
			}
			if !slices.Equal(inOrder.Open(), list) {
				t.Fatalf("open: %v, want %v", inOrder.Open(), list)
			}
			inOrder.End()
			inOrder.Append(1)
			inOrder.Drop()
		}
		counted.Reset(len(want))
		elements := []struct{ list, x int }{{1, 7}, {3, 9}, {1, 8}, {1, 7}}
		for _, e := range elements {
			counted.Count(int32(e.list))
		}
		counted.Allot()
		for _, e := range elements {
			counted.Add(int32(e.list), e.x)
		}
		for _, l := range []*Lists[int]{&inOrder, &counted} {
			if l.Len() != len(want) || len(l.All()) != 4 {
				t.Fatalf("%d lists of %d elements", l.Len(), len(l.All()))
			}
			for i, list := range want {
				if !slices.Equal(l.Get(int32(i)), list) {
					t.Errorf("list %d: %v, want %v", i, l.Get(int32(i)), list)
				}
			}
		}
	}
	counted.Reset(0)
	if counted.Allot(); counted.Len() != 0 {
		t.Errorf("%d lists, want none", counted.Len())
	}
}
