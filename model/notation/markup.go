package notation

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"nonet/internal/parse"
)

func text(line []cell) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteRune(c.sym)
	}
	return b.String()
}

// markup is what surrounds cells without a meaning: tags of BBCode and HTML, fences of Markdown, and the beginning of
// an assignment in a program.
var markup = parse.Pattern("(?i)" + strings.Join([]string{
	`\[/?(?:code|pre|quote|tt|mono|font|size|color|spoiler|hidden|hide|b|i|u)(?:=[^\]]*)?\]`,
	`</?(?:pre|code|tt|p|br|div|span|font|blockquote|b|i|u)(?:\s[^>]*)?/?>`,
	"```[a-z]*|~~~[a-z]*",
	`^[ \t]*(?:(?:const|let|var|int|char|string)(?:\[\])*[ \t]+)?[a-z_][a-z_0-9]*(?:\[[0-9]*\])*[ \t]*:?=[ \t]*`,
}, "|"))

// quoteMarks are the marks of a quoted line in mail and Markdown.
var quoteMarks = parse.Pattern(`^[ \t]*(?:>[ \t]?)+`)

// isMarkup reports whether a line consists of markup, brackets and quotation marks only, and so has no meaning between
// two puzzles.
func isMarkup(line []byte) bool {
	if len(line) > 256 || len(line) == 0 || bytes.IndexByte([]byte(" \t[]}()<>`~'\";,/"), line[0]) < 0 {
		return false
	}
	cells, _ := cleanLine(nil, line, 0)
	return !slices.ContainsFunc(cells, func(c cell) bool { return !strings.ContainsRune(" \t(),;", c.sym) })
}

// typography maps characters to what they stand for in a paste. Characters that it maps to "" are dropped.
var typography = sync.OnceValue(func() map[rune]string {
	to := map[rune]string{'…': "..."}
	for text, chars := range map[string]string{
		" ": "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u3000",
		"":  "\u200b\u200c\u200d\u2060\ufeff\ufe0f\u20e3\"'`“”„‘’‚«»[]{}",
		".": "·•∙◦○□☐◻⬜▢．",
		"-": "–—−‐‑",
		"_": "＿",
		"*": "＊",
		",": "，",
		"|": "│┃║┆┇┊┋╎╏¦｜",
		"?": "？",
	} {
		for _, c := range chars {
			to[c] = text
		}
	}
	for digit := range 10 {
		to['０'+rune(digit)] = string('0' + rune(digit))
	}
	return to
})

// cleanLine appends the characters of a line to dst without quotation marks and markup, in ASCII where typography
// allows it, and without spaces at the end. It reports whether they differ from the line.
func cleanLine(dst []cell, text []byte, line int) (cells []cell, changed bool) {
	var drop [][]int
	if bytes.ContainsAny(text, "[<`~=") {
		drop = markup().FindAllIndex(text, -1)
	}
	if bytes.IndexByte(text, '>') >= 0 {
		if quote := quoteMarks().FindIndex(text); quote != nil {
			drop = slices.Insert(drop, 0, quote)
		}
	}
	cells = dst
	for at, column := 0, int32(1); at < len(text); column++ {
		c, size := symbolAt(text[at:])
		for len(drop) > 0 && drop[0][1] <= at {
			drop = drop[1:]
		}
		marked := len(drop) > 0 && drop[0][0] <= at
		at += size
		switch {
		case marked:
			changed = true
		case c < 0x80 && strings.IndexByte("\"'`[]{}", byte(c)) < 0:
			cells = append(cells, cell{c, int32(line), column})
		default:
			to, replaced := typography()[c]
			if !replaced {
				to = string(c)
			}
			changed = changed || replaced && !isDecoration(c)
			for _, c := range to {
				cells = append(cells, cell{c, int32(line), column})
			}
		}
	}
	for len(cells) > 0 && cells[len(cells)-1].sym == ' ' {
		cells = cells[:len(cells)-1]
	}
	return cells, changed
}

// hasQuestionMarks reports whether question marks are the blanks of the cells: some are, and there is no other blank.
func hasQuestionMarks(cells []cell) bool {
	found := false
	for _, c := range cells {
		if strings.ContainsRune("0._*", c.sym) {
			return false
		}
		found = found || c.sym == '?'
	}
	return found
}

func replaceQuestionMarks(cells []cell) {
	for i := range cells {
		if cells[i].sym == '?' {
			cells[i].sym = '.'
		}
	}
}
