package proof_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nonet/proof"
)

// The program derive.py, which shares nothing with nonet, prints the same formula, byte for byte, for random grids and
// clues, with the solution excluded and without one. It refuses a solution that breaks a clue or a house.
func TestDerive(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	const script = "../testdata/verify/derive.py"
	r := rand.New(rand.NewPCG(39, 2))
	boxes := [][2]int{{2, 3}, {1, 5}, {2, 2}, {2, 2}, {3, 2}, {3, 3}, {3, 3}, {4, 4}}
	if testing.Short() {
		boxes = boxes[:2]
	}
	for _, box := range boxes {
		c := &proof.Claim{Height: box[0], Width: box[1]}
		n := c.N()
		values, shift := r.Perm(n), r.IntN(n)
		var solution []int
		for cell := range n * n {
			row, column := cell/n, cell%n
			v := 1 + values[(row%c.Height*c.Width+row/c.Height+column+shift)%n]
			solution = append(solution, v)
			c.Puzzle = append(c.Puzzle, v*(r.IntN(3)/2))
		}
		line := func(cells []int) string {
			text := strings.ReplaceAll(" "+strings.Trim(fmt.Sprint(cells), "[]")+" ", " 0 ", " . ")
			text = strings.TrimSpace(strings.ReplaceAll(text, " 0 ", " . ")) // of two in a row
			if n <= 9 {
				text = strings.ReplaceAll(text, " ", "")
			}
			return text
		}
		size := fmt.Sprintf("%dx%d", box[0], box[1])
		arguments := []string{"-B", script, line(c.Puzzle), line(solution), "--box", size}
		c.Solutions = [][]int{solution}
		compare := func(arguments []string) {
			t.Helper()
			out, err := exec.Command("python3", arguments...).CombinedOutput()
			var want bytes.Buffer
			if err := proof.WriteDIMACS(&want, c); err != nil {
				t.Fatal(err)
			}
			if err != nil || !bytes.Equal(out, want.Bytes()) {
				t.Fatalf("%v: error %v, %d bytes, want %d: %.300s", arguments, err, len(out), want.Len(), out)
			}
		}
		compare(arguments)
		broken := append([]string(nil), arguments...)
		wrong := slices.Clone(solution)
		wrong[0] = 1 + wrong[0]%n
		broken[3] = line(wrong)
		if out, err := exec.Command("python3", broken...).CombinedOutput(); err == nil {
			t.Errorf("a wrong solution is accepted: %v\n%.200s", broken, out)
		}
		c.Solutions = nil
		if n <= 9 {
			compare(append(arguments[:3:3], arguments[4:]...))
		}
		clear(c.Puzzle) // which has the next grid of values, too
		next := slices.Clone(solution)
		for i := range next {
			next[i] = 1 + next[i]%n
		}
		c.Solutions = [][]int{solution, next}
		blank := strings.TrimSpace(strings.Repeat(". ", n*n))
		compare([]string{"-B", script, blank, line(solution), line(next), "--box", size})
	}
}
