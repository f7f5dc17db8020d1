//go:build unix

package process

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// script returns a program that is a shell script.
func script(t *testing.T, text string) Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return Program{Name: "solver", Command: path, VersionArgs: []string{"--version"}}
}

func TestVersion(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"a number in a sentence", "echo 'Solver version 2.10.8, of May 9 2022'", "2.10.8"},
		{"a number on a later line", "echo Welcome; echo Version: 5.0", "5.0"},
		{"a pre-release", "echo v1.9.5-rc.1", "1.9.5-rc.1"},
		{"a word", "echo sc2021", "sc2021"},
		{"a sentence without a number", "echo unknown option", "unknown"},
		{"failure", "echo 1.2.3; exit 1", "unknown"},
		{"nothing", "", "unknown"},
		{"a flood", "while echo nonsense; do :; done", "unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := script(t, test.script).Version(t.Context()); got != test.want || err != nil {
				t.Errorf("%q, %v; want %q", got, err, test.want)
			}
		})
	}
}

func TestVersionIsCached(t *testing.T) {
	calls := filepath.Join(t.TempDir(), "calls")
	p := script(t, "echo x >> "+calls+"; echo 1.0")
	for range 3 {
		if v, err := p.Version(t.Context()); v != "1.0" || err != nil {
			t.Fatal(v, err)
		}
	}
	if data, err := os.ReadFile(calls); string(data) != "x\n" || err != nil {
		t.Errorf("called %d times, %v", len(data)/2, err)
	}
}

func TestVersionCancelled(t *testing.T) {
	p := script(t, "sleep 1000")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if v, err := p.Version(ctx); v != "" || err != context.DeadlineExceeded {
		t.Errorf("%q, %v", v, err)
	}
}
