// Package dsatur colours graphs with a fixed number of colours, by branch and bound in the order of saturation.
//
// The vertex to be coloured next is the one that sees the most colours, that is, has the fewest left; ties are broken by the number of its
// neighbours without a colour (Brélaz). A vertex with one colour left gets it at once, one with none is a dead end. Where the graph comes
// with cliques of as many vertices as there are colours, as that of a Sudoku does, each colour has a place in each of them: one with a
// single place left goes there, one without is a dead end. [Engine.Plain] leaves the cliques out.
//
// Colours that nothing tells apart, such as all of them where no vertex is precoloured, or those that no clue has, are tried once: of the
// ones not used yet, a vertex is given the first. Counting multiplies by the number of ways to name them; enumerating goes through them.
//
//	var s model.Solver = backends.Bind(nil, coloring.Encoder{}, dsatur.Engine{})
//
// # Where it stops
//
// Colours are bits of a word, so there are 64 at most. It is made for graphs like those of Sudokus of orders 2 to 4. Random puzzles of order 5
// with about half of their clues may take it longer than anybody waits, where SAT solvers and package native need a moment, since both learn
// from their failures. On large graphs without cliques programs made for these are far ahead.
//
// # Cancelling
//
// The search is one loop without recursion; it looks at the context every thousand steps. It allocates nothing but a copy of its state for
// each level, and these are kept for the next graph.
//
// # Sources
//
// D. Brélaz, New Methods to Color the Vertices of a Graph, Communications of the ACM 22, 1979, pp. 251-256. R. M. R. Lewis, A Guide to
// Graph Colouring, Springer, 2nd edition 2021.
package dsatur
