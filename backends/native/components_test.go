package native

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
)

// TestComponents compares with enumeration, with a large cache and with one so small that nearly all entries are
// dropped at once.
func TestComponents(t *testing.T) {
	remembered := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 8))
		m := randomModel(r, 1+r.IntN(4))
		want := int64(len(backendtest.Enumerate(m)))
		for _, bytes := range []int{1 << 20, 500} {
			c, err := newComponentCounter(t.Context(), m, bytes)
			if err != nil {
				t.Fatal(err)
			}
			if c == nil {
				if want != 0 {
					t.Fatalf("seed %d: got no solution, want %d", seed, want)
				}
				continue
			}
			n, err := c.count(t.Context())
			if err != nil || n.bigInt().Int64() != want {
				t.Fatalf("seed %d, %d bytes: %v, want %d, error %v", seed, bytes, n.bigInt(), want, err)
			}
			if len(c.marks) != 0 || len(c.arena) != 0 {
				t.Fatalf("seed %d: marks or components left after count", seed)
			}
			if size := len(c.cache.young) + len(c.cache.old); bytes == 500 && size > 1+bytes/entryBytes {
				t.Fatalf("seed %d: %d entries in a cache of %d bytes", seed, size, bytes)
			} else if bytes > 500 {
				remembered += size
			}
		}
	}
	if remembered < 4000 {
		t.Errorf("only %d cache entries", remembered)
	}
}

func TestNatural(t *testing.T) {
	half, word := natural{low: 1 << 33}, new(big.Int).Lsh(big.NewInt(1), 64)
	if n := half.times(natural{low: 1 << 31}); n.bigInt().Cmp(word) != 0 {
		t.Errorf("2^64 is %v", n.bigInt())
	}
	most := natural{low: math.MaxUint64}
	if n := most.plus(natural{low: 1}); n.bigInt().Cmp(word) != 0 {
		t.Errorf("2^64 is %v", n.bigInt())
	}
	if a, b := half.times(natural{low: 1<<31 - 1}), most.plus(natural{}); a.large != nil || b.large != nil {
		t.Error("a number below 2^64 is not a word")
	}
	r := rand.New(rand.NewPCG(1, 9))
	a, b := natural{}, natural{low: 1}
	x, y := new(big.Int), big.NewInt(1)
	for range 300 {
		c := natural{low: r.Uint64() >> r.IntN(64)}
		if r.IntN(3) == 0 {
			a, x = a.plus(b.times(c)), new(big.Int).Add(x, new(big.Int).Mul(y, c.bigInt()))
		} else {
			b, y = b.plus(c), new(big.Int).Add(y, c.bigInt())
		}
		if a.bigInt().Cmp(x) != 0 || b.bigInt().Cmp(y) != 0 || a.isZero() != (x.Sign() == 0) {
			t.Fatalf("%v and %v, want %v and %v", a.bigInt(), b.bigInt(), x, y)
		}
		if r.IntN(20) == 0 {
			a, x = natural{}, new(big.Int)
		}
	}
}
