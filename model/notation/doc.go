// Package notation reads and writes Sudoku puzzles as text: the forms in which puzzles are published, pasted and piped, for grids of any
// box shape up to 100 rows.
//
// A puzzle is a grid and its clues; in the format nonet, and in JSON, it may have the rules of a variant, too. Candidates, colours and the
// state of a game are not read, and no other format holds rules: a [Writer] refuses what it could not state.
//
// A [Reader] recognises each puzzle by its content, one after the other, so an input may mix forms; [Options] insist on a form, an
// alphabet or a shape. [Parse] reads a literal. A [Writer], [Line] and [WriteGrid] write. [Formats] lists the forms, [Alphabets] the
// alphabets.
//
// # Example
//
//	r := notation.NewReader(file, notation.Options{File: "top95.txt"})
//	for {
//		p, err := r.Read()
//		if err == io.EOF {
//			break
//		}
//		var bad *notation.ParseError
//		if errors.As(err, &bad) {
//			fmt.Println(bad) // notation: top95.txt:7:12: found 'y' in a 9x9 grid, expected 1-9 or a blank
//			continue         // the other puzzles can be read
//		}
//		...
//	}
//
// # Alphabets
//
// Up to nine rows a digit is a value, and 0 is a blank like . * _ - and X. Above, four ways to write a value are in use, and the same
// text can be a puzzle in several of them. A puzzle that makes sense in one alphabet only is read in that one, and the Reader remembers
// it for grids of the same size. A puzzle that makes sense in several is read in the one that earlier puzzles of its size made certain;
// if they did not, or if they made more than one certain, it is an error that names the alphabets, and Options.Alphabet decides. Three
// rules keep out readings that nobody means:
//
//   - Above nine rows, 0 beside another blank is a value, if that makes sense at all, and the alphabet is hex.
//   - A grid without any blank is a solution. It is read in hex only if each value occurs equally often.
//   - Up to nine rows, values are not counted from 0; but 0 beside another blank is an error unless 9 (in general, the number of rows)
//     is a clue too.
//
// Integers need no alphabet. They begin at 1, with 0 for a blank; 0 beside another blank (. or -1) is an error if no clue is the number
// of rows, and the alphabet hex then says that they begin at 0.
//
// # Lines and rows
//
// A line of 16 symbols is a 4x4 puzzle or a row of a 16x16 grid, and there are more such pairs. The Reader looks ahead: 16 lines of 16
// symbols are a grid if some do not make sense as puzzles, or if all are blank. Once such lines were found to be puzzles, they remain
// puzzles to the end of the input. Lines of 4 or 9 symbols are rows if there are enough of them.
//
// # The format nonet
//
// A puzzle is stated line by line, each beginning with a keyword; lines that are blank say nothing, nor does what follows a #.
//
//	nonet 1               the version of the format; begins a puzzle, which goes on to the next such line
//	name A small killer   optional
//	shape 2x2             height and width of a box, or 4 for four rows without boxes; if it is missing, the usual boxes
//	grid                  and the rows below: integers, with . or 0 for a blank
//	. . . .
//	. . . .
//	. . . .
//	. . . 3
//	cage 3 r1c1 r2c1      a rule; any number of them, below the shape or the grid
//	cage 9 r1c2..r1c4     the cells from r1c2 to r1c4
//	linear r4c1 > r4c2
//
// The grammar of rules, in which WORD* stands for any number of words, with blanks or commas between them:
//
//	rule     = kind [ number ] cells | "linear" sum relation sum | "not-equal" cell cell [ integer ] | "table" cells ":" row*
//	         | "regions" line "/" line "/" ... | "regions", with the lines below
//	kind     = the name of a sudoku.RuleKind, which says whether it has a number and cells
//	cells    = ( cell | cell ".." cell )*     A..B are the cells from A to B along a row, a column or a diagonal
//	cell     = "r" number "c" number          counted from 1
//	sum      = [ "-" ] term ( ( "+" | "-" ) term )*
//	term     = [ number "*" ] cell | number
//	relation = "=" | "<=" | ">=" | "<" | ">"
//	row      = "(" integer* ")"
//	line     = the region of each cell of a row, as words, or as characters without blanks
//
// Regions take the place of boxes: with them and no shape, a grid has none. A keyword that is not known is an error, because it may be a
// rule without which the puzzle would be another.
//
// # Bounds
//
// The Reader holds at most 256 KiB of the input and needs no more memory for a longer one. A longer line is an error like any other
// puzzle that cannot be read: the Reader goes on behind it. Input packed by gzip is unpacked. UTF-16 and binary data are refused.
//
// # Sources
//
// Sudopedia, Sudoku File Formats, for lines, .sdk, .sdm and .ss. SudoCue, File Formats, for the headers of .sdk. R. Lewis's and H. Lloyd
// and M. Amos's instance files (Solving Sudoku with Ant Colony Optimization, IEEE Transactions on Games 12(3), 2020). qqwing's
// documentation of its output styles.
package notation
