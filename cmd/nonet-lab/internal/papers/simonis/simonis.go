package simonis

import (
	"nonet/cmd/nonet-lab/internal/papers"
)

// Experiment measures how many puzzles each level of propagation solves without search.
func Experiment() papers.Experiment {
	return papers.New("simonis", write, propagation, shaving, relaxed)
}
