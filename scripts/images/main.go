package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

func main() {
	n := flag.Int("n", 1000000, "number of puzzles to write")
	seed := flag.Uint64("seed", 1, "seed of the symmetries")
	flag.Parse()
	if err := write(os.Stdin, os.Stdout, *n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "images:", err)
		os.Exit(1)
	}
}

// write reads puzzles from r and writes n images of them to w, cycling through the puzzles.
func write(r io.Reader, w io.Writer, n int, seed uint64) error {
	var puzzles []sudoku.Puzzle
	for in := notation.NewReader(r, notation.Options{}); ; {
		p, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		puzzles = append(puzzles, p)
	}
	if len(puzzles) == 0 {
		return errors.New("standard input: no puzzles, expected a list")
	}
	random := rand.New(rand.NewPCG(seed, 0))
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for i := range n {
		p := puzzles[i%len(puzzles)]
		image := sudoku.RandomSymmetry(p.Shape, random).Puzzle(p)
		line = append(notation.AppendLine(line[:0], nil, image.Clues), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
