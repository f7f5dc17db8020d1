// Images writes random images of the puzzles of a list under the symmetries of Sudoku, one per line, reproducible from
// a seed. An image is as difficult as its puzzle. The command makes the long files for measurements of batches.
//
//	zcat sudoku17.txt.gz | go run ./scripts/images -n 1000000 -seed 1 > million.txt
package main
