// Package coloring encodes models as graph colouring problems, and reads and writes such problems.
//
// The conversion follows Lewis: a vertex for each cell, an edge between cells that must differ, and as many colours as
// values. The 9x9 grid gives 81 vertices and 810 edges. Clues can be added in two ways. The first gives vertices lists
// of allowed colours, with one colour for a clue; a plain file cannot express this. The second adds a vertex for each
// colour; the vertices of the colours are pairwise adjacent. A clue then becomes eight edges, from its cell to all
// colours but its own. That makes 90 vertices and 846 edges, without the edges of the clues. Any program that colours
// graphs can then solve the puzzle, and the vertices of the colours show which colour stands for which value.
//
// [Encoder] encodes AllDifferent, NotEqual without offset, and Given, over domains of any kind. Package dsatur solves
// the problems.
//
//	e, err := coloring.Encoder{Givens: coloring.Clique}.Encode(ctx, puzzle.Model())
//	coloring.Write(file, e.Formula)
//
// The package does not search, and does not encode constraints other than disequalities between two variables.
//
// # Sources
//
// R. M. R. Lewis, A Guide to Graph Colouring: Algorithms and Applications, Springer, 2nd edition 2021, the section on
// Sudoku. The format is the one of the second DIMACS challenge: Clique and Coloring Problems, Graph Format, 1993.
package coloring
