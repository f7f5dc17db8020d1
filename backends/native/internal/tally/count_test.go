package tally

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native/internal/grid9"
	"nonet/internal/search"
)

// solution is the grid from which the tests take random clues.
const solution = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"

// randomClues returns n clues of the solution grid.
func randomClues(r *rand.Rand, n int) []uint8 {
	clues := make([]uint8, 81)
	for _, c := range r.Perm(81)[:n] {
		clues[c] = solution[c] - '0'
	}
	return clues
}

// count counts, and checks the number of products.
func count(t *testing.T, height, width int, clues []uint8, jobs int) *big.Int {
	t.Helper()
	p := New(height, width, clues)
	if p == nil {
		t.Fatalf("%d×%d boxes are not supported", height, width)
	}
	n, products, err := p.Count(t.Context(), jobs)
	if err != nil {
		t.Fatal(err)
	}
	if float64(products) != p.products() {
		t.Errorf("got %d products, want %g", products, p.products())
	}
	return n
}

// TestEmptyGrids checks known counts: OEIS A107739 and A291188.
func TestEmptyGrids(t *testing.T) {
	for _, test := range []struct {
		height, width int
		want          string
	}{
		{2, 2, "288"},
		{2, 3, "28200960"},
		{3, 2, "28200960"},
		{2, 4, "29136487207403520"},
		{4, 2, "29136487207403520"},
		{3, 3, "6670903752021072936960"},
	} {
		n := test.height * test.width
		if test.width == 4 || n > 6 && os.Getenv("NONET_LONG") == "" {
			continue // 2×4 is the transposed sum of 4×2
		}
		if got := count(t, test.height, test.width, make([]uint8, n*n), 2); got.String() != test.want {
			t.Errorf("%d×%d boxes: %v, want %s", test.height, test.width, got, test.want)
		}
	}
	if New(1, 4, make([]uint8, 16)) != nil || New(3, 4, make([]uint8, 144)) != nil {
		t.Error("got a plan for an unsupported grid")
	}
}

// TestAgainstEnumeration compares with enumeration on puzzles with enough clues. With odd seeds they have at least one
// solution.
func TestAgainstEnumeration(t *testing.T) {
	const limit = 20_000
	engine := grid9.Engines[0].New()
	compared, large := 0, 0
	puzzles := uint64(backendtest.Rounds(50, 200))
	for seed := range puzzles {
		r := rand.New(rand.NewPCG(seed, 1))
		clues := randomClues(r, 20+r.IntN(12))
		if seed%2 == 0 { // change a clue or fill a cell, so that there may be no solution
			c := r.IntN(81)
			clues[c] = clues[c]%9 + 1
		}
		engine.Start((*grid9.Grid)(clues))
		want := int64(0)
		for want < limit {
			if e, _ := engine.Next(1 << 40); e != search.Found {
				break
			}
			want++
		}
		if want == limit {
			continue
		}
		compared++
		if want > 1000 {
			large++
		}
		if got := count(t, 3, 3, clues, 1); got.Int64() != want {
			t.Fatalf("seed %d: %v, want %d", seed, got, want)
		}
	}
	if uint64(compared) < puzzles*3/5 || uint64(large) < puzzles/8 {
		t.Errorf("only %d puzzles compared, %d of them with many solutions", compared, large)
	}
}

// TestSumOverCell checks numbers that are too large for enumeration: the counts for each digit of a cell add up.
func TestSumOverCell(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; TestSmallGrids does the same")
	}
	for seed := range uint64(backendtest.Rounds(1, 2)) {
		r := rand.New(rand.NewPCG(seed, 2))
		clues := randomClues(r, 20+r.IntN(4))
		for i := range clues { // also clues that leave digits, columns and bands free
			if seed%2 == 1 && clues[i] > 7 {
				clues[i] = 0
			}
		}
		cell := r.IntN(81)
		clues[cell] = 0
		want := count(t, 3, 3, clues, 2)
		got := new(big.Int)
		for d := range uint8(9) {
			clues[cell] = d + 1
			got.Add(got, count(t, 3, 3, clues, 1))
		}
		if got.Cmp(want) != 0 || want.Sign() == 0 {
			t.Errorf("seed %d: %v with a digit in cell %d, %v without", seed, got, cell, want)
		}
	}
}

// TestSmallGrids compares the sum over the digits of a cell, from the empty grid down, and each time the count of the
// transposed puzzle with renamed digits.
func TestSmallGrids(t *testing.T) {
	for _, shape := range [][2]int{{2, 2}, {2, 3}, {3, 2}} {
		height, width := shape[0], shape[1]
		n := height * width
		r := rand.New(rand.NewPCG(uint64(n), uint64(width)))
		for range 10 {
			clues := make([]uint8, n*n)
			total := count(t, height, width, clues, 1)
			for total.Cmp(big.NewInt(1)) > 0 {
				cell := r.IntN(n * n)
				if clues[cell] != 0 {
					continue
				}
				sum, digit := new(big.Int), uint8(0)
				var next *big.Int
				for d := range uint8(n) {
					clues[cell] = d + 1
					k := count(t, height, width, clues, 1)
					if k.Sign() > 0 && (digit == 0 || r.IntN(2) == 0) {
						digit, next = d+1, k
					}
					sum.Add(sum, k)
				}
				if sum.Cmp(total) != 0 {
					t.Fatalf("%v: cell %d: %v, want %v", clues, cell, sum, total)
				}
				clues[cell] = digit
				total = next
				digits, other := r.Perm(n), make([]uint8, n*n)
				for c, d := range clues {
					if d != 0 {
						other[c%n*n+c/n] = uint8(digits[d-1] + 1)
					}
				}
				if got := count(t, width, height, other, 1); got.Cmp(total) != 0 {
					t.Fatalf("%v transposed: %v, want %v", clues, got, total)
				}
			}
		}
	}
}

func TestJobs(t *testing.T) {
	clues := randomClues(rand.New(rand.NewPCG(3, 3)), 19)
	want := count(t, 3, 3, clues, 1)
	for _, jobs := range []int{-1, 0, 2, 3, 50} {
		if got := count(t, 3, 3, clues, jobs); got.Cmp(want) != 0 {
			t.Errorf("%d workers: %v, want %v", jobs, got, want)
		}
	}
}

func TestCancelled(t *testing.T) {
	p := New(3, 3, randomClues(rand.New(rand.NewPCG(1, 4)), 6)) // takes minutes
	before := runtime.NumGoroutine()
	for _, after := range []time.Duration{0, 10 * time.Millisecond, 300 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		if _, _, err := p.Count(ctx, 2); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: error %v", after, err)
		}
		cancel()
	}
	backendtest.CheckGoroutines(t, before)
}

// BenchmarkCount counts grids with 20, 16 and 12 clues.
func BenchmarkCount(b *testing.B) {
	for _, test := range []struct {
		clues int
		want  string
	}{{20, "4865728"}, {16, "702441794"}, {12, "557916011092"}} {
		clues := randomClues(rand.New(rand.NewPCG(0, 2)), test.clues)
		b.Run("clues="+strconv.Itoa(test.clues), func(b *testing.B) {
			var products int64
			for b.Loop() {
				number, k, err := New(3, 3, clues).Count(b.Context(), 1)
				if err != nil || number.String() != test.want {
					b.Fatalf("%v, want %s, error %v", number, test.want, err)
				}
				products = k
			}
			b.ReportMetric(float64(products), "products/op")
		})
	}
}

func FuzzCount(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 0, 0, 0, 0, 2, 0, 0, 3}, uint8(0))
	f.Add([]byte{0, 6, 0, 1}, uint8(5))
	f.Fuzz(func(t *testing.T, data []byte, cell uint8) {
		clues := make([]uint8, 36)
		for i := range min(len(data), 36) {
			clues[i] = data[i] % 7
		}
		cell %= 36
		clues[cell] = 0
		want, got := count(t, 2, 3, clues, 1), new(big.Int)
		for d := range uint8(6) {
			clues[cell] = d + 1
			got.Add(got, count(t, 2, 3, clues, 1))
		}
		if got.Cmp(want) != 0 {
			t.Errorf("%v: %v with all digits of cell %d, %v without", clues, got, cell, want)
		}
	})
}

// products returns the number of products in the sum.
func (p *Plan) products() float64 {
	n := len(p.localTypes)
	return float64(len(p.passes)) * float64(len(p.localTypes[n-2])) * float64(len(p.localTypes[n-1]))
}
