package why

import (
	"context"
	"slices"
	"sync"

	"nonet/proof"
)

// inPieces is what the checks of the claims of a certificate in pieces find together.
type inPieces struct {
	line   int // of the file: the first one of the certificate
	claims int // read so far

	mu        sync.Mutex
	left      int           // claims that are read and not yet checked, and 1 until the last one is
	checked   chan struct{} // closed when left is 0
	solutions int
	sum       proof.Summary
	core      *proof.Core // nil if a proof has none
	err       error       // of the first claim in the file that is not accepted
	failed    int         // its number
}

func newInPieces(line int) *inPieces {
	return &inPieces{line: line, left: 1, checked: make(chan struct{}), core: new(proof.Core)}
}

// begin counts a claim that is to be checked.
func (w *inPieces) begin(c *certified) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.number = w.claims; c.isPiece() {
		w.left++
	}
	w.claims++
}

// end adds what the check of a claim finds.
func (w *inPieces) end(c *certified, sum proof.Summary, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.solutions += len(c.claim.Solutions)
	w.sum.Clauses += sum.Clauses
	w.sum.Lemmas += sum.Lemmas
	w.sum.Literals += sum.Literals
	w.sum.Deleted += sum.Deleted
	if c.core == nil {
		w.core = nil
	} else if w.core != nil {
		w.core.Clues = union(w.core.Clues, c.core.Clues)
		w.core.Rules = union(w.core.Rules, c.core.Rules)
	}
	if err != nil && (w.err == nil || c.number < w.failed) {
		w.err, w.failed = err, c.number
	}
	if w.left--; w.left == 0 {
		close(w.checked)
	}
}

func union(a, b []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}

// result waits until all claims are checked, and returns what they prove together.
func (w *inPieces) result(ctx context.Context) (proof.Summary, error) {
	select {
	case <-w.checked:
		return w.sum, w.err
	case <-ctx.Done():
		return proof.Summary{}, ctx.Err()
	}
}
