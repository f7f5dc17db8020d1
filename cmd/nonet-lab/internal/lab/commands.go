package lab

import (
	_ "embed" // help

	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands() term.Group {
	return term.Group{Help: help, Commands: []term.Command{
		{Name: "analyze", New: func(e *term.Env) *cobra.Command { return (&lab{Env: e}).analyzeCommand() }},
		{Name: "experiment", New: func(e *term.Env) *cobra.Command { return (&lab{Env: e}).experimentCommand() }},
		{Name: "campaign", New: func(e *term.Env) *cobra.Command { return (&lab{Env: e}).campaignCommand() }},
		{Name: "worker", New: func(e *term.Env) *cobra.Command { return (&lab{Env: e}).workerCommand() }},
		{Name: "isolated", New: func(e *term.Env) *cobra.Command { return (&lab{Env: e}).isolatedCommand() }},
	}}
}
