package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	codeWidth     = 120
	markdownWidth = 100
	unbreakable   = 60 // characters in one word
)

// wide finds the lines that are too wide, with a tab counted as four. Lines that cannot be broken pass: lines with a
// word of 60 or more characters (a grid, a URL), and in Markdown rows of tables, code blocks and lines with a link.
func wide(files []file) (found []finding) {
	for _, f := range files {
		limit, markdown := codeWidth, path.Ext(f.path) == ".md"
		if markdown {
			limit = markdownWidth
		}
		number, fenced := 0, false
		for line := range strings.Lines(f.text) {
			number++
			line = strings.TrimRight(line, "\n")
			if markdown && strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			}
			row := strings.HasPrefix(line, "|") && (markdown || strings.HasSuffix(f.path, ".md.tmpl"))
			literal := row || markdown && (fenced || strings.HasPrefix(line, "    ") ||
				strings.Contains(line, "](") || strings.Contains(line, "{{"))
			width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if width <= limit || literal || hasLongWord(line) {
				continue
			}
			found = append(found, finding{f.path, number, fmt.Sprintf("%d columns, at most %d", width, limit)})
		}
	}
	return found
}

func hasLongWord(line string) bool {
	return slices.ContainsFunc(strings.Fields(line),
		func(word string) bool { return utf8.RuneCountInString(word) >= unbreakable })
}
