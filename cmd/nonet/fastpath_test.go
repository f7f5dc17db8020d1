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
	"nonet/cmd/nonet/internal/term"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// mixedList is a list of classic puzzles of all kinds, with all that may stand between them: with one solution, many, very many and none;
// with names, comments and carriage returns; of other sizes; and with mistakes.
func mixedList(t *testing.T) string {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	var text bytes.Buffer
	for i := range 100 {
		p := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[random.IntN(len(backendtest.Hardest))].Puzzle)
		p = sudoku.RandomSymmetry(p.Shape, random).Puzzle(p)
		for range random.IntN(3) {
			p.Clues[random.IntN(81)] = random.IntN(10) * random.IntN(2)
		}
		line := notation.Line(p.Clues)
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

var times = regexp.MustCompile(`"seconds":\{[^}]*\}|[0-9.e-]+,[^,]*$|in [0-9.]+ .*$`)

// TestFastPathPrintsTheSame puts a list to the quick way and to the one for all puzzles, which is that of lists in an alphabet that was asked for,
// and compares all that is printed, but for times.
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
				code := run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &log})
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

// Nothing is allocated for a puzzle: a list of any length needs the same memory.
func TestFastPathAllocatesNothing(t *testing.T) {
	line := backendtest.Hardest[0].Puzzle + "\n"
	per := func(lines int) float64 {
		return testing.AllocsPerRun(2, func() {
			var log bytes.Buffer
			s := term.Streams{In: strings.NewReader(strings.Repeat(line, lines)), Out: new(lineCounter), Err: &log}
			if code := run(t.Context(), []string{"unique", "--jobs", "2", "-"}, s); code != 0 {
				t.Fatalf("exit code %d, %s", code, &log)
			}
		})
	}
	few, many := per(2_000), per(8_000)
	if more := (many - few) / 6_000; more > 0.2 { // those of the chunks, whose number depends on who waits for whom
		t.Errorf("%.3f allocations for each puzzle more", more)
	}
}
