package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"nonet/encode"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/sudoku"
)

// dialectNames lists the dialects of a language as encodings.
func dialectNames(l text.Language) []string {
	var names []string
	for _, d := range l.Dialects() {
		names = append(names, string(d))
	}
	return names
}

// checkDialect returns the check of an encoding for a language in which the model itself is stated.
func checkDialect(l text.Language) func(encoding string) error {
	return func(encoding string) error {
		names := dialectNames(l)
		switch {
		case encoding == "" || slices.Contains(names, encoding):
			return nil
		case names == nil:
			return fmt.Errorf("%s: %s states the model itself, which has no encoding", encoding, l)
		}
		return fmt.Errorf("%s: expected %s", encoding, oneOf(names))
	}
}

// buildText states the model itself.
func buildText(d *document) (func(io.Writer) error, model.Size, error) {
	l := text.Language(d.format)
	if names := dialectNames(l); d.encoding == "" && names != nil {
		d.encoding = names[0]
	}
	doc := text.Document{Model: d.reduced, Dialect: text.Dialect(d.encoding)}
	if d.known != nil {
		doc.Exclude = []model.Assignment{model.Assignment(d.known)}
	}
	size := text.Size(d.reduced)
	d.fillSidecar(encode.Map{Vars: len(d.reduced.Vars)}, size.Variables, nil)
	d.sidecar.Identifiers = l.Identifiers(d.reduced)
	doc.Comments = d.comments(size, true)
	return func(w io.Writer) error { return text.Write(w, l, doc) }, size, nil
}

// readTextReply reads the answer of a program that was told the model itself.
func readTextReply(r io.Reader, s *encode.Sidecar) (model.Status, []sudoku.Grid, error) {
	reply, err := text.ReadAnswer(r, s.Identifiers)
	var grids []sudoku.Grid
	for _, a := range reply.Solutions {
		grids = append(grids, sudoku.Grid(a))
	}
	if err != nil {
		err = errors.New(plainly(err))
	}
	return reply.Status, grids, err
}
