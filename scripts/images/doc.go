// Images writes random images of the puzzles of a list under the symmetries of Sudoku, one per line: as many as wanted, of the same
// difficulty as the list, from a seed. It makes the long files on which batches are measured.
//
//	zcat sudoku17.txt.gz | go run ./scripts/images -n 1000000 -seed 1 > million.txt
package main
