package build_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of docs/library.md")

// The programs have at most 1.3 times as many lines as the same ones in CPMpy, and in all at most 1.3 times as many
// characters. The table of docs/library.md has these numbers. White space and comments do not count.
func TestLengths(t *testing.T) {
	const page, begin, end = "../../docs/library.md", "<!-- lengths -->\n", "<!-- end of lengths -->\n"
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	size := func(code string) (lines, characters int) {
		for line := range strings.Lines(regexp.MustCompile(`(?m)\s*(//|# ).*$`).ReplaceAllString(code, "")) {
			words := strings.Join(strings.Fields(line), "")
			characters += len(words)
			lines += is(words != "")
		}
		return lines, characters
	}
	programs := read("testdata/programs.py")
	table := begin + "\n| program | lines | of CPMpy | characters | of CPMpy |\n|---|---|---|---|---|\n"
	ours, theirs := 0, 0
	stated := regexp.MustCompile(`(?s)func Example_(\w+)\(\) \{\n(.*?)\n\n\t(a := solve|fmt)`)
	for _, m := range stated.FindAllStringSubmatch(read("example_test.go"), -1) {
		_, python, _ := strings.Cut(programs, "def "+m[1]+"():\n")
		python, _, _ = strings.Cut(python, "\ndef ")
		lines, characters := size(m[2])
		pythonLines, pythonCharacters := size(python)
		if 10*lines > 13*pythonLines {
			t.Errorf("%s has %d lines, %d in CPMpy", m[1], lines, pythonLines)
		}
		ours, theirs = ours+characters, theirs+pythonCharacters
		table += fmt.Sprintf("| %s | %d | %d | %d | %d |\n", m[1], lines, pythonLines, characters, pythonCharacters)
	}
	if 10*ours > 13*theirs || ours == 0 {
		t.Errorf("%d characters, %d in CPMpy", ours, theirs)
	}
	text := read(page)
	head, rest, _ := strings.Cut(text, begin)
	_, tail, _ := strings.Cut(rest, end)
	if want := head + table + "\n" + end + tail; want != text {
		if *update {
			if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		} else {
			t.Errorf("run go test ./model/build -run Lengths -update; want\n%s", table)
		}
	}
}
