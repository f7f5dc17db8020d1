package main

import (
	_ "embed"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strings"
)

//go:embed words.txt
var wordsText string

// A phrase is one that readers stumble over.
type phrase struct {
	find, unless *regexp.Regexp // unless may be nil
	instead      string
}

// words finds the phrases of words.txt in what people read: comments and strings of Go, Markdown and templates.
func words(files []file) (found []finding) {
	var phrases []phrase
	for line := range strings.Lines(wordsText) {
		left, right, ok := strings.Cut(strings.TrimSpace(line), "\t")
		switch {
		case !ok || strings.HasPrefix(line, "#"):
		case left == "unless":
			phrases[len(phrases)-1].unless = regexp.MustCompile(right)
		default:
			phrases = append(phrases, phrase{find: regexp.MustCompile(left), instead: right})
		}
	}
	for _, f := range files {
		for number, line := range prose(f) {
			for _, p := range phrases {
				hits := len(p.find.FindAllStringIndex(line, -1))
				if hits > 0 && p.unless != nil {
					hits -= len(p.unless.FindAllStringIndex(line, -1))
				}
				if hits > 0 {
					found = append(found, finding{f.path, number + 1, p.instead + ": " + strings.TrimSpace(line)})
					break
				}
			}
		}
	}
	return found
}

// prose returns the lines of a file with all that is code left out.
func prose(f file) []string {
	switch path.Ext(f.path) {
	case ".go":
	case ".md", ".tmpl":
		return strings.Split(f.text, "\n")
	default:
		return nil
	}
	kept := make([]string, strings.Count(f.text, "\n")+2)
	files := token.NewFileSet()
	source := files.AddFile(f.path, -1, len(f.text))
	var s scanner.Scanner
	s.Init(source, []byte(f.text), nil, scanner.ScanComments)
	for {
		pos, t, literal := s.Scan()
		if t == token.EOF {
			break
		}
		if t != token.COMMENT && (t != token.STRING || !strings.Contains(literal, " ")) {
			continue
		}
		first := source.Line(pos) - 1
		for i, line := range strings.Split(literal, "\n") {
			kept[first+i] += strings.TrimPrefix(line, "// ") + " "
		}
	}
	return kept
}
