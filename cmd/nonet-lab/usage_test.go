//go:build unix

package main

import (
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"nonet/cmd/internal/programtest"
	"nonet/cmd/internal/term"
)

func TestCommands(t *testing.T) { programtest.Commands(t, nonetLab) }

func TestExamples(t *testing.T) { programtest.Examples(t, nonetLab) }

func TestStrangersText(t *testing.T) {
	programtest.StrangersText(t, nonetLab, "analyze critical", "campaign run")
}

// TestUsageErrors compares the messages about bad calls.
func TestUsageErrors(t *testing.T) {
	programtest.UsageErrors(t, nonetLab, [][2]string{
		{"campaing", `unknown command "campaing" for "nonet-lab"; did you mean campaign?`},
		{"campaign rum", `unknown command "rum" for "nonet-lab campaign"; did you mean run?`},
		{"experiment jones", `unknown command "jones" for "nonet-lab experiment"`},
		{"help campaign rum", `unknown command "rum" for "nonet-lab campaign"; did you mean run?`},
		{"experiment run jonse", `unknown experiment "jonse": expected `},
		{"analyze critical --measure nods 1..4",
			"--measure nods: expected auto, nodes, conflicts, decisions, moves or seconds; did you mean nodes?"},
	})
}

// TestInterruptedOpen checks that a command that waits for a writer of a named pipe ends when it is interrupted.
func TestInterruptedOpen(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.toml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, log strings.Builder
	streams := term.Streams{In: strings.NewReader(""), Out: &out, Err: &log}
	if code := nonetLab.Run(ctx, []string{"campaign", "run", pipe}, streams); code != 3 {
		t.Errorf("code %d, want 3; %q", code, log.String())
	}
}

// A command that was interrupted ends with code 3, and no hint at its help.
func TestInterruptedExperiment(t *testing.T) {
	for _, args := range []string{"experiment plan jones --scale smoke",
		"experiment run jones --scale smoke -o " + t.TempDir()} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var out, log strings.Builder
		code := nonetLab.Run(ctx, strings.Fields(args), term.Streams{In: strings.NewReader(""), Out: &out, Err: &log})
		if code != 3 || !strings.Contains(log.String(), "interrupted") || strings.Contains(log.String(), "Try:") {
			t.Errorf("%s: code %d, want 3; %q", args, code, log.String())
		}
	}
}
