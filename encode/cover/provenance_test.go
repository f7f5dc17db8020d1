package cover_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/encode/cover"
	"nonet/model"
	"nonet/model/sudoku"
)

// The provenance has the sizes of the problem, a text for each item, and correct sources: if two options share an item,
// its constraint forbids their values together.
func TestProvenance(t *testing.T) {
	hard := backendtest.Puzzle(sudoku.Order(3), backendtest.HardestLines()[0])
	models := []*model.Model{sudoku.Order(2).Model(), sudoku.Order(3).Model(), hard.Model()}
	for seed := range uint64(backendtest.Rounds(25, 100)) {
		r := rand.New(rand.NewPCG(seed, 3))
		models = append(models, backendtest.Random(r, backendtest.Kinds{Table: true, NotEqual: true}))
	}
	for i, m := range models {
		want, err := cover.Encoder{}.Encode(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		got, a, err := cover.Encoder{}.Provenance(t.Context(), m)
		if err != nil || !reflect.DeepEqual(got.Formula.Options, want.Formula.Options) {
			t.Fatalf("model %d: Provenance: error %v, or another problem than Encode", i, err)
		}
		total, size := a.Total(), want.Formula.Size()
		if total.Units != size.Rows || total.Entries != size.Nonzeros || a.Shown+total.Auxiliary != size.Variables {
			t.Errorf("model %d: provenance has %+v and %d shown, want %+v", i, total, a.Shown, size)
		}
		optionsOf := make([][]int, size.Rows)
		for k, o := range got.Formula.Options[:got.Formula.Shown] {
			for _, entry := range o {
				optionsOf[entry.Item] = append(optionsOf[entry.Item], k)
			}
		}
		for k := range size.Rows {
			if text := a.Explain(k); text == "" || strings.Contains(text, "%!") {
				t.Fatalf("model %d: item %d: bad text %q", i, k+1, text)
			}
			p := a.Part(k)
			if p.Constraint == encode.None || p.Role == encode.TableRows {
				continue
			}
			for _, x := range optionsOf[k] {
				for _, y := range optionsOf[k] {
					b, c := got.Map.Shown[x], got.Map.Shown[y]
					if b.Var != c.Var && !forbids(m, m.Constraints[p.Constraint], b, c) {
						t.Fatalf("model %d: item %d forbids %v with %v: %s", i, k+1, b, c, a.Explain(k))
					}
				}
			}
		}
	}
}

// forbids reports whether c, which is not a table, forbids two atoms together.
func forbids(m *model.Model, c model.Constraint, x, y encode.Atom) bool {
	a := make(model.Assignment, len(m.Vars))
	for v := range a {
		a[v] = -1000 - 10*v // all distinct, and no value of a domain
	}
	a[x.Var], a[y.Var] = x.Value, y.Value
	return c.Violation(a) > 0
}

func TestSentences(t *testing.T) {
	_, a, err := cover.Encoder{}.Provenance(t.Context(), sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	for item, want := range map[int]string{
		1: "[r1c1=1] + [r1c1=2] + [r1c1=3] + [r1c1=4] + [r1c1=5] + " +
			"[r1c1=6] + [r1c1=7] + [r1c1=8] + [r1c1=9] = 1: cell r1c1, exactly one value",
		82: "[r1c1=1] + [r1c2=1] + [r1c3=1] + [r1c4=1] + [r1c5=1] + " +
			"[r1c6=1] + [r1c7=1] + [r1c8=1] + [r1c9=1] = 1: row 1, exactly one 1",
		324: "[r7c7=9] + [r7c8=9] + [r7c9=9] + [r8c7=9] + [r8c8=9] + " +
			"[r8c9=9] + [r9c7=9] + [r9c8=9] + [r9c9=9] = 1: box 9, exactly one 9",
	} {
		if got := a.Explain(item - 1); got != want {
			t.Errorf("item %d:\n got %s\nwant %s", item, got, want)
		}
	}
	var lines []string
	for _, f := range a.Families() {
		lines = append(lines, fmt.Sprint(f.Name, " ", f.Constraints, " ", f.Units, " ", f.Entries))
	}
	const want = "cells 81 81 729; rows 9 81 729; columns 9 81 729; boxes 9 81 729"
	if got := strings.Join(lines, "; "); got != want {
		t.Errorf("got families %s, want %s", got, want)
	}
}
