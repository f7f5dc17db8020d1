package cnf

import (
	"context"
	"errors"
	"io"
	"iter"

	"nonet/encode"
	"nonet/model"
)

// A Stream is an encoding whose clauses, unless they are few, are made again each time they are written: it takes the
// memory of the atoms and of some clauses.
type Stream struct {
	// Formula has no clauses at first. Those that the caller adds are written after the clauses of the model.
	Formula
	Map encode.Map

	b    *builder
	m    *model.Model
	many bool       // b does not hold all clauses
	size model.Size // of the clauses of the model
}

// Stream encodes m, which must not change afterwards. Its errors are those of Encode. With Dedup it holds all
// clauses in memory, because it compares them.
func (e Encoder) Stream(ctx context.Context, m *model.Model) (*Stream, error) {
	b := new(builder)
	b.configure(e)
	if !e.Dedup {
		b.f.flush = func([]Lit) {}
	}
	if err := b.encodeContext(ctx, m); err != nil {
		return nil, err
	}
	s := &Stream{Formula: b.f.Formula, Map: b.mp, b: b, m: m, many: b.f.flushed > 0, size: b.f.Size()}
	s.size.Literals += b.f.flushed
	s.Body, s.Clauses = nil, 0
	return s, nil
}

// Size returns the number of variables, clauses and literals that Write writes.
func (s *Stream) Size() model.Size {
	size := s.Formula.Size()
	size.Clauses += s.size.Clauses
	size.Literals += s.size.Literals
	return size
}

// Write writes the formula as WriteDIMACS does, with these comments.
func (s *Stream) Write(w io.Writer, comments iter.Seq[string]) error {
	return writeDIMACS(w, &s.Formula, s.Size().Clauses, comments, func(d *dimacsWriter) error {
		if s.many {
			s.b.f.flush = d.writeBody
			if err := s.b.encodeConstraints(s.m); err != nil {
				return err
			}
			if s.b.f.Clauses != s.size.Clauses {
				return errors.New("write: the model has changed")
			}
		}
		d.writeBody(s.b.f.Body)
		return nil
	})
}
