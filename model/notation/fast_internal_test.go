package notation

import (
	"math/rand/v2"
	"testing"
)

// TestDecodeClassicFollowsTheTable compares the decoding of eight cells at a time with the table, for all bytes and
// neighbours.
func TestDecodeClassicFollowsTheTable(t *testing.T) {
	check := func(cells *[81]byte) {
		t.Helper()
		var want, got [81]uint8
		all := byte(0)
		for i, b := range cells {
			all |= classic[b]
			want[i] = classic[b] & 15
		}
		met := decodeClassic(&got, cells)
		switch {
		case isCertain(met) != isCertain(all):
			t.Fatalf("%q: met %#x, want %#x", cells[:], met, all)
		case isCertain(all) && (got != want || (met&15 != 0) != (all&15 != 0)):
			t.Fatalf("%q: met %#x, want %#x; got %v, want %v", cells[:], met, all, got, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{".", "0", ".12345678", "0123456789", ".0123456789", ".*_-Xx123456789", "./0:"} {
		var cells [81]byte
		for range 200 {
			for i := range cells {
				cells[i] = alphabet[random.IntN(len(alphabet))]
			}
			check(&cells)
		}
		for i := range cells {
			for i := range cells {
				cells[i] = alphabet[random.IntN(min(len(alphabet), 9))]
			}
			for b := range 256 {
				cells[i] = byte(b)
				check(&cells)
			}
		}
	}
}
