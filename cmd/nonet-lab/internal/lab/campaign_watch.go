package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"

	"github.com/spf13/cobra"
	xterm "golang.org/x/term"
)

// watchOptions are the flags of campaign watch.
type watchOptions struct {
	campaignOptions
	once     bool
	interval time.Duration
}

func (e *lab) campaignWatch() *cobra.Command {
	var o watchOptions
	c := &cobra.Command{
		Use:               "watch [FILE|ID]",
		Short:             "Show the progress of a campaign while it runs",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeFiles("toml", "sqlite"),
		RunE:              func(c *cobra.Command, args []string) error { return e.watch(c.Context(), args, &o) },
	}
	f := c.Flags()
	databaseFlag(c, &o.campaignOptions)
	f.BoolVar(&o.once, "once", false, "print the current state and exit")
	f.DurationVar(&o.interval, "interval", 2*time.Second, "time between two updates")
	e.connectionFlags(c, "NATS server with the campaign, such as nats://HOST:4222; "+environmentServer+
		" means the server of NATS_URL or of the selected context")
	e.OutputFlag(c, "text", "json")
	term.AtLeast(c, "interval", &o.interval, 100*time.Millisecond)
	return c
}

// A viewFunc returns snapshots of campaigns. Campaigns that were removed since an earlier call are included once more,
// as finished.
type viewFunc func(ctx context.Context) ([]*campaignView, error)

func (e *lab) watch(ctx context.Context, args []string, o *watchOptions) error {
	var snapshot viewFunc
	var err error
	if len(args) > 0 && !e.remote() {
		snapshot, err = e.storeViews(ctx, args[0], &o.campaignOptions)
	} else {
		var conn *cluster.Conn
		if conn, err = e.connect(ctx, "watch"); err != nil {
			return err
		}
		defer conn.Close()
		var watcher *cluster.Watcher
		if watcher, err = conn.Watch(); err != nil {
			return e.campaignError(ctx, err)
		}
		defer watcher.Close()
		select { // wait for the status of the workers
		case <-ctx.Done():
		case <-time.After(300 * time.Millisecond):
		}
		snapshot, err = e.serverViews(ctx, conn, watcher, args, &o.campaignOptions)
	}
	if err != nil {
		return err
	}
	return e.showUntilDone(ctx, snapshot, o)
}

// showUntilDone shows snapshots until all campaigns are finished.
func (e *lab) showUntilDone(ctx context.Context, snapshot viewFunc, o *watchOptions) error {
	interval := o.interval
	if o.once {
		interval = time.Second // two snapshots give a rate
	}
	past := map[string]*history{}
	screen := screen{e: e}
	for first := true; ; first = false {
		views, err := snapshot(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil && (first || !errors.Is(err, cluster.ErrUnreachable)):
			return e.campaignError(ctx, err)
		case err != nil:
			e.notice(err.Error() + "; trying again")
		}
		finished := len(views) > 0
		for _, v := range views {
			if past[v.ID] == nil {
				past[v.ID] = &history{}
			}
			v.estimate(past[v.ID])
			finished = finished && v.finished()
		}
		if err == nil && ctx.Err() == nil && !(o.once && first) {
			if err := screen.show(views, o); err != nil {
				return err
			}
			if finished || o.once {
				if !finished {
					e.Raise(term.Undecided)
				}
				return nil
			}
		}
		select {
		case <-ctx.Done():
			e.Raise(term.Undecided)
			return nil
		case <-time.After(interval):
		}
		interval = o.interval
	}
}

// storeViews returns a viewFunc for a campaign on this machine.
func (e *lab) storeViews(ctx context.Context, file string, o *campaignOptions) (viewFunc, error) {
	store, plan, err := e.readPlan(ctx, file, o)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	runs := plan.Runs()
	return func(ctx context.Context) ([]*campaignView, error) {
		store, err := campaign.Read(ctx, store.Path()) // reopen each time, so that we hold no lock against the writer
		if err != nil {
			return nil, err
		}
		defer store.Close()
		counts, err := store.Outcomes(ctx)
		if err != nil {
			return nil, err
		}
		v := &campaignView{
			Time: time.Now(), Name: store.Spec.Label(), Database: store.Path(), Begun: store.Created, Runs: runs,
			Outcomes: counts,
			title:    fmt.Sprintf("%s (%s, seed %d) in %s", store.Spec.Label(), store.Scale, store.Seed, store.Path()),
		}
		for _, n := range counts {
			v.Done += n
		}
		v.remaining = runs - v.Done
		return []*campaignView{v}, nil
	}, nil
}

// serverViews returns a viewFunc for the campaign of a server that args name, or for all its campaigns.
func (e *lab) serverViews(ctx context.Context, conn *cluster.Conn, watcher *cluster.Watcher, args []string,
	o *campaignOptions) (viewFunc, error) {
	var chosen string
	if len(args) > 0 {
		there, err := conn.Campaigns(ctx)
		if err != nil {
			return nil, e.campaignError(ctx, err)
		}
		if chosen, err = e.resolveCampaign(ctx, conn, there, args[0], o); err != nil {
			return nil, err
		}
	}
	seen := map[string]*campaignView{}
	return func(ctx context.Context) ([]*campaignView, error) {
		states, err := conn.Campaigns(ctx)
		if err != nil {
			return nil, err
		}
		workers := watcher.Workers()
		there := map[string]bool{}
		var views []*campaignView
		for _, s := range states {
			if chosen != "" && s.ID != chosen {
				continue
			}
			state, err := watcher.State(ctx, s.ID)
			if errors.Is(err, cluster.ErrGone) {
				continue
			}
			if err != nil {
				return nil, err
			}
			v := newCampaignView(state, workers, conn.Server())
			seen[v.ID], there[v.ID] = v, true
			views = append(views, v)
		}
		for id, v := range seen {
			if there[id] {
				continue
			}
			gone := *v
			gone.markRemoved(watcher.Finished(id))
			views = append(views, &gone)
			if chosen == "" {
				delete(seen, id) // report it once
			}
		}
		if len(views) == 0 {
			views = append(views,
				&campaignView{Time: time.Now(), Server: conn.Server(), Workers: workerViews(workers),
					title: "no campaign on " + conn.Server()})
		}
		return views, nil
	}, nil
}

// A screen prints snapshots: on a terminal always at the same place, elsewhere one after the other.
type screen struct {
	e     *lab
	lines int // height of the last snapshot
}

func (s *screen) show(views []*campaignView, o *watchOptions) error {
	var b strings.Builder
	switch {
	case s.e.Flags.Output == "json":
		for _, v := range views {
			b.Write(term.AppendJSONLine(nil, v))
		}
		return s.e.Print(b.String())
	case o.once:
		return s.e.Print(pages(views, s.e.Width()))
	case !s.e.OutIsTerminal():
		for _, v := range views {
			b.WriteString(v.line() + "\n")
		}
		return s.e.Print(b.String())
	}
	width, height, err := xterm.GetSize(int(printable.Raw(s.e.Out).(*os.File).Fd()))
	if err != nil || width < 20 || height < 5 {
		width, height = 80, 24
	}
	up, text := s.draw(pages(views, width-1), width, height)
	if _, err := io.WriteString(printable.Raw(s.e.Out), up); err != nil {
		return s.e.WriteError(err)
	}
	return s.e.Print(text)
}

// draw returns control codes to overwrite the last text, and the text, cut to the size of the terminal.
func (s *screen) draw(text string, width, height int) (up, cut string) {
	var b strings.Builder
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) >= height {
		lines = append(lines[:height-2], fmt.Sprintf("... %d lines more", len(lines)-height+2))
	}
	if s.lines > 0 {
		up = fmt.Sprintf("\x1b[%dA\x1b[J", s.lines) // and clear what is below
	}
	for _, line := range lines {
		if r := []rune(line); len(r) >= width {
			line = string(r[:width-1])
		}
		b.WriteString(line + "\n")
	}
	s.lines = len(lines)
	return up, b.String()
}
