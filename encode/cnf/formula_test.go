package cnf

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model"
)

func TestFormula(t *testing.T) {
	f := &Formula{Vars: 2, Shown: 2}
	f.Add(1, 2)
	f.Add()
	x := f.NewVar()
	f.Add(-x, -1, 2)
	var clauses [][]Lit
	for c := range f.All() {
		clauses = append(clauses, c)
	}
	if d := cmp.Diff([][]Lit{{1, 2}, {}, {-3, -1, 2}}, clauses); d != "" {
		t.Errorf("clauses (-want +got):\n%s", d)
	}
	if got, want := f.Size(), (model.Size{Variables: 3, Clauses: 3, Literals: 5}); got != want {
		t.Errorf("got size %+v, want %+v", got, want)
	}
	if err := f.Validate(); err != nil {
		t.Error(err)
	}
	for range f.All() {
		break // tests that the iterator stops
	}
}

func TestSatisfied(t *testing.T) {
	f := &Formula{Vars: 2, Shown: 2}
	f.Add(1, -2)
	f.Add(2)
	for _, test := range []struct {
		v    Valuation
		want bool
	}{
		{Valuation{false, true, true}, true},
		{Valuation{false, false, true}, false},
		{Valuation{false, true, false}, false},
	} {
		if got := f.Satisfied(test.v); got != test.want {
			t.Errorf("Satisfied(%v) = %v, want %v", test.v, got, test.want)
		}
	}
	f.Add()
	if f.Satisfied(Valuation{false, true, true}) {
		t.Error("Satisfied is true with an empty clause")
	}
	if !(&Formula{}).Satisfied(nil) {
		t.Error("Satisfied is false for the empty formula")
	}
}

func FuzzParse(f *testing.F) {
	for _, e := range encoders() {
		f.Add(e.Name())
	}
	f.Add("extended/commander--1")
	f.Fuzz(func(t *testing.T, name string) {
		e, err := Parse(name)
		if err != nil {
			return
		}
		if again, err := Parse(e.Name()); err != nil || again.Name() != e.Name() {
			t.Fatalf("Parse(%q).Name() = %q, which parses as %+v, error %v", name, e.Name(), again, err)
		}
	})
}
