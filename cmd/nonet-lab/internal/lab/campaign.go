package lab

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"

	"github.com/spf13/cobra"
)

// campaignOptions are the flags of the campaign commands.
type campaignOptions struct {
	database string
	scale    string
	dry      bool
	again    []string
	to, out  string
}

//go:embed campaign.toml
var campaignExample string

func (e *lab) campaignCommand() *cobra.Command {
	return group("campaign", "Run puzzles, methods and seeds; stop and resume at any time",
		"expected a command: see nonet-lab campaign --help",
		e.campaignNew(), e.campaignRun(), e.campaignResume(), e.campaignStatus(), e.campaignWatch(), e.campaignExport(),
		e.campaignReport(), e.campaignWithdraw())
}

func (e *lab) campaignNew() *cobra.Command {
	return &cobra.Command{
		Use:   "new",
		Short: "Print an example of a campaign",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return e.Print(campaignExample) },
	}
}

func completeFiles(endings ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// sqliteStart is the beginning of every SQLite file.
const sqliteStart = "SQLite format 3\x00"

func readCampaign(e *term.Env, name string) (*campaign.Spec, error) {
	file, err := e.Open(name)
	if err != nil {
		return nil, badInput("%s: cannot be read: %w", name, term.Reason(err))
	}
	defer file.Close()
	text := bufio.NewReader(e.Interruptible(file))
	if start, _ := text.Peek(len(sqliteStart)); string(start) == sqliteStart {
		return nil, badInput("%s: is a database, not a campaign: to continue it, use nonet-lab campaign resume %[1]s",
			name)
	}
	spec, err := campaign.ReadSpec(name, text)
	if err != nil {
		return nil, term.Fail(term.BadInput, err)
	}
	return spec, nil
}

// databaseOf returns the default name of the database of a campaign.
func databaseOf(file string, scale campaign.Scale) string {
	base := strings.TrimSuffix(file, filepath.Ext(file))
	if scale != campaign.Full && scale != "" {
		base += "-" + string(scale)
	}
	return base + ".sqlite"
}

// campaignDatabase returns the database that an argument refers to. If the argument is a campaign file, it also returns
// the campaign, even if there is no database.
func campaignDatabase(file string, o *campaignOptions) (string, *campaign.Spec, error) {
	if !strings.EqualFold(filepath.Ext(file), ".toml") {
		return file, nil, nil
	}
	spec, err := readCampaign(&term.Env{}, file)
	if err != nil || o.database != "" {
		return o.database, spec, err
	}
	path := databaseOf(file, campaign.Full)
	for _, scale := range campaign.Scales() { // full is the first
		other := databaseOf(file, scale)
		if _, err := os.Stat(other); err == nil {
			return other, spec, nil
		}
	}
	return "", spec, badInput("%s: no such file: the campaign was not started, or --db is missing", path)
}

// campaignError converts an error about a campaign to a command error with its exit code.
func (e *lab) campaignError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return term.Fail(term.Undecided, ask.ErrInterrupted)
	}
	_, ofServer := errors.AsType[*cluster.Error](err)
	store, ofStore := errors.AsType[*campaign.StoreError](err)
	if ofServer && !errors.Is(err, cluster.ErrOptions) || ofStore && store.Disk {
		return term.Fail(term.Failed, err)
	}
	return term.Fail(term.BadInput, err)
}
