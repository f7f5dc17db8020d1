package tally

import (
	"context"
	"math/big"
	"math/bits"

	"nonet/model/parallel"
)

// maxCachedBytes bounds the matrices cached from pass to pass.
const maxCachedBytes = 256 << 20

// Count computes the sum with jobs workers. total and products do not depend on jobs. In each pass, Count visits all
// pairs of a type of the last but one stack and a type of the last stack; products is the number of these pairs. If ctx
// ends, total is a lower bound and the error is ctx.Err().
func (p *Plan) Count(ctx context.Context, jobs int) (total *big.Int, products int64, err error) {
	total = new(big.Int)
	c := &summation{Plan: p, jobs: max(jobs, 1), cache: map[[2]uint16]*matrix{}}
	n := len(p.localTypes)
	for band := range p.width {
		c.last = append(c.last, p.boxes[n-1][band].partitionsByFilling())
	}
	c.groupLastTypes()
	for _, pass := range p.passes {
		if err := c.prepareMatrices(ctx, pass); err != nil {
			return total, products, err
		}
		sum, err := c.sumPass(ctx)
		if err != nil {
			return total, products, err
		}
		products += int64(len(p.localTypes[n-2])) * int64(len(p.localTypes[n-1]))
		sum.Mul(sum, big.NewInt(pass.multiplicity))
		total.Add(total, sum.Mul(sum, big.NewInt(p.orders)))
	}
	return total, products, nil
}

// A summation is a running Count.
type summation struct {
	*Plan
	jobs   int
	last   []map[rowState][]uint16 // by band: see box.partitionsByFilling
	groups []group

	matrices    [maxWidth]*matrix
	cache       map[[2]uint16]*matrix // by band and the partition of the outermost stack
	cachedBytes int                   // size of cache
	scratch     [maxWidth]*matrix
	emptyBand   *emptyBand // nil until it is needed
}

// A group is the types of the last stack with the same partition in the first band.
type group struct {
	first uint16
	rest  [][2]uint16 // partitions in the second and the third band; zero if there is no third band
}

func (c *summation) groupLastTypes() {
	for _, t := range c.localTypes[len(c.localTypes)-1] {
		if n := len(c.groups); n == 0 || c.groups[n-1].first != t[0] {
			c.groups = append(c.groups, group{first: t[0]})
		}
		g := &c.groups[len(c.groups)-1]
		g.rest = append(g.rest, [2]uint16{t[1], t[2]})
	}
}

// prepareMatrices provides the matrices of a pass, from the cache where possible.
func (c *summation) prepareMatrices(ctx context.Context, t pass) error {
	for band := range c.width {
		key, single := [2]uint16{uint16(band)}, len(t.typeIndices) == 1
		if single {
			key[1] = c.localTypes[0][t.typeIndices[0]][band]
			if m := c.cache[key]; m != nil {
				c.matrices[band] = m
				continue
			}
		}
		m := c.newMatrix(band)
		if bytes := 4 * len(m.entries); single && c.cachedBytes+bytes <= maxCachedBytes {
			c.scratch[band] = nil
			c.cache[key] = m
			c.cachedBytes += bytes
		}
		c.matrices[band] = m
		if err := c.fill(ctx, m, t, band); err != nil {
			return err
		}
	}
	return nil
}

// newMatrix returns a zero matrix for a band.
func (c *summation) newMatrix(band int) *matrix {
	if m := c.scratch[band]; m != nil {
		clear(m.entries)
		return m
	}
	n := len(c.localTypes)
	rows, columns := len(c.boxes[n-2][band].partitions), len(c.boxes[n-1][band].partitions)
	c.scratch[band] = &matrix{columns, make([]uint32, rows*columns)}
	return c.scratch[band]
}

// fill computes a matrix of a pass.
func (c *summation) fill(ctx context.Context, m *matrix, t pass, band int) (err error) {
	n := len(c.localTypes)
	inner, last := c.boxes[n-2][band], c.boxes[n-1][band]
	// An emptyBand saves work if all matrices computed from it have together at least as many entries as it has.
	if c.width == 3 && c.clueCounts[band] <= 1 && len(c.passes)*len(m.entries) >= len(c.partitions)*len(c.partitions) {
		if c.emptyBand == nil {
			if c.emptyBand, err = newEmptyBand(ctx, c.shape, c.jobs); err != nil {
				return err
			}
		}
		outermost := c.boxes[0][band].partitions[c.localTypes[0][t.typeIndices[0]][band]]
		divisor := uint32(1)
		if c.clueCounts[band] == 1 {
			divisor = 3
		}
		c.emptyBand.relabel(m, outermost, inner.partitions, last.partitions, divisor)
		return nil
	}
	outer := c.outerStates(t, band)
	return parallelFor(ctx, c.jobs, len(inner.partitions), func(_, i int) {
		c.fillRow(m.row(i), outer, inner.fillings[i], c.last[band])
	})
}

// sumPass adds up the products of a pass.
//
// The sum over all types of the last stack, for one type of the last but one stack, fits 64 bits. In a 9×9 grid it has
// at most 94,080 products of three entries, each at most 216². In an 8×8 grid it is at most the number of all grids.
func (c *summation) sumPass(ctx context.Context) (*big.Int, error) {
	types := c.localTypes[len(c.localTypes)-2]
	sums := make([]struct{ hi, lo uint64 }, c.jobs)
	err := parallelFor(ctx, c.jobs, len(types), func(worker, i int) {
		var carry uint64
		s := &sums[worker]
		s.lo, carry = bits.Add64(s.lo, c.sumProducts(types[i]), 0)
		s.hi += carry
	})
	total := new(big.Int)
	for _, s := range sums {
		n := new(big.Int).SetUint64(s.hi)
		total.Add(total, n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(s.lo)))
	}
	return total, err
}

var one = []uint32{1}

// sumProducts adds up the products in which the last but one stack has type t.
func (c *summation) sumProducts(t stackType) uint64 {
	x, y, z := c.matrices[0].row(int(t[0])), c.matrices[1].row(int(t[1])), one
	if c.width == 3 {
		z = c.matrices[2].row(int(t[2]))
	}
	total := uint64(0)
	for i := range c.groups {
		g := &c.groups[i]
		f := uint64(x[g.first])
		if f == 0 {
			continue
		}
		sum := uint64(0)
		for _, r := range g.rest {
			sum += uint64(y[r[0]]) * uint64(z[r[1]])
		}
		total += f * sum
	}
	return total
}

// parallelFor calls do once for each i from 0 to n-1, from the given number of workers, numbered from 0. If ctx ends,
// it stops early and returns ctx.Err().
func parallelFor(ctx context.Context, jobs, n int, do func(worker, i int)) error {
	parallel.Each(ctx, jobs, n, func(_ context.Context, worker, i int) (stop bool) {
		do(worker, i)
		return false
	})
	return ctx.Err()
}
