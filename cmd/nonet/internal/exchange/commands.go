package exchange

import (
	_ "embed" // help

	"nonet/cmd/internal/term"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands() term.Group {
	return term.Group{Help: help, Commands: []term.Command{
		{Name: "convert", New: convertCommand},
		{Name: "export", New: exportCommand},
		{Name: "decode", New: decodeCommand},
		{Name: "explain-encoding", New: explainEncodingCommand},
		{Name: "sat", New: satCommand},
		{Name: "fzn", New: fznCommand},
	}}
}
