package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/term"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// mixedList returns a list of puzzles with one solution, several, very many and none, mixed with comments, carriage
// returns, puzzles of other sizes and lines that cannot be read.
func mixedList(t *testing.T) string {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	var text bytes.Buffer
	for i := range 50 {
		p := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[random.IntN(len(backendtest.Hardest))].Puzzle)
		p = sudoku.RandomSymmetry(p.Shape, random).Puzzle(p)
		for range random.IntN(3) {
			p.Clues[random.IntN(81)] = random.IntN(10) * random.IntN(2)
		}
		line := notation.Line(nil, p.Clues)
		switch i % 50 {
		case 7:
			line = "# " + line
		case 11:
			line = "12.4.........32."
		case 13:
			line = strings.Replace(line, ".", "?", 1)
		case 17:
			line += "\r"
		case 19:
			line += " a comment, and more"
		case 23:
			line = line[1:]
		case 29:
			line = strings.Repeat("#", 81)
		case 31:
			line = ""
		case 37:
			line = strings.ReplaceAll(line, ".", "0")
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

var times = regexp.MustCompile(`"seconds":\{[^}]*\}|\b[0-9][0-9.e-]*,[^,]*,[^,]*,[^,]*$|in [0-9.,]+ .*$`)

// TestFastPathPrintsTheSame answers a list on the fast path and on the general path, which --alphabet selects, and
// compares everything printed except times.
func TestFastPathPrintsTheSame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(file, []byte(mixedList(t)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"unique", "unique --minimal", "solve", "count --limit 2000"} {
		for _, output := range []string{"text", "line", "json", "csv", "dimacs"} {
			var want string
			for _, way := range []string{"--alphabet=mixed", "--alphabet="} {
				var out, log bytes.Buffer
				args := append(strings.Fields(command), "--output", output, "--jobs", "2", way, file)
				code := nonet.Run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &log})
				out.WriteString(log.String())
				got := fmt.Sprint(code) + "\n"
				for line := range strings.Lines(out.String()) {
					got += times.ReplaceAllString(strings.TrimSuffix(line, "\n"), "") + "\n"
				}
				if want == "" {
					want = got
				} else if got != want {
					t.Errorf("%s --output %s: %s", command, output, firstDifference(got, want))
				}
			}
		}
	}
}

func firstDifference(got, want string) string {
	w := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(w) || line != w[i] {
			return fmt.Sprintf("line %d:\ngot  %s\nwant %s", i+1, line, strings.Join(w[i:min(i+1, len(w))], ""))
		}
	}
	return "the end is missing"
}

// TestFastPathAllocatesNothing checks that the fast path allocates nothing per puzzle, so that a list of any length
// needs the same memory.
func TestFastPathAllocatesNothing(t *testing.T) {
	line := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	per := func(lines int) float64 {
		return testing.AllocsPerRun(2, func() {
			var log bytes.Buffer
			s := term.Streams{In: strings.NewReader(strings.Repeat(line, lines)), Out: new(lineCounter), Err: &log}
			if code := nonet.Run(t.Context(), []string{"unique", "--jobs", "2", "-"}, s); code != 0 {
				t.Fatalf("exit code %d, %s", code, &log)
			}
		})
	}
	few, many := per(2_000), per(8_000)
	// the chunks of the output are allocated; their number depends on scheduling
	if more := (many - few) / 6_000; more > 0.2 {
		t.Errorf("got %.3f allocations per further puzzle, want at most 0.2", more)
	}
}
