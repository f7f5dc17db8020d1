package main

import (
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
