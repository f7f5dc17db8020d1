package term

import (
	"bytes"
	"os"
	"testing"

	"github.com/spf13/cobra"
)

func TestColors(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !IsTerminal(terminal) {
		t.Skipf("no terminal can be opened: %v", err)
	}
	defer terminal.Close()
	for _, test := range []struct {
		flag, noColor, term string
		onTerminal, want    bool
	}{
		{"auto", "", "xterm", true, true},
		{"auto", "", "xterm", false, false},
		{"auto", "1", "xterm", true, false},
		{"auto", "", "dumb", true, false},
		{"always", "1", "dumb", false, true},
		{"never", "", "xterm", true, false},
	} {
		t.Setenv("NO_COLOR", test.noColor)
		t.Setenv("TERM", test.term)
		e := &Env{Streams: Streams{Out: &bytes.Buffer{}}}
		if test.onTerminal {
			e.Out = terminal
		}
		c := &cobra.Command{}
		e.ColorFlag(c)
		if err := c.ParseFlags([]string{"--color", test.flag}); err != nil {
			t.Fatal(err)
		}
		if got := e.Colors(); got != test.want {
			t.Errorf("%+v: colours %v", test, got)
		}
	}
}
