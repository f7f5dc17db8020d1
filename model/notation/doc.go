// Package notation reads and writes Sudoku puzzles as text: the forms in which puzzles are published, pasted and piped, for grids of any
// box shape up to 100 rows.
//
// It knows classic puzzles only: a grid and its clues. Candidates, colours, the state of a game and the rules of variants are not read.
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
// # Bounds
//
// The Reader holds at most 256 KiB of the input and needs no more memory for a longer one. A longer line is an error like any other
// puzzle that cannot be read: the Reader goes on behind it. Input packed by gzip is unpacked. UTF-16 and binary data are refused.
//
// # Files
//
//   - reader.go: Reader, and what is between puzzles; options.go: Options, ParseError; parse.go: Parse
//   - input.go: lines with look-ahead in bounded memory
//   - scan.go: symbols, integers, decoration
//   - alphabet.go: what symbols mean; decode.go: which alphabet it is; numbers.go: integers to values
//   - plain.go: what a text without header is; line.go and grid.go: puzzles on a line, puzzles in rows
//   - fast.go: the line of 81 cells
//   - csv.go, instance.go, json.go, nonet.go, sdk.go: the other forms
//   - formats.go: the table of all forms; write.go: Writer, Line, WriteGrid
//
// # Sources
//
// Sudopedia, Sudoku File Formats, for lines, .sdk, .sdm and .ss. SudoCue, File Formats, for the headers of .sdk. R. Lewis's and H. Lloyd
// and M. Amos's instance files (Solving Sudoku with Ant Colony Optimization, IEEE Transactions on Games 12(3), 2020). qqwing's
// documentation of its output styles.
package notation
