package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"nonet/cmd/internal/term"
)

// A silent is an input that never has anything to read. It reports when it is read.
type silent struct {
	once sync.Once
	read chan struct{}
}

func (s *silent) Read([]byte) (int, error) {
	s.once.Do(func() { close(s.read) })
	select {}
}

// Commands that wait for input end when the program is interrupted, with code 3.
func TestInterruptedInput(t *testing.T) {
	for _, args := range []string{
		"solve -", "unique -", "count -", "candidates -", "rate -", "explain -", "compare -", "export --to cnf -",
		"minimize -", "canonical -", "split -", "solve --from col --colours 3 -", "solve --from cover -",
		"check-proof -", "convert --to grid -",
		"solve --output line -", "unique --output json -", "unavoidable -",
	} {
		t.Run(args, func(t *testing.T) {
			in := &silent{read: make(chan struct{})}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() {
				<-in.read
				cancel()
			}()
			var out, messages strings.Builder
			code := nonet.Run(ctx, strings.Fields(args), term.Streams{In: in, Out: &out, Err: &messages})
			if code != 3 || !strings.Contains(messages.String(), "interrupted") {
				t.Errorf("code %d, want 3; %q", code, messages.String())
			}
		})
	}
}

// So do commands that wait for a writer of a named pipe.
func TestInterruptedOpen(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.toml")
	makePipe(t, pipe)
	for _, args := range [][]string{
		{"solve", pipe}, {"check-proof", pipe},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var out, messages strings.Builder
		if code := nonet.Run(ctx, args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &messages}); code != 3 {
			t.Errorf("%s: code %d, want 3; %q", args[0], code, messages.String())
		}
	}
}

// An ending reader ends a context when all has been read.
type ending struct {
	io.Reader
	cancel context.CancelFunc
}

func (r *ending) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err == io.EOF {
		r.cancel()
	}
	return n, err
}

// So do commands that state what they have read.
func TestInterruptedStatement(t *testing.T) {
	rules := "nonet 1\nshape 5x5\nanti-taxicab\n"
	file := "var 0..99: x;\nvar 0..99: y;\nvar 0..9999: z;\n" +
		strings.Repeat("constraint int_times(x,y,z);\n", 1000) + "solve satisfy;\n"
	for _, test := range []struct{ args, text, messages string }{
		{"solve -", rules, "nonet: interrupted after 0 puzzles\n"},
		{"compare -", rules, "nonet: interrupted\n"},
		{"convert --to grid -", rules, "nonet: interrupted\n"},
		{"solve --from fzn -", file, "nonet: interrupted after 0 puzzles\n"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var messages strings.Builder
		code := nonet.Run(ctx, strings.Fields(test.args),
			term.Streams{In: &ending{strings.NewReader(test.text), cancel}, Out: io.Discard, Err: &messages})
		if code != 3 || messages.String() != test.messages {
			t.Errorf("%s: code %d, want 3; %q", test.args, code, messages.String())
		}
	}
}

// A cancelling writer ends a context when it is written to.
type cancelling struct {
	strings.Builder
	cancel context.CancelFunc
}

func (w *cancelling) Write(b []byte) (int, error) {
	w.cancel()
	return w.Builder.Write(b)
}

// An interrupt counts more than bad input: the first warning about nonsense interrupts the command.
func TestInterruptedBadInput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "converted")
	for _, args := range []string{"picture -o " + dir + " -", "export --to cnf -o " + dir + " -",
		"convert --to grid -", "convert --to grid -o " + file + " -"} {
		ctx, cancel := context.WithCancel(t.Context())
		messages := &cancelling{cancel: cancel}
		streams := term.Streams{In: strings.NewReader(strings.Repeat("nonsense\n", 9)), Out: io.Discard, Err: messages}
		code := nonet.Run(ctx, strings.Fields(args), streams)
		if code != 3 || !strings.Contains(messages.String(), "nonet: interrupted") {
			t.Errorf("%s: code %d, want 3; %q", args, code, messages.String())
		}
	}
}

// A reader of standard output that goes away is no error.
func TestClosedPipe(t *testing.T) {
	for _, args := range []string{"solve 12.4.........32.", "convert --to grid 1..4..1..1..4..1"} {
		in, out := io.Pipe()
		in.Close()
		var messages strings.Builder
		streams := term.Streams{In: strings.NewReader(""), Out: out, Err: &messages}
		if code := nonet.Run(t.Context(), strings.Fields(args), streams); code != 0 || messages.String() != "" {
			t.Errorf("%s: code %d; %q", args, code, messages.String())
		}
	}
}

// Time limits hold while model files and formulas are read, and while the rules of a puzzle are stated.
func TestLimitOfInput(t *testing.T) {
	var in io.Reader = &silent{read: make(chan struct{})}
	run := func(args string) (code int, out, messages string) {
		var o, m strings.Builder
		streams := term.Streams{In: in, Out: &o, Err: &m}
		code = nonet.Run(t.Context(), strings.Fields(args), streams)
		return code, o.String(), m.String()
	}
	code, out, messages := run("fzn -t 20 -s -")
	if code != 0 || !strings.HasPrefix(out, "=====UNKNOWN=====\n%%%mzn-stat: ") || messages != "" {
		t.Errorf("fzn: code %d, %q, %q", code, out, messages)
	}
	code, out, messages = run("sat --timeout 20ms")
	if want := "c time limit reached (20ms) while reading standard input\ns UNKNOWN\n"; code != 0 || out != want ||
		messages != "" {
		t.Errorf("sat: code %d, %q, %q, want %q", code, out, messages, want)
	}
	for _, command := range []string{"solve", "unique", "count", "count --estimate", "explain", "candidates", "split",
		"export --to cnf -o -"} {
		code, out, messages := run(command + " --timeout 200ms --from fzn -")
		want := "nonet: -: time limit reached (200ms) while it was read\n"
		if code != 3 || out != "" || messages != want {
			t.Errorf("%s: code %d, %q, %q, want %q", command, code, out, messages, want)
		}
	}
	for command, next := range map[string]string{ // what is printed of the next puzzle
		"solve -q": "1221\n", "export --to cnf -o " + t.TempDir(): "1 puzzle written\n",
	} {
		in = strings.NewReader("nonet 1\nshape 6x6\nanti-taxicab\nnonet 1\nshape 1x2\nless r1c1 r1c2\n")
		code, out, messages = run(command + " --timeout 200ms -")
		want := "nonet: standard input:1: time limit reached (200ms) while its rules were stated\n"
		if code != 3 || !strings.HasPrefix(messages, want) || !strings.HasSuffix(messages+out, next) {
			t.Errorf("%s: code %d, %q, %q, want %q", command, code, out, messages, want)
		}
	}
}
