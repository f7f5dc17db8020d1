package cnf

import (
	"context"
	"errors"
	"os"
	"testing"

	"nonet/encode"
	"nonet/model/sudoku"
)

// A countdown is a context that ends at its n-th check.
type countdown struct {
	context.Context
	left, checks int
}

func newCountdown(t *testing.T, n int) *countdown {
	ctx, cancel := context.WithCancel(t.Context()) // so that Done is not nil
	t.Cleanup(cancel)
	return &countdown{ctx, n, 0}
}

func (c *countdown) Err() error {
	c.checks++
	if c.left--; c.left <= 0 {
		return context.Canceled
	}
	return nil
}

// Every preset and every at-most-one form looks at its context at least once for 2 * guardInterval clauses, and stops
// when it has ended.
func TestEncodeEnds(t *testing.T) {
	grid := sudoku.Order(4).Model()
	if os.Getenv("NONET_LONG") == "" {
		grid = sudoku.Order(3).Model()
	}
	var names []string
	for _, p := range Presets() {
		names = append(names, p.String(), p.String()+"-dedup")
	}
	for _, a := range AtMostOnes() {
		names = append(names, "extended/"+a.String(), "order/"+a.String())
	}
	for _, name := range names {
		e, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		whole := newCountdown(t, 1<<30)
		enc, err := e.Encode(whole, grid)
		if err != nil {
			t.Fatal(err)
		}
		if want := enc.Formula.Clauses / (2 * guardInterval); whole.checks < want {
			t.Errorf("%s: %d checks for %d clauses, want %d", name, whole.checks, enc.Formula.Clauses, want)
		}
		for at := 1; at <= whole.checks; at += max(1, whole.checks/3) {
			short := newCountdown(t, at)
			if _, err := e.Encode(short, grid); !errors.Is(err, context.Canceled) || short.checks != at {
				t.Errorf("%s: a context that ends at check %d: %d checks, error %v", name, at, short.checks, err)
			}
		}
	}
}

// A prepared encoder gives the right formula after an interruption.
func TestPreparedAfterInterruption(t *testing.T) {
	grid := sudoku.Order(4).Model()
	for _, name := range []string{"extended", "support", "extended-dedup", "triad", "order"} {
		e, _ := Parse(name)
		want, err := e.Encode(t.Context(), grid)
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := e.Prepare(grid)
		if err != nil {
			t.Fatal(err)
		}
		for at := 1; at < 4; at++ {
			_, err := prepared.Encode(newCountdown(t, at), grid)
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: error %v", name, err)
			}
			got, err := prepared.Encode(t.Context(), grid)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := got.Formula.Size(), want.Formula.Size(); a != b || got.Formula.Body[len(got.Formula.Body)/2] !=
				want.Formula.Body[len(want.Formula.Body)/2] {
				t.Errorf("%s: after an interruption at check %d: %+v, want %+v", name, at, a, b)
			}
		}
	}
}

// A formula that is too large is refused before its memory is allocated where the size is known, and otherwise while it
// is built.
func TestEncodeLimit(t *testing.T) {
	grid := sudoku.Order(4).Model()
	for _, name := range []string{"extended", "minimal", "support", "triad", "order", "log", "extended/product"} {
		e, _ := Parse(name)
		want, err := e.Encode(t.Context(), grid)
		if err != nil {
			t.Fatal(err)
		}
		size := int64(len(want.Formula.Body))
		within := encode.WithLimit(t.Context(), encode.Limit{Bytes: 40 * size, PerLiteral: 10})
		if _, err := e.Encode(within, grid); err != nil {
			t.Errorf("%s: four times the size: %v", name, err)
		}
		var refused *encode.UnsupportedError
		beyond := encode.WithLimit(t.Context(), encode.Limit{Bytes: 5 * size, PerLiteral: 10})
		if _, err := e.Encode(beyond, grid); !errors.As(err, &refused) {
			t.Errorf("%s: half the size: error %v", name, err)
		}
	}
	// The estimates.
	for _, c := range []struct {
		name  string
		exact bool
	}{{"extended", true}, {"minimal", false}, {"support", false}, {"order", false}, {"log", false}} {
		e, _ := Parse(c.name)
		enc, err := e.Encode(t.Context(), grid)
		if err != nil {
			t.Fatal(err)
		}
		b := &builder{}
		b.configure(e)
		b.f.guard = &guard{ctx: t.Context(), limit: encode.Limit{Bytes: 1, PerLiteral: 1}, literals: 1}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no refusal", c.name)
				}
			}()
			_ = b.encode(grid)
		}()
		if cap(b.f.Body) > 0 {
			t.Errorf("%s: memory was allocated before the refusal", c.name)
		}
		if size := cap(b.f.Body); size == 0 {
			b.f.guard = nil
			b.reserve()
		}
		if got, want := cap(b.f.Body), len(enc.Formula.Body); got < want || got > 2*want+4096 ||
			c.exact && got > want+want/8 {
			t.Errorf("%s: estimate %d, size %d", c.name, got, want)
		}
	}
}
