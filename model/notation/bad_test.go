package notation_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/model/notation"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestBad reads malformed files, one per error, and compares the messages and the number of puzzles read with a golden
// file.
func TestBad(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	var got bytes.Buffer
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		puzzles, messages := readAll(string(text), notation.Options{File: name})
		if len(messages) == 0 {
			t.Errorf("%s: no message", name)
		}
		for _, message := range messages {
			fmt.Fprintln(&got, message)
			if !strings.HasPrefix(message, name+":") {
				t.Errorf("%s: the message does not begin with file and line: %s", name, message)
			}
			if len(message) > 300 {
				t.Errorf("%s: a message of %d characters", name, len(message))
			}
		}
		fmt.Fprintf(&got, "%s: %d read\n\n", name, len(puzzles))
	}
	golden(t, "testdata/bad.golden", got.Bytes())
}

// golden compares got with a file, or rewrites the file if the flag -update is set.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s", file, diff)
	}
}
