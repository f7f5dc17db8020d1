package term

import (
	"strings"
	"unicode/utf8"
)

// Fold fills the paragraphs of a text to a width. Blank lines separate paragraphs. Indented paragraphs are unchanged.
func Fold(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.HasPrefix(p, "\t") {
			paragraphs[i] = strings.Join(Wrap(p, width), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// minFolded is the minimum width of the last column of a table or list after folding.
const minFolded = 36

// FoldLines breaks the lines of text that are longer than width at blanks. The lines that continue a line are indented
// like its last cell, the text after two or more blanks. A cell that would be narrower than minFolded is folded
// together with the cells before it. A word longer than width has a line of its own. A width of 0 is no limit.
func FoldLines(text string, width int) string {
	if width == 0 || !hasLonger(text, width) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > width {
			indent, cell := lastCell(line, width-minFolded)
			hanging := strings.Repeat(" ", utf8.RuneCountInString(indent))
			lines[i] = indent + strings.Join(Wrap(cell, width-len(hanging)), "\n"+hanging)
		}
	}
	return strings.Join(lines, "\n")
}

// hasLonger reports whether a line of text has more than width characters.
func hasLonger(text string, width int) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > width && utf8.RuneCountInString(line) > width {
			return true
		}
	}
	return false
}

// lastCell cuts a line where the last cell begins, at column maxStart at most.
func lastCell(line string, maxStart int) (before, cell string) {
	start, column, blanks := 0, 0, 0
	for i, r := range line {
		switch {
		case r == ' ':
			blanks++
		case (blanks > 1 || blanks == column) && column <= maxStart:
			start, blanks = i, 0
		default:
			blanks = 0
		}
		column++
	}
	return line[:start], line[start:]
}

// Wrap breaks text at blanks into lines of at most width characters. A longer word has a line of its own.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// Shorten returns the text or, if it has more than n bytes, its first n-3 bytes and three dots. It cuts no character in
// half.
func Shorten(text string, n int) string {
	if len(text) > n {
		return strings.ToValidUTF8(text[:n-3], "") + "..."
	}
	return text
}
