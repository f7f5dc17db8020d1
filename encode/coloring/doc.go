// Package coloring states models as graph colouring problems, and reads and writes them.
//
// The conversion is that of Lewis: a vertex for each cell, an edge between cells that must differ, and as many colours as values. On the
// 9x9 grid these are 81 vertices and 810 edges. The clues remain to be said, in one of two ways. Either vertices are precoloured, or
// more generally have a list of colours they may have, which a plain file cannot say; or there is a vertex for each colour, all of them
// adjacent, and a clue is an edge to each of them but the one it is: 90 vertices and 846 edges, and eight for each clue. Any program that
// colours graphs can then solve the puzzle, and the vertices of the colours tell which colour stands for which value.
//
// [Encoder] states AllDifferent, NotEqual without offset, and Given, over domains of any kind. Problems are solved by package dsatur.
//
//	e, err := coloring.Encoder{Givens: coloring.Clique}.Encode(puzzle.Model())
//	coloring.Write(file, e.Formula)
//
// What this package does not do: search, or encode constraints that are not about pairs of variables being equal.
//
// # Sources
//
// R. M. R. Lewis, A Guide to Graph Colouring: Algorithms and Applications, Springer, 2nd edition 2021, the section on Sudoku. The format is
// that of the second DIMACS challenge: Clique and Coloring Problems, Graph Format, 1993.
package coloring
