package campaign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"nonet/cmd/nonet/internal/instances"
	"nonet/model/notation"
)

// openSet reads files of puzzles.
func openSet(ctx context.Context, name string, specs []instances.Spec) ([]instances.Instance, error) {
	file := name
	for _, s := range specs {
		if s.Name == name && s.File != "" {
			file = s.File
		}
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := notation.NewReader(f, notation.Options{File: file})
	var set []instances.Instance
	for ctx.Err() == nil {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return set, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		set = append(set, instances.Instance{Set: name, Index: len(set), Name: p.Name, Puzzle: &p})
	}
	return nil, ctx.Err()
}
