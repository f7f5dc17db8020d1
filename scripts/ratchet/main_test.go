package main

import (
	"strings"
	"testing"
)

func TestFindings(t *testing.T) {
	long := strings.Repeat("ab ", 41)
	run := "first := 1\nsecond := 2\nthird := 3\nfourth := 4\nfifth := 5\nsixth := 6\nseventh := 7\neighth := 8\n"
	for _, c := range []struct {
		name  string
		find  func([]file) []finding
		files []file
		want  string // path and line of each finding
	}{
		{"a comment", words, []file{{"a.go", "package a\n\n// So nobody does.\nvar a = \"nobody\"\n"}}, "a.go:3"},
		{"a string", words, []file{{"a.go", "package a\n\nvar a = \"for nobody\"\n"}}, "a.go:3"},
		{"a line of a text", words, []file{{"a.go", "package a\n\nvar a = `one\nfor nobody`\n"}}, "a.go:4"},
		{"code", words, []file{{"a.go", "package a\n\nvar nobody = 1\n"}}, ""},
		{"an exception", words, []file{{"a.md", "Authors who have one.\nAuthors who write.\n"}}, "a.md:2"},
		{"a copy", copies, []file{{"a.go", "package a\n" + run}, {"b.go", run}}, "b.go:1"},
		{"a test", copies, []file{{"a.go", run}, {"b_test.go", run}}, ""},
		{"seven lines", copies, []file{{"a.go", run}, {"b.go", run[11:]}}, ""},
		{"wide", wide, []file{{"a.go", long + "\n"}, {"a.md", long + "\n| " + long + "\n"}}, "a.go:1 a.md:1"},
		{"a long word", wide, []file{{"a.go", strings.Repeat("ab", 61) + "\n"}}, ""},
	} {
		var got []string
		for _, f := range c.find(c.files) {
			got = append(got, f.path+":"+string(rune('0'+f.line)))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: found %q, want %q", c.name, s, c.want)
		}
	}
}

func TestSubject(t *testing.T) {
	for s, want := range map[string]bool{"model: sums": true, "cmd/nonet, model/build: one": true, "wip": false,
		"Widths of lines": false, "make test: less": false, "model:": false} {
		if subject.MatchString(s) != want {
			t.Errorf("%q: want %v", s, want)
		}
	}
}
