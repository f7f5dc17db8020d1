// Command width lists the tracked lines that are too wide: over 120 columns in Go, TOML and templates, over 100 in
// Markdown, with a tab counted as four.
//
// Lines that cannot be broken pass: lines with a word of 60 or more characters (a grid, a URL), and in Markdown rows of
// tables, code blocks and lines with a link. Generated reports and test data are left out.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	codeWidth     = 120
	markdownWidth = 100
	unbreakable   = 60 // characters in one word
)

func main() {
	out, err := exec.Command("git", "ls-files", "*.go", "*.md", "*.toml", "*.tmpl").Output()
	if err != nil {
		fmt.Fprintln(os.Stderr, "width: git ls-files:", err)
		os.Exit(2)
	}
	found := 0
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		if strings.HasPrefix(path, "reports/") || strings.Contains(path, "testdata/") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, "width:", err)
			os.Exit(2)
		}
		found += check(path, string(text))
	}
	if found > 0 {
		fmt.Fprintf(os.Stderr, "width: %d lines are too wide (%d columns in code, %d in Markdown)\n", found, codeWidth,
			markdownWidth)
		os.Exit(1)
	}
}

// check prints the lines of one file that are too wide, and returns their number.
func check(path, text string) (found int) {
	limit, markdown := codeWidth, filepath.Ext(path) == ".md"
	if markdown {
		limit = markdownWidth
	}
	number, fenced := 0, false
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\n")
		if markdown && strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		row := strings.HasPrefix(line, "|") && (markdown || strings.HasSuffix(path, ".md.tmpl"))
		literal := row || markdown && (fenced || strings.HasPrefix(line, "    ") ||
			strings.Contains(line, "](") || strings.Contains(line, "{{"))
		width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
		if width <= limit || literal || hasLongWord(line) {
			continue
		}
		fmt.Printf("%s:%d: %d columns\n", path, number, width)
		found++
	}
	return found
}

func hasLongWord(line string) bool {
	for _, word := range strings.Fields(line) {
		if utf8.RuneCountInString(word) >= unbreakable {
			return true
		}
	}
	return false
}
