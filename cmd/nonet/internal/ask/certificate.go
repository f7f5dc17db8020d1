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
// Workers may put certificates in any order.
type certificates struct {
	out io.Writer

	mu      sync.Mutex
	next    int            // index of the puzzle whose certificate is written next
	waiting map[int][]byte // certificates of later puzzles, nil for none
	written int64
	bytes   int64
	err     error
}

func newCertificates(out io.Writer) *certificates {
	return &certificates{out: out, waiting: map[int][]byte{}}
}

// put adds the certificate of a puzzle, nil if it has none, and writes all certificates that are next in order.
func (c *certificates) put(index int, text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[index] = text
	for {
		text, ok := c.waiting[c.next]
		if !ok {
			return
		}
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
	_, c.err = c.out.Write(text)
	c.written++
	c.bytes += int64(len(text))
}

// certify puts the certificate of an answer.
func (w *worker) certify(ctx context.Context, a *print.Answer, out *batch.Out) {
	var text []byte
	if a.Item.ReadErr == nil && a.Err == nil {
		p := a.Problem()
		err := w.asker.WithGround(ctx, time.Now(), p, func(ctx context.Context, _ *ask.Ground) (err error) {
			text, err = w.certifier.Certificate(ctx, p, &a.Answer)
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
	w.proofs.put(a.Index, text)
}

// writeProofs writes a file of the certificates that run puts.
func writeProofs(e *term.Env, name string, run func(*certificates) error) error {
	var asked error
	var proofs *certificates
	err := term.WriteFile(name, func(f *term.FileWriter) error {
		proofs = newCertificates(f)
		asked = run(proofs)
		if err := proofs.flush(); err != nil {
			return err
		}
		if proofs.written == 0 {
			return errNoProofs
		}
		return nil
	})
	switch {
	case asked != nil:
		return asked
	case errors.Is(err, errNoProofs):
		e.Warn("%s: not written: there is nothing to certify", name)
	case err != nil:
		return err
	case !e.Flags.Quiet:
		e.Note("%s, %s bytes: %s", term.Plural(proofs.written, "certificate", "certificates"),
			term.Thousands(proofs.bytes), name)
	}
	return nil
}

var errNoProofs = errors.New("nothing to certify")
