package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nonet/cmd/internal/programtest"
)

func TestCommands(t *testing.T) { programtest.Commands(t, nonet) }

func TestExamples(t *testing.T) { programtest.Examples(t, nonet) }

// runNonet runs nonet in this process without standard input, and returns the exit code and what it printed.
func runNonet(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return programtest.Run(t, nonet, args...)
}

// TestHelpKeepsLists checks that a help text that begins with a list keeps the list's lines.
func TestHelpKeepsLists(t *testing.T) {
	_, text, _ := runNonet(t, "help", "exit-codes")
	for _, want := range []string{"  0  every puzzle was answered", "\n  4  a solver failed"} {
		if !strings.Contains(text, want) {
			t.Errorf("nonet help exit-codes lacks the line %q:\n%s", want, text)
		}
	}
}

// TestTopics checks that the help of a topic, also in the plural, is the help of its command.
func TestTopics(t *testing.T) {
	for topic, command := range nonet.Topics {
		_, want, _ := runNonet(t, "help", command)
		for _, word := range []string{topic, topic + "s"} {
			if code, text, _ := runNonet(t, "help", word); code != 0 || text != want {
				t.Errorf("nonet help %s is not the help of %s: exit code %d", word, command, code)
			}
		}
	}
}

// TestHelpNamesHelp checks that help texts name only help that exists.
func TestHelpNamesHelp(t *testing.T) {
	named := regexp.MustCompile(`nonet\s+help\s+([a-z-]+)`)
	for _, h := range nonet.Headings {
		for _, command := range h.Commands {
			_, text, _ := runNonet(t, "help", command)
			for _, match := range named.FindAllStringSubmatch(text, -1) {
				if code, _, _ := runNonet(t, "help", match[1]); code != 0 {
					t.Errorf("nonet help %s names nonet help %s", command, match[1])
				}
			}
		}
	}
}

// TestDocumentsCommands checks that the table of the README has the commands of the main page. -update rewrites it.
func TestDocumentsCommands(t *testing.T) {
	const page, begin, end = "../../README.md", "<!-- commands -->\n", "<!-- end of commands -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), begin)
	shown, after, found := strings.Cut(rest, end)
	if !found {
		t.Fatal("no place for the table")
	}
	var b strings.Builder
	b.WriteString("\n| | commands |\n|---|---|\n")
	for _, h := range nonet.Headings {
		b.WriteString("| " + h.Title + " | `" + strings.Join(h.Commands, "`, `") + "` |\n")
	}
	b.WriteString("\n")
	switch {
	case shown == b.String():
	case *updateDocuments:
		if err := os.WriteFile(page, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table differs from nonet help: make golden:\n%s", b.String())
	}
}

var section = regexp.MustCompile(`(?m)^# ([\w-]+)$`)

// TestPackageComments checks that the comment of each group of commands names all of them.
func TestPackageComments(t *testing.T) {
	for _, pattern := range []string{"internal/*/help.md", "../nonet-lab/internal/*/help.md"} {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: %d pages, %v", pattern, len(pages), err)
		}
		for _, page := range pages {
			help, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := os.ReadFile(filepath.Join(filepath.Dir(page), "doc.go"))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range section.FindAllStringSubmatch(string(help), -1) {
				if !regexp.MustCompile(`[ (]` + m[1] + `[,;:. \n]`).Match(doc) {
					t.Errorf("the comment of package %s does not name %s", filepath.Base(filepath.Dir(page)), m[1])
				}
			}
		}
	}
}
