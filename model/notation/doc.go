// Package notation reads and writes Sudoku puzzles as text, in the formats in which puzzles are published, pasted and
// piped, for grids of any box shape up to 100 rows.
//
// A puzzle is a grid with clues. In formats with Format.Rules it may also have the rules of a variant. Candidates are
// rules, which a few more formats hold. The package does not read colours or the rest of the state of a game. Other
// formats cannot represent rules, and a [Writer] returns an error for a puzzle that its format cannot represent.
//
// A format whose puzzle is a link, a compressed text or a JSON object has a package of its own below this one, such as
// fpuzzles and sudokupad. [Reader.Notes] states what such a text may mean beside what was read, and [Leniency] decides
// whether parts that are not understood are errors.
//
// A [Reader] recognises each puzzle by its content, so an input may mix formats; [Options] require a format, an
// alphabet or a shape. [Parse] reads a literal. [Writer], [Line] and [WriteGrid] write. [Formats] lists the formats,
// [Alphabets] the alphabets.
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
//			fmt.Println(bad) // top95.txt:7:12: found 'y' in a 9x9 grid, expected 1-9 or a blank
//			continue         // the next Read continues after it
//		}
//		...
//	}
//
// # Alphabets
//
// Up to nine rows a digit is a value, and 0 is a blank like . * _ - and X. For larger grids four alphabets are in use,
// and the same text can be a puzzle in several of them. A puzzle that makes sense in only one alphabet is read in that
// one, and the Reader remembers the alphabet for grids of the same size. A puzzle that makes sense in several is read
// in the remembered alphabet. If none or several of them are remembered, it is an error that names the alphabets;
// Options.Alphabet decides. Three rules exclude improbable readings:
//
//   - Above nine rows, 0 beside another blank is a value if possible, and the alphabet is hex.
//   - A grid without blanks is a solution. It is read in hex only if each value occurs equally often.
//   - Up to nine rows, values are not counted from 0. But 0 beside another blank is an error unless 9 (in general, the
//     number of rows) is a clue.
//
// A Puzzle holds the alphabet in which it was read, with capital or small letters, and is written in the same one by
// [Line], [WriteGrid], [CandidateList] and the formats line, grid and csv. Ten digits are those from 0 to 9, in
// increasing order. The formats nonet and json count values from 1 and state the alphabet beside them. Other formats,
// rules and canonical forms count values from 1; [Loss] has the symbols that this changes.
//
// Integers need no alphabet. They begin at 1, with 0 for a blank. 0 beside another blank (. or -1) is an error unless
// the number of rows is a clue; the alphabet hex then states that values begin at 0.
//
// # Lines and rows
//
// A line of 16 symbols is a 4x4 puzzle or a row of a 16x16 grid, and other sizes are ambiguous in the same way. The
// Reader looks ahead: 16 lines of 16 symbols are a grid if some of them make no sense as puzzles, or if all are blank.
// Once it has found such lines to be puzzles, they are puzzles to the end of the input. Lines of 4 or 9 symbols are
// rows if there are enough of them.
//
// A line ends with a line feed, a carriage return, or both. What follows a puzzle in its line is a comment. But a word
// of as many symbols as the grid has cells is the regions of a jigsaw or a solution, and a note names any other.
//
// # Pastes
//
// People paste grids from forums, web pages, spreadsheets and programs. Where the forms above read nothing, the Reader
// removes markup, quotation marks and brackets, and replaces typographic characters, such as full-width digits. Spaces
// are blanks if each column of cells is one column of the text, and so are empty fields between bars, commas,
// semicolons or tabs. The question mark is a blank if there is no other. A 9x9 puzzle may stand in a sentence. If
// layouts give different grids, the text is an error that names both.
//
// # Errors
//
// A puzzle that cannot be read is one *[ParseError]; the Reader continues after it. For a grid whose rows do not fit,
// it measures all rows first. The message states the size of the grid only if the rows or Options.Shape make it
// certain.
//
// # The format nonet
//
// A puzzle is a list of lines that begin with a keyword. Blank lines and text after a # are ignored.
//
//	nonet 1               the version of the format; begins a puzzle, which ends before the next such line
//	name A small killer   optional; so are
//	author Ada
//	rules No value is twice in a cage.   in words; any number of such lines
//	shape 2x2             height and width of a box, or 4 for four rows without boxes; by default the usual boxes.
//	                      Rows, columns, values and extra cells of another grid may follow; see sudoku.ParseShape
//	symbols 0123          optional: the alphabet of answers, by its symbols in the order of the values from 1; grid,
//	                      rules and solution keep integers. Symbols of several characters are separated by blanks
//	grid                  and the rows below: integers, with . or 0 for a blank
//	. . . .
//	. . . .
//	. . . .
//	. . . 3
//	cage 3 r1c1 r2c1      a rule; any number of them, below the shape or the grid
//	cage 9 r1c2..r1c4     the cells from r1c2 to r1c4
//	linear r4c1 > r4c2
//	solution 1342243131244213            optional; a note says if it is wrong
//
// Without a grid all cells are blank; without a shape as well, it has nine rows. Bars may stand between the boxes of a
// grid.
//
// The grammar of rules, where WORD* is any number of words, separated by blanks or commas:
//
//	rule     = kind [ number ] cells ( "/" cells )* [ ":" integer* ]
//	         | "linear" sum relation sum | "not-equal" cell cell [ integer ] | "table" cells ":" row*
//	         | "regions" line "/" line "/" ... | "regions", with the lines below
//	         | "any-of" rule ( "&" rule )* ( "|" rule ( "&" rule )* )*
//	kind     = the name of a sudoku.RuleKind or an alias, in any case, with or without hyphens; the kind defines
//	           whether there are a number, cells and values
//	cells    = ( cell | cell ".." cell )*     A..B are the cells from A to B along a row, a column or a diagonal
//	cell     = "r" number "c" number          counted from 1; "x" number for an extra cell
//	sum      = [ "-" ] term ( ( "+" | "-" ) term )*
//	term     = [ number "*" ] cell | number
//	relation = "=" | "<=" | ">=" | "<" | ">"
//	row      = "(" integer* ")"
//	line     = the region of each cell of a row, as words, or as characters without blanks
//
// Regions replace boxes: a grid with regions and no shape has no boxes. An unknown keyword is an error, because it may
// be a rule without which the puzzle would be another.
//
// # Bounds
//
// The Reader buffers at most 256 KiB of the input, whatever its length. A longer line is an error like any other puzzle
// that cannot be read. There are at most as many puzzles and errors as lines, and the work is linear in the length of
// the input. The Reader unpacks gzip, and rejects UTF-16 and binary data.
//
// # Sources
//
// Sudopedia, Sudoku File Formats, for lines, .sdk, .sdm and .ss. SudoCue, File Formats, for the headers of .sdk. R.
// Lewis's and H. Lloyd and M. Amos's instance files (Solving Sudoku with Ant Colony Optimization, IEEE Transactions on
// Games 12(3), 2020). qqwing's documentation of its output styles.
package notation
