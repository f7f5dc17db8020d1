package term

import (
	"os"

	"nonet/cmd/internal/printable"

	"github.com/spf13/cobra"
)

// A Color is how a terminal shows a text: the parameters of the ANSI sequence SGR. The 16 colours of a terminal fit its
// background; those used here differ in more than hue: values are bold, what is removed is struck out.
type Color string

// The colours. Plain is the terminal's own.
const (
	Plain  Color = ""
	Bold   Color = "1"
	Cyan   Color = "36"
	Blue   Color = "1;34"
	Green  Color = "1;32"
	Yellow Color = "1;33"
	Struck Color = "9;31" // red
)

// sequences are the control sequences of Paint.
func sequences() []string {
	all := []string{"\x1b[0m"}
	for _, c := range []Color{Bold, Cyan, Blue, Green, Yellow, Struck} {
		all = append(all, "\x1b["+string(c)+"m")
	}
	return all
}

// Paint returns the text with the sequences that show it in this colour.
func (c Color) Paint(text string) string {
	if c == Plain {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// ColorFlag adds --color.
func (e *Env) ColorFlag(c *cobra.Command) {
	ChoiceFlag(c, &e.Flags.color, "color",
		"colours in grids: auto (on a terminal, unless NO_COLOR is set), always or never", "auto", "always", "never")
	AddCheck(c, func() error {
		if w, ok := e.Out.(*printable.Writer); ok && e.Colors() {
			w.Sequences = sequences()
		}
		return nil
	})
}

// Colors reports whether standard output shows colours: as --color says or, for auto, if it is a terminal that has them
// and the environment does not set NO_COLOR.
func (e *Env) Colors() bool {
	if e.Flags.color != "auto" {
		return e.Flags.color == "always"
	}
	return e.OutIsTerminal() && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
