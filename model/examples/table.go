package examples

import (
	"math/rand/v2"

	"nonet/model"
)

// An Example generates one kind of model. Either Model or Text is nil. They draw from r where a model is random.
type Example struct {
	Name     string
	Min, Max int // of the size, whose meaning the function for the kind states

	// Model returns the model.
	Model func(n int, r *rand.Rand) *model.Model

	// Text returns a file in a format with an ending, and the number of colours of a graph.
	Text           func(n int, r *rand.Rand) (content string, colours int)
	Format, Ending string
}

// All returns all examples.
func All() []Example {
	fixed := func(f func(int) *model.Model) func(int, *rand.Rand) *model.Model {
		return func(n int, _ *rand.Rand) *model.Model { return f(n) }
	}
	text := func(f func(int) string) func(int, *rand.Rand) (string, int) {
		return func(n int, _ *rand.Rand) (string, int) { return f(n), 0 }
	}
	return []Example{
		{Name: "queens", Min: 4, Max: 100, Model: fixed(Queens)},
		{Name: "magic", Min: 3, Max: 20, Model: fixed(Magic)},
		{Name: "golomb", Min: 2, Max: 11, Model: fixed(Golomb)},
		{Name: "quasigroup", Min: 2, Max: 60, Model: Quasigroup},
		{Name: "holes", Min: 1, Max: 100, Model: Holes},
		{Name: "jobshop", Min: 1, Max: len(fisher), Model: fixed(JobShop)},
		{Name: "nonogram", Min: 2, Max: 20, Model: Nonogram},
		{Name: "zebra", Min: 5, Max: 5, Model: fixed(func(int) *model.Model { return Zebra() })},
		{Name: "langford", Min: 1, Max: 100, Text: text(Langford), Format: "cover", Ending: ".cover"},
		{Name: "knapsack", Min: 1, Max: 1000, Format: "lp", Ending: ".lp",
			Text: func(n int, r *rand.Rand) (string, int) { return Knapsack(n, r), 0 }},
		{Name: "mycielski", Min: 5, Max: 1535, Format: "col", Ending: ".col",
			Text: func(n int, _ *rand.Rand) (string, int) { return Mycielski(n) }},
		{Name: "pigeons", Min: 2, Max: 60, Text: text(Pigeons), Format: "cnf", Ending: ".cnf"},
	}
}
