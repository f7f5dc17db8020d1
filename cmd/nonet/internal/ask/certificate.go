package ask

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/batch"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
)

// certificates is the file of --proof: one certificate for each puzzle or model whose answer has one, in input order.
// Workers may put certificates in any order. A proof for other checkers is alone in its file.
type certificates struct {
	out    io.Writer
	format ask.ProofFormat // "" for certificates

	mu      sync.Mutex
	next    int            // index of the puzzle whose certificate is written next
	waiting map[int][]byte // certificates of later puzzles, nil for none
	written int64
	bytes   int64
	formula []byte // of the proof
	err     error
}

// put adds the certificate of a puzzle, nil if it has none, or a proof with its formula, and writes all certificates
// that are next in order.
func (c *certificates) put(index int, text, formula []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if formula != nil {
		c.formula = formula
	}
	c.waiting[index] = text
	for text, ok := c.waiting[c.next]; ok; text, ok = c.waiting[c.next] {
		delete(c.waiting, c.next)
		c.next++
		c.write(text)
	}
}

// flush writes the certificates that wait behind puzzles without an answer.
func (c *certificates) flush() error {
	for _, index := range slices.Sorted(maps.Keys(c.waiting)) {
		c.write(c.waiting[index])
	}
	return c.err
}

func (c *certificates) write(text []byte) {
	if len(text) == 0 || c.err != nil {
		return
	}
	if _, c.err = c.out.Write(text); c.written > 0 && c.format != "" {
		c.err = errTwoProofs
	}
	c.written++
	c.bytes += int64(len(text))
}

// certify puts the certificate of an answer.
func (w *worker) certify(ctx context.Context, a *print.Answer, out *batch.Out) {
	var text, formula []byte
	if a.Item.ReadErr == nil && a.Err == nil {
		p := a.Problem()
		err := w.asker.WithGround(ctx, time.Now(), p, func(ctx context.Context, _ *ask.Ground) (err error) {
			if w.proofs.format == "" {
				text, err = w.certifier.Certificate(ctx, p, &a.Answer)
				return err
			}
			formula, text, err = w.certifier.Standard(ctx, p, &a.Answer, w.proofs.format)
			return err
		})
		switch {
		case err == nil:
		case ask.Undecided(err):
			w.Raise(term.Undecided)
			out.WriteErr(fmt.Sprintf("%s: no certificate: %s", a.Item.Name(), err))
		default:
			a.Err = fmt.Errorf("no certificate: %w", err)
		}
	}
	w.proofs.put(a.Index, text, formula)
}

// writeProofs writes a file of the certificates that run puts, or of a proof and beside it one of its formula.
func writeProofs(e *term.Env, name string, run func(*certificates) error) error {
	var asked error
	var proofs *certificates
	format := ask.ProofFormatOf(name)
	formula := ask.FormulaFile(name)
	err := term.WriteFile(name, func(f io.Writer) error {
		proofs = &certificates{out: f, waiting: map[int][]byte{}, format: format}
		asked = run(proofs)
		err := proofs.flush()
		if err == nil && proofs.written == 0 {
			err = errNoProofs
		}
		if err == nil && format != "" {
			err = term.WriteText(formula, string(proofs.formula))
		}
		return err
	})
	switch {
	case asked != nil:
		return asked
	case errors.Is(err, errNoProofs):
		e.Warn("%s: not written: there is nothing to certify", name)
	case errors.Is(err, errTwoProofs):
		return term.Fail(term.BadInput, fmt.Errorf("%s: expected one puzzle or model, since %w", name, errTwoProofs))
	case err != nil:
		return err
	case format != "" && !e.Flags.Quiet:
		e.Note("proof, %s bytes: %s; its formula: %s", term.Thousands(proofs.bytes), name, formula)
	case !e.Flags.Quiet:
		e.Note("%s, %s bytes: %s", term.Plural(proofs.written, "certificate", "certificates"),
			term.Thousands(proofs.bytes), name)
	}
	return nil
}

var (
	errNoProofs  = errors.New("nothing to certify")
	errTwoProofs = errors.New("a file in this format holds one proof")
)
