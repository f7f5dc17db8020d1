package encode

import (
	"context"
	"fmt"
	"io"
	"strings"

	"nonet/encode/internal/construct"
)

// Write calls write with a writer to w, and ends it when ctx ends: in the next call of the writer. It returns ctx.Err()
// then. Writers of formulas that see an error of their destination only at the end would format the rest without need.
func Write(ctx context.Context, w io.Writer, write func(io.Writer) error) error {
	return construct.Run(ctx, func(g *construct.Guard) error { return write(guardedWriter{g, w}) })
}

type guardedWriter struct {
	guard *construct.Guard
	to    io.Writer
}

func (w guardedWriter) Write(b []byte) (int, error) {
	w.guard.Check()
	return w.to.Write(b)
}

// A Limit bounds the memory that a formula may take.
type Limit struct {
	Bytes      int64 // 0 means no limit
	PerLiteral int64 // bytes that the user of the formula needs for each literal, the formula itself included
}

type limitKey struct{}

// WithLimit returns a context under which no formula is built that needs more memory.
func WithLimit(ctx context.Context, l Limit) context.Context {
	return context.WithValue(ctx, limitKey{}, l)
}

// LimitOf returns the limit of WithLimit, or the zero Limit.
func LimitOf(ctx context.Context) Limit {
	l, _ := ctx.Value(limitKey{}).(Limit)
	return l
}

// Literals returns the largest number of literals within the limit, or 0 if there is no limit.
func (l Limit) Literals() int64 {
	if l.Bytes <= 0 || l.PerLiteral <= 0 {
		return 0
	}
	return max(1, l.Bytes/l.PerLiteral)
}

// Exceeded returns the error about a formula of at least n literals.
func (l Limit) Exceeded(encoding string, n int64) error {
	return &UnsupportedError{Encoding: encoding, Part: fmt.Sprintf("a formula of %s or more literals: it would take "+
		"about %sB, and the limit is %sB (--memory); triad and extended/product are smaller, and native needs no "+
		"formula", strings.TrimSpace(withPrefix(n)), withPrefix(n*l.PerLiteral), withPrefix(l.Bytes))}
}

// withPrefix returns a number with three digits and a decimal prefix: "598 M".
func withPrefix(n int64) string {
	x, prefixes := float64(n), " kMGTPE"
	for x >= 999.5 && len(prefixes) > 1 {
		x, prefixes = x/1000, prefixes[1:]
	}
	return fmt.Sprintf("%.3g %s", x, strings.TrimSpace(prefixes[:1]))
}
