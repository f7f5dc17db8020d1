package notation_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"nonet/backends/backendtest"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestInputs reads compressed and invalid inputs, and inputs in pieces.
func TestInputs(t *testing.T) {
	text := classic + "\n" + escargot + "\n"
	both := []string{classic, escargot}
	utf16 := func(order string) string {
		var b strings.Builder
		for _, c := range text {
			if order == "little" {
				b.WriteString(string([]byte{byte(c), 0}))
			} else {
				b.WriteString(string([]byte{0, byte(c)}))
			}
		}
		return b.String()
	}
	packed := zipped(t, text)
	for _, test := range []struct {
		name     string
		input    io.Reader
		want     []string
		messages []string
	}{
		{"nothing", strings.NewReader(""), nil, nil},
		{"blank lines and comments only", strings.NewReader("\n\n# none\n"), nil, nil},
		{"gzip", bytes.NewReader(packed), both, nil},
		{"gzip, byte by byte", iotest.OneByteReader(bytes.NewReader(packed)), both, nil},
		{"gzip, of a text with a byte order mark", bytes.NewReader(zipped(t, "\xef\xbb\xbf"+text)), both, nil},
		{"gzip, two members", bytes.NewReader(append(zipped(t, classic+"\n"), zipped(t, escargot)...)), both, nil},
		{"gzip, cut off", bytes.NewReader(packed[:len(packed)-4]), both,
			[]string{"final: list.txt:3: the file is packed with gzip, and cut off: unexpected EOF"}},
		{"byte by byte", iotest.OneByteReader(strings.NewReader(text)), both, nil},
		{"the end together with the data", iotest.DataErrReader(strings.NewReader(text)), both, nil},
		{"a source that fails", io.MultiReader(
			strings.NewReader(classic+"\n123"), iotest.ErrReader(errors.New("disk on fire"))), []string{classic},
			[]string{"final: list.txt:2: disk on fire"}},
		{"UTF-16 with a mark", strings.NewReader("\xff\xfe" + utf16("little")), nil,
			[]string{"list.txt:1: the text is in UTF-16, expected UTF-8"}},
		{"UTF-16, the other way round", strings.NewReader("\xfe\xff" + utf16("big")), nil,
			[]string{"list.txt:1: the text is in UTF-16, expected UTF-8"}},
		{"UTF-16 without a mark", strings.NewReader(utf16("little")), nil,
			[]string{"list.txt:1: the text is in UTF-16, expected UTF-8"}},
		{"xz", strings.NewReader("\xfd7zXZ\x00\x00\x04"), nil,
			[]string{"list.txt:1: the file is packed, but not with gzip: unpack it first"}},
		{"lzma", strings.NewReader("]\x00\x00\x80\x00\xff\xff"), nil,
			[]string{"list.txt:1: the file is packed, but not with gzip: unpack it first"}},
		{"binary", strings.NewReader("\x7fELF\x02\x01\x01\x00\x00\x00"), nil,
			[]string{"list.txt:1: binary data, expected text"}},
		{"NUL later on", strings.NewReader(text + strings.Repeat(text, 5) + "1..4..1..\x001..4..1\n" + four),
			append(append([]string{}, repeat(both, 6)...), four),
			[]string{"list.txt:13:10: found the control character U+0000, expected text"}},
		{"a byte that is not UTF-8", strings.NewReader("é\xff\n" + four), []string{four},
			[]string{"list.txt:1:2: found the byte 0xff, which is not UTF-8, expected text"}},
		{"a line of 300 kB", strings.NewReader(strings.Repeat("1", 300<<10) + "\n" + four), []string{four},
			[]string{"list.txt:1: the line is longer than 262144 bytes, expected a puzzle"}},
		{"a last line of 300 kB", strings.NewReader(four + "\n" + strings.Repeat("1", 300<<10)), []string{four},
			[]string{"list.txt:2: the line is longer than 262144 bytes, expected a puzzle"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			puzzles, messages := readFrom(test.input, notation.Options{File: "list.txt"})
			if diff := cmp.Diff(test.want, lines(puzzles)); diff != "" {
				t.Errorf("puzzles (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.messages, messages); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
		})
	}
}

func repeat(s []string, n int) (all []string) {
	for range n {
		all = append(all, s...)
	}
	return all
}

// endless is a source of n bytes that repeats a text.
type endless struct {
	text string
	at   int
	n    int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	k := copy(p[:min(len(p), e.n)], e.text[e.at:])
	e.at = (e.at + k) % len(e.text)
	e.n -= k
	return k, nil
}

// TestMemoryIsBounded reads long inputs and measures the memory that this allocates.
func TestMemoryIsBounded(t *testing.T) {
	const megabyte = 1 << 20
	many := backendtest.Rounds(20_000, 100_000)
	for _, test := range []struct {
		name, text string
		size       int
		puzzles    int
		limit      uint64 // bytes allocated while reading
	}{
		{"a long line", strings.Repeat("1", 1<<16), backendtest.Rounds(5, 100) * megabyte, 0, megabyte},
		{"puzzles", classic + "\n", 82 * many, many, megabyte},
		{"rules without end", "---+---\n", megabyte, 0, 0},
		{"a quote that is never closed", "puzzle,\"\n", megabyte, 0, 0},
		{"rows without end", "12.4\n123\n", megabyte / 2, 0, 0},
		{"blank records", "puzzle,name\n" + strings.Repeat("\n", megabyte), megabyte, 0, megabyte},
		{"headers of .sdk", "#D\n[State]\n", 2 * megabyte, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := notation.NewReader(&endless{text: test.text, n: test.size}, notation.Options{})
			n := 0
			var p sudoku.Puzzle
			for {
				err := r.ReadInto(&p)
				if err == io.EOF {
					break
				}
				if err == nil {
					n++
				}
			}
			runtime.GC() // how much garbage waits depends on the tests before this one
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(r)
			if n != test.puzzles && test.limit > 0 {
				t.Errorf("%d puzzles, want %d", n, test.puzzles)
			}
			if got := after.TotalAlloc - before.TotalAlloc; test.limit > 0 && got > test.limit {
				t.Errorf("%d bytes allocated, want at most %d", got, test.limit)
			}
			if stack := int64(after.StackInuse) - int64(before.StackInuse); stack > megabyte {
				t.Errorf("%d bytes of stack", stack)
			}
			if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 64*megabyte {
				t.Errorf("%d bytes held", held)
			}
		})
	}
}

// TestEndOfTheBuffer reads puzzles of each format where the buffer ends behind the beginning of the first one, so that
// looking ahead moves the text.
func TestEndOfTheBuffer(t *testing.T) {
	const buffer = 64 << 10
	cage := sudoku.Rule{Kind: "cage", Number: 3, Cells: []sudoku.Cell{0, 1}}
	for _, format := range writers() {
		for _, rules := range [][]sudoku.Rule{nil, {cage}} {
			p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16), Rules: rules}
			p.Clues[5] = 2
			text, ok := write(t, format, p, p)
			if !ok {
				continue
			}
			comment, end := "#"+strings.Repeat("-", buffer-2)+"\n", strings.Repeat("\n", buffer)
			for behind := 1; behind < min(40, len(text)); behind++ {
				if _, messages := readAll("#"+comment[behind+1:]+text+end, notation.Options{}); len(messages) > 0 {
					t.Fatalf("%s, with %d bytes in the buffer: %q", format, behind, messages)
				}
			}
		}
	}
}
