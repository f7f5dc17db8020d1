package native

import (
	"math/big"
	"math/bits"
)

// A natural is a nonnegative integer of any size. The zero value is 0. Numbers below 2^64 need no allocation.
type natural struct {
	low   uint64
	large *big.Int // replaces low if it is not nil; never modified
}

func (n natural) isZero() bool { return n.low == 0 && (n.large == nil || n.large.Sign() == 0) }

// bigInt returns n as a big.Int, which the caller must not modify.
func (n natural) bigInt() *big.Int {
	if n.large != nil {
		return n.large
	}
	return new(big.Int).SetUint64(n.low)
}

func (n natural) plus(m natural) natural {
	if n.large == nil && m.large == nil {
		if sum, carry := bits.Add64(n.low, m.low, 0); carry == 0 {
			return natural{low: sum}
		}
	}
	return natural{large: new(big.Int).Add(n.bigInt(), m.bigInt())}
}

func (n natural) times(m natural) natural {
	if n.large == nil && m.large == nil {
		if over, product := bits.Mul64(n.low, m.low); over == 0 {
			return natural{low: product}
		}
	}
	return natural{large: new(big.Int).Mul(n.bigInt(), m.bigInt())}
}
