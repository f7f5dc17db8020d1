package campaign

import (
	"context"
	"fmt"

	"nonet/cmd/nonet/internal/bench/instances"
	"nonet/model/split"
)

// A piece is what a run gets of an instance.
type piece struct {
	cube     string // "" if the instance is not split
	instance instances.Instance
}

// pieces returns the instance, or what the cubes of the grid make of it.
func (g *Grid) pieces(ctx context.Context, in instances.Instance) ([]piece, error) {
	if g.Cubes == 0 {
		return []piece{{instance: in}}, nil
	}
	m := in.Puzzle.Model()
	cubes, err := split.Split(ctx, m, g.Cubes)
	if err != nil {
		return nil, fmt.Errorf("campaign: %s/%d: %w", in.Set, in.Index, err)
	}
	var all []piece
	for _, c := range cubes {
		p, err := c.On(*in.Puzzle)
		if err != nil {
			return nil, fmt.Errorf("campaign: %s/%d: %w", in.Set, in.Index, err)
		}
		part := in
		part.Puzzle = &p
		all = append(all, piece{c.Text(m), part})
	}
	return all, nil
}
