// Package dlx solves exact cover problems with Knuth's Algorithm C, on dancing cells.
//
// The search branches on the primary item with the fewest options left (minimum remaining values) and tries each of
// these options. An option that is tried removes the options in conflict with it from the sets of the items not yet
// covered. An item with one option left is covered at once without branching; an item without options is a dead end.
// [Engine] enumerates and counts; it implements backends.Counter.
//
//	var s model.Solver = backends.Bind(deduce.Singles, cover.Encoder{}, dlx.Engine{})
//	n, result, err := model.Count(ctx, s, puzzle.Model(), 0)
//
// # Cells, not links
//
// The options of an item are a sparse set: an array whose first part holds the options left. Removing an option swaps
// it with the last one. Undoing any number of removals needs only the previous size of each set, so each branching
// saves a copy of all set ends, and nothing is undone step by step. Dancing links, the older method, are in the tests
// as a second engine for comparison (BenchmarkCells): written for clarity, they take two to three times as long per
// update.
//
// # Cancelling
//
// The search is one loop without recursion and checks the context every thousand steps. It allocates only the saved
// copies, one for each level of the search tree, and reuses them for the next problem.
//
// # Sources
//
// D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, 2022: Algorithms X and C; exercise
// 7.2.2.1-7 and his programs SSXC and SSXCC have the sparse sets, after C. Solnon, 2021. D. E. Knuth, Dancing Links,
// Millennial Perspectives in Computer Science, 2000, pp. 187-214.
package dlx
