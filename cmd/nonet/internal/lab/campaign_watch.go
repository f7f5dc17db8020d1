package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/cluster"
	"nonet/cmd/nonet/internal/term"

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
		Short:             "Watch how a campaign goes on",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeFiles("toml", "sqlite"),
		RunE:              func(c *cobra.Command, args []string) error { return e.watch(c.Context(), args, &o) },
	}
	f := c.Flags()
	f.StringVar(&o.database, "db", "", "the database (default: beside the campaign)")
	f.BoolVar(&o.once, "once", false, "show how it is now, and end")
	f.DurationVar(&o.interval, "interval", 2*time.Second, "time between two looks")
	e.connectionFlags(c, "NATS server with the campaign, such as nats://HOST:4222; "+environmentServer+" means that of NATS_URL or of the selected context")
	e.OutputFlag(c, "text", "json")
	term.AddCheck(c, func() error {
		if o.interval < 100*time.Millisecond {
			return fmt.Errorf("--interval %v: expected 100ms or more", o.interval)
		}
		return nil
	})
	return c
}

// A lookout looks at campaigns. Those that were there before and are not any more come as well, as over.
type lookout func(ctx context.Context) ([]*campaignView, error)

func (e *lab) watch(ctx context.Context, args []string, o *watchOptions) error {
	var look lookout
	var err error
	if len(args) > 0 && !e.remote() {
		look, err = e.lookAtStore(ctx, args[0], &o.campaignOptions)
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
		select { // workers tell of themselves
		case <-ctx.Done():
		case <-time.After(300 * time.Millisecond):
		}
		look, err = e.lookAtServer(ctx, conn, watcher, args, &o.campaignOptions)
	}
	if err != nil {
		return err
	}
	return e.watchBy(ctx, look, o)
}

// watchBy shows what a lookout sees, until all of it is over.
func (e *lab) watchBy(ctx context.Context, look lookout, o *watchOptions) error {
	interval := o.interval
	if o.once {
		interval = time.Second // something happens meanwhile
	}
	past := map[string]*history{}
	screen := screen{e: e}
	for first := true; ; first = false {
		views, err := look(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil && (first || !errors.Is(err, cluster.ErrUnreachable)):
			return e.campaignError(ctx, err)
		case err != nil:
			e.notice(term.WithoutPackage(err) + "; trying again")
		}
		over := len(views) > 0
		for _, v := range views {
			if past[v.ID] == nil {
				past[v.ID] = &history{}
			}
			v.foretell(past[v.ID])
			over = over && v.over()
		}
		if err == nil && ctx.Err() == nil && !(o.once && first) {
			if err := screen.show(views, o); err != nil {
				return err
			}
			if over || o.once {
				if !over {
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

// lookAtStore returns what looks at a campaign on this machine.
func (e *lab) lookAtStore(ctx context.Context, file string, o *campaignOptions) (lookout, error) {
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
			Time: time.Now(), Name: store.Spec.Label(), Database: store.Path(), Begun: store.Created, Runs: runs, Outcomes: counts,
			title: fmt.Sprintf("%s (%s, seed %d) in %s", store.Spec.Label(), store.Scale, store.Seed, store.Path()),
		}
		for _, n := range counts {
			v.Done += n
		}
		v.left = runs - v.Done
		return []*campaignView{v}, nil
	}, nil
}

// lookAtServer returns what looks at the campaigns of a server, or at the one that is named.
func (e *lab) lookAtServer(ctx context.Context, conn *cluster.Conn, watcher *cluster.Watcher, args []string, o *campaignOptions) (lookout, error) {
	var chosen string
	if len(args) > 0 {
		there, err := conn.Campaigns(ctx)
		if err != nil {
			return nil, e.campaignError(ctx, err)
		}
		if chosen, err = e.campaignAmong(ctx, conn, there, args[0], o); err != nil {
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
			v := viewOf(state, workers, conn.Server())
			seen[v.ID], there[v.ID] = v, true
			views = append(views, v)
		}
		for id, v := range seen {
			if there[id] {
				continue
			}
			gone := *v
			gone.leave(watcher.Finished(id))
			views = append(views, &gone)
			if chosen == "" {
				delete(seen, id) // it is said once
			}
		}
		if len(views) == 0 {
			views = append(views, &campaignView{Time: time.Now(), Server: conn.Server(), Workers: viewsOf(workers), title: "no campaign on " + conn.Server()})
		}
		return views, nil
	}, nil
}

// A screen shows one view after the other: on a terminal in the same place, elsewhere line by line.
type screen struct {
	e     *lab
	lines int // that the last view has taken
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
		return s.e.Print(pages(views))
	case !s.e.OutIsTerminal():
		for _, v := range views {
			b.WriteString(v.line() + "\n")
		}
		return s.e.Print(b.String())
	}
	width, height, err := xterm.GetSize(int(s.e.Out.(*os.File).Fd()))
	if err != nil || width < 20 || height < 5 {
		width, height = 80, 24
	}
	return s.e.Print(s.draw(pages(views), width, height))
}

// draw returns what draws a text in the place of the last one, as far as it fits.
func (s *screen) draw(text string, width, height int) string {
	var b strings.Builder
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) >= height {
		lines = append(lines[:height-2], fmt.Sprintf("... %d lines more", len(lines)-height+2))
	}
	if s.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\x1b[J", s.lines) // up, and clear what is below
	}
	for _, line := range lines {
		if r := []rune(line); len(r) >= width {
			line = string(r[:width-1])
		}
		b.WriteString(line + "\n")
	}
	s.lines = len(lines)
	return b.String()
}
