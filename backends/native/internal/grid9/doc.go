// Package grid9 solves classic 9×9 grids: nine rows, columns and boxes, each with every digit once, and no other
// constraint. It does not depend on package model.
//
// An engine starts with clues and then goes from solution to solution: see [Engine]. [Sweep] is the fastest engine on
// processors with 512-bit registers, which hold the whole grid; Lanes, sixteen grids side by side, on those with
// 256-bit registers (AVX2); [Bands], a bit board for each digit, on all others. [Engines] lists them; the tests run
// the same cases on each. [Search] solves lists.
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
// Rows, columns, boxes and cells are numbered from 0, row by row from the top left. Band k is rows 3k to 3k+2; stack b
// is columns 3b to 3b+2. A mini-row is the three cells of a row and a box, a mini-column the three cells of a column
// and a box.
package grid9
