package notation_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

func ExampleReader() {
	input := `# three puzzles, one of them with a mistake
AI_Escargot 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..
1..4..1..1..4..5

1 . | . 4
. . | 1 .
----+----
. 1 | . .
4 . | . 1
`
	r := notation.NewReader(strings.NewReader(input), notation.Options{File: "three.txt"})
	for {
		p, err := r.Read()
		if err == io.EOF {
			break
		}
		var bad *notation.ParseError
		if errors.As(err, &bad) {
			fmt.Println(err)
			continue
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("line %d: %s, %d clues %s\n", r.Line(), p.Shape, p.Givens(), p.Name)
	}
	// Output:
	// line 2: 9x9 (3x3), 23 clues AI_Escargot
	// three.txt:3:16: found '5' in a 4x4 grid, expected 1-4 or a blank
	// line 5: 4x4 (2x2), 6 clues
}

// A killer Sudoku of four rows, and its rules as constraints.
func ExampleParse_variant() {
	p, err := notation.Parse(`nonet 1
shape 2x2
grid
. . . .
. . . .
. . . .
. . . 3
cage 3 r1c1 r2c1   # the sum, and the cells
cage 9 r1c2..r1c4
`, notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := p.BaseModel()
	for _, c := range m.Constraints[12:] { // after rows, columns and boxes
		fmt.Println(m.Describe(c))
	}
	fmt.Println(notation.RuleText(p.Shape, p.Rules[1]))
	// Output:
	// r1c1 + r2c1 = 3
	// alldifferent(r1c1, r2c1)
	// r1c2 + r1c3 + r1c4 = 9
	// alldifferent(r1c2, r1c3, r1c4)
	// cage 9 r1c2 r1c3 r1c4
}

func ExampleParse() {
	p, err := notation.Parse("1.|.4 ..|1. --+-- .1|.. 4.|.1", notation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(notation.Line(nil, p.Clues))
	notation.WriteGrid(os.Stdout, p.Alphabet, p.Shape, p.Clues)
	// Output:
	// 1..4..1..1..4..1
	// 1 . | . 4
	// . . | 1 .
	// ----+----
	// . 1 | . .
	// 4 . | . 1
}

// The same text is a puzzle in two alphabets.
func ExampleOptions_alphabet() {
	text := "1F" + strings.Repeat(".", 254)
	_, err := notation.Parse(text, notation.Options{})
	var ambiguous *notation.ParseError
	if errors.As(err, &ambiguous) {
		fmt.Println(ambiguous.Alphabets)
	}
	p, _ := notation.Parse(text, notation.Options{Alphabet: "hex"})
	fmt.Println(p.Clues[:2])
	// Output:
	// [mixed hex]
	// [2 16]
}

func ExampleWriter() {
	w, err := notation.NewWriter(os.Stdout, "nonet")
	if err != nil {
		fmt.Println(err)
		return
	}
	shape := sudoku.Shape{Height: 1, Width: 3}
	w.Write(sudoku.Puzzle{Name: "no boxes", Shape: shape, Clues: sudoku.Grid{1, 0, 0, 0, 2, 0, 0, 0, 0}})
	// Output:
	// nonet 1
	// name no boxes
	// shape 1x3
	// grid
	// 1 . .
	// . 2 .
	// . . .
}

func ExampleFormats() {
	for _, f := range notation.Formats() {
		fmt.Printf("%-9s %s\n", f.Name, strings.Join(f.Endings, " "))
	}
	// Output:
	// line      .txt
	// sdm       .sdm
	// grid      .txt
	// numbers   .txt
	// candidates .txt
	// instance  .txt
	// sdk       .sdk
	// ss        .ss
	// opensudoku .opensudoku
	// csv       .csv
	// fpuzzles  .fpuz
	// sudokupad .scl
	// iss       .iss
	// jigsaw    .txt
	// sumocue   .txt
	// ps        .txt
	// killer81  .txt
	// solo      .txt
	// sudokuwiki .txt
	// hodoku    .txt
	// json      .json .jsonl
	// nonet     .nonet
}
