package printable_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"nonet/cmd/internal/printable"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"plain", "cage 3 r1c1", "cage 3 r1c1"},
		{"letters, an emoji of several characters, Hebrew", "Ünïcode 👩‍🔬 שלום", "Ünïcode 👩‍🔬 שלום"},
		{"a second line", "a\nproved: b\r", `a\nproved: b\r`},
		{"title of the window", "a\x1b]0;pwn\a", `a\u001b]0;pwn\u0007`},
		{"delete", "a\x7f", `a\u007f`},
		{"control character of one byte elsewhere", "a\u009b2J", `a\u009b2J`},
		{"the same, not in UTF-8", "a\x9b2J", `a\x9b2J`},
		{"overrides", "a\u202eb\u2066c", `a\u202eb\u2066c`},
		{"marks", "a\u200fb\u061c", `a\u200fb\u061c`},
		{"separators", "a\u2028b\u2029", `a\u2028b\u2029`},
		{"replacement character", "a\ufffd", "a\ufffd"},
	} {
		if got := printable.Line(test.text); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestWriter(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		text []string
		want string
	}{
		{"lines and columns stay", []string{"a\tb\n", "c\n"}, "a\tb\nc\n"},
		{"colours of the program stay", []string{"\x1b[1m5\x1b[0m\x1b[2J\x1b"}, "\x1b[1m5\x1b[0m\\u001b[2J\\u001b"},
		{"a cursor back", []string{"rejected\rproved\b\n"}, `rejected\rproved\u0008` + "\n"},
		{"a cut character", []string{"a\xe2", "\x80", "\xaeb\xc3", "\xbc\n"}, `a\u202ebü` + "\n"},
		{"a character that is never whole", []string{"\xe2", "a\n"}, `\xe2a` + "\n"},
	} {
		var b bytes.Buffer
		w := &printable.Writer{To: &b, Sequences: []string{"\x1b[1m", "\x1b[0m"}}
		for _, text := range test.text {
			if n, err := w.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("%s: wrote %d of %d bytes, error %v", test.name, n, len(text), err)
			}
		}
		if b.String() != test.want {
			t.Errorf("%s: got %q, want %q", test.name, &b, test.want)
		}
	}
}

// A byte is recognised at each place among eight.
func TestWriterSeesEachByte(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for at := range 17 {
			text := bytes.Repeat([]byte("a"), 17)
			text[at] = byte(c)
			var b bytes.Buffer
			w := &printable.Writer{To: &b}
			w.Write(text)
			w.Write([]byte("."))
			stays := c >= ' ' && c < 0x7f || c == '\n' || c == '\t'
			if got := strings.TrimSuffix(b.String(), "."); stays != (got == string(text)) {
				t.Errorf("byte %#02x at %d: got %q", c, at, got)
			}
		}
	}
}

// What a Writer lets through has no character that a terminal obeys, and JSON stays the same value.
func FuzzWriter(f *testing.F) {
	f.Add("a\x1b[2J\u202e", 3)
	f.Add("\x9b\u009b\r\n\t\x00", 1)
	f.Fuzz(func(t *testing.T, text string, at int) {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, whole := range []string{text, string(quoted)} {
			var b bytes.Buffer
			w := &printable.Writer{To: &b}
			at = min(max(0, at), len(whole))
			w.Write([]byte(whole[:at]))
			w.Write([]byte(whole[at:]))
			w.Write([]byte("\n"))
			if !utf8.Valid(b.Bytes()) {
				t.Fatalf("%q: got %q, which is not UTF-8", whole, &b)
			}
			for _, line := range bytes.Split(b.Bytes(), []byte("\n")) {
				for _, cell := range bytes.Split(line, []byte("\t")) {
					if got := printable.Line(string(cell)); got != string(cell) {
						t.Fatalf("%q: %q passes", whole, cell)
					}
				}
			}
			var before, after string
			if whole != text && (json.Unmarshal(quoted, &before) != nil || json.Unmarshal(b.Bytes(), &after) != nil ||
				before != after) {
				t.Fatalf("%q became %q", before, after)
			}
		}
	})
}
