package input

import (
	"fmt"

	"nonet/backends"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

// MemoryHelp is the help of --memory of commands that build formulas.
const MemoryHelp = "refuse formulas that would take more, such as 2GB; none for no limit " +
	"(default: half of the machine's)"

// MemoryFlag adds --memory, which sets the memory that a formula may take in the context of the command.
func MemoryFlag(c *cobra.Command, help string) {
	var text string
	c.Flags().StringVar(&text, "memory", "", help)
	term.AddCheck(c, func() error {
		if !c.Flags().Changed("memory") {
			return nil
		}
		limit := int64(0)
		if text != "none" {
			var err error
			if limit, err = term.ParseBytes(text); err != nil {
				return fmt.Errorf("--memory %q: %w, or none", text, err)
			}
		}
		c.SetContext(backends.WithMemory(c.Context(), limit))
		return nil
	})
}
