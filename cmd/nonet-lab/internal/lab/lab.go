package lab

import (
	"cmp"
	"errors"
	"fmt"
	"sync/atomic"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

// A lab is the state shared by the commands of the package.
type lab struct {
	*term.Env
	nats natsFlags
	bar  atomic.Pointer[term.Progress] // progress bar of a campaign, while it is shown

	images []string // of figures
}

// group returns a command of commands; expected is the error without the name of one.
func group(use, short, expected string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return errors.New(expected) }}
	c.AddCommand(commands...)
	return c
}

// campaignFile returns a command about the campaign that its argument names, with --db.
func campaignFile(use, short string, o *campaignOptions, run func(*cobra.Command, string) error) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Args: cobra.ExactArgs(1),
		ValidArgsFunction: completeFiles("toml", "sqlite"),
		RunE:              func(c *cobra.Command, args []string) error { return run(c, args[0]) }}
	databaseFlag(c, o)
	return c
}

// databaseFlag adds --db.
func databaseFlag(c *cobra.Command, o *campaignOptions) {
	c.Flags().StringVar(&o.database, "db", "", "database (default: beside the campaign)")
}

// reportFlags adds the flags of commands that write a report.
func (e *lab) reportFlags(c *cobra.Command) {
	e.OutputFlag(c, "text", "markdown", "latex")
	c.Flags().StringSliceVar(&e.images, "figures", nil, "also write figures as pdf, png or both (pdf,png)")
	term.CompleteFlag(c, "figures", "pdf", "png", "pdf,png")
	term.AddCheck(c, func() (err error) {
		for _, form := range e.images {
			err = cmp.Or(err, term.CheckOneOf("--figures", form, []string{"pdf", "png"}))
		}
		return err
	})
}

// badInput returns an error about the input.
func badInput(format string, args ...any) error {
	return term.Fail(term.BadInput, fmt.Errorf(format, args...))
}

func scaleFlag(c *cobra.Command, scale *string, help string) {
	scales := slice.Map(campaign.Scales(), func(s campaign.Scale) string { return string(s) })
	term.ChoiceFlag(c, scale, "scale", help, scales...)
}
