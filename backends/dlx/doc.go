// Package dlx solves exact cover problems by Knuth's Algorithm C, on dancing cells.
//
// The search chooses the primary item with the fewest options left (minimum remaining values), tries each of these options, and takes the
// options that clash with it out of the sets of the items not yet covered. An item with one option left is covered at once, without
// choice; one with none is a dead end. [Engine] enumerates and counts; it is a backends.Counter.
//
//	var s model.Solver = backends.Bind(deduce.Singles{}, cover.Encoder{}, dlx.Engine{})
//	n, result, err := model.Count(ctx, s, puzzle.Model(), 0)
//
// # Cells, not links
//
// The options of an item are a sparse set: an array whose first part holds those that are left. To take one out is a swap with the last,
// and to undo any number of these it is enough to know how many there were, so a choice keeps a copy of the ends of all sets and nothing
// is undone step by step. Dancing links, the older way, are in the tests, as a second engine to agree with and to be measured against
// (BenchmarkCells): written for clarity, they take twice to three times as long for each update.
//
// # Cancelling
//
// The search is one loop without recursion; it looks at the context every thousand steps. It allocates nothing but the copies, one for
// each level of the search tree, and these are kept for the next problem.
//
// # Sources
//
// D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, 2022: Algorithms X and C; exercise 7.2.2.1-7 and his programs
// SSXC and SSXCC have the sparse sets, after C. Solnon, 2021. D. E. Knuth, Dancing Links, Millennial Perspectives in Computer Science,
// 2000, pp. 187-214.
package dlx
