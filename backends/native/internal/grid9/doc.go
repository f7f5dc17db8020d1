// Package grid9 searches classic 9×9 grids: nine rows, columns and boxes, each holding every digit once, and nothing else. It knows no
// model; it is what remains of a Sudoku when everything that could vary has been fixed.
//
// An engine is started with clues and then steps from solution to solution, as the interface [Engine] says. [Sweep] is the fastest where
// the processor has registers of 512 bits that hold the whole grid; [Bands], a bit-board of digits, is the fastest elsewhere. [Engines]
// lists all of them; the tests hold each to the same cases.
//
// # Example
//
//	var s grid9.Bands
//	s.Start(&clues)
//	if event, _ := s.Next(math.MaxInt); event == grid9.Found {
//		s.Solution(&grid)
//	}
//
// # Words
//
// Rows, columns, boxes and cells are numbered from 0, row by row from the top left. A band is three rows of boxes' height: rows 3k to
// 3k+2; a stack is three columns, 3b to 3b+2. A mini-row is the three cells that a row and a box share, a mini-column those of a column
// and a box.
package grid9
