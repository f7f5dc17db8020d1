package lab

import (
	"strings"
	"testing"
)

// The command is stored without passwords, and can be pasted into a shell.
func TestCommandLine(t *testing.T) {
	for args, want := range map[string]string{
		"experiment run thein":                 "nonet experiment run thein",
		"run --password secret --nats x":       "nonet run --password ... --nats x",
		"run --password=secret":                "nonet run --password=...",
		"run --nats nats://me:secret@lab:4222": "nonet run --nats nats://...@lab:4222",
		"run thein --out /home/me/out":         "nonet run thein --out out",
		"run thein --out=/home/me/out":         "nonet run thein --out=out",
		"run a;b":                              "nonet run 'a;b'",
		"run it's":                             `nonet run 'it'\''s'`,
	} {
		if got := commandLine(strings.Fields(args)); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}
