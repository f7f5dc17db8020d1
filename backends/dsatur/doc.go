// Package dsatur colours graphs with a fixed number of colours, by branch and bound in the order of saturation.
//
// The search branches on the vertex with the highest saturation, that is, with the fewest colours left; ties go to the
// vertex with the most uncoloured neighbours (Brélaz). A vertex with one colour left gets it at once; a vertex without
// colours is a dead end. If the graph comes with cliques of as many vertices as there are colours, as the graph of a
// Sudoku does, each clique uses every colour: a colour with one vertex left in the clique goes there, and a colour with
// none is a dead end. In a graph without cliques, a greedy search looks for a clique of more vertices than colours,
// which proves that there is no colouring. [Engine.IgnoreCliques] turns this off.
//
// Interchangeable colours, such as all colours if no vertex is precoloured or the colours without a clue, are tried
// once: a vertex gets only the first of the unused ones. Counting multiplies by the number of renamings; enumeration
// generates them.
//
//	var s model.Solver = backends.Bind(nil, coloring.Encoder{}, dsatur.Engine{})
//
// # Limits
//
// A set of colours is one word, so there are at most 64. The engine is made for graphs like those of Sudokus of orders
// 2 to 4. Random puzzles of order 5 with about half of their cells given can take far too long, where SAT solvers and
// package native need a moment, since both learn from conflicts. On large graphs without cliques, specialized programs
// are much faster.
//
// # Cancelling
//
// The search is one loop without recursion and checks the context every thousand steps. It keeps a trail of its
// changes, with at most one entry for each vertex and colour, and reuses it for the next graph. A branching looks at
// all vertices, so a search takes time in proportion to at least the square of their number.
//
// # Sources
//
// D. Brélaz, New Methods to Color the Vertices of a Graph, Communications of the ACM 22, 1979, pp. 251-256. R. M. R.
// Lewis, A Guide to Graph Colouring, Springer, 2nd edition 2021.
package dsatur
