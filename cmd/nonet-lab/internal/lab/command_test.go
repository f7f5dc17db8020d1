package lab

import (
	"strings"
	"testing"
)

// The command is stored without passwords, and can be pasted into a shell.
func TestCommandLine(t *testing.T) {
	for args, want := range map[string]string{
		"experiment run thein":                 "nonet-lab experiment run thein",
		"run --password secret --nats x":       "nonet-lab run --password ... --nats x",
		"run --password=secret":                "nonet-lab run --password=...",
		"run --nats nats://me:secret@lab:4222": "nonet-lab run --nats nats://...@lab:4222",
		"run thein --out /home/me/out":         "nonet-lab run thein --out out",
		"run thein --out=/home/me/out":         "nonet-lab run thein --out=out",
		"run a;b":                              "nonet-lab run 'a;b'",
		"run it's":                             `nonet-lab run 'it'\''s'`,
	} {
		if got := commandLine(strings.Fields(args)); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}
