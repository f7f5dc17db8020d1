package serve

import (
	"context"
	"crypto/rand"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/encode/problem"
	"nonet/model/sudoku"
)

// The states of a row of a comparison.
const (
	waiting = "waiting"
	running = "running"
	done    = "done"
	stopped = "stopped"
	missing = "missing"
)

// Bounds of a comparison.
const (
	maxRows   = 500
	maxRepeat = 100
)

// A comparison is a comparison that runs. Its rows run one after the other, so that they do not disturb each other's
// times.
type comparison struct {
	mu      sync.Mutex
	current int                // the row that runs, or -1
	cancel  context.CancelFunc // of the current row
	stopped map[int]bool
}

// stop stops a row, or prevents that it begins.
func (c *comparison) stop(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped[number] = true
	if c.current == number {
		c.cancel()
	}
}

// begin returns the context of a row, or false if the row has been stopped.
func (c *comparison) begin(ctx context.Context, number int) (context.Context, context.CancelFunc, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped[number] {
		return nil, nil, false
	}
	ctx, cancel := context.WithCancel(ctx)
	c.current, c.cancel = number, cancel
	return ctx, cancel, true
}

// isStopped ends a row, and reports whether it has been stopped.
func (c *comparison) isStopped(number int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = -1
	return c.stopped[number]
}

// compare answers /api/compare.
func (s *Server) compare(w http.ResponseWriter, r *http.Request, q *CompareRequest, it *input.Item) error {
	for _, name := range q.Methods {
		if err := s.refuseProgram(name); err != nil {
			return err
		}
	}
	if len(q.Methods) == 0 {
		q.Methods = s.Methods
	}
	chosen, err := inquiry.ChooseMethods("methods", q.Methods)
	switch {
	case err != nil:
		return refused("%s", err)
	case !s.offers(chosen):
		return refused("expected methods that this server offers: %s", strings.Join(s.Methods, ", "))
	case len(chosen) > maxRows:
		return refused("%d methods: expected at most %d", len(chosen), maxRows)
	case q.Repeat < 0 || q.Repeat > maxRepeat:
		return refused("repeat %d: expected 0 to %d", q.Repeat, maxRepeat)
	}
	options := ask.TryOptions{Repeat: q.Repeat, Seed: q.Seed}
	if q.Timeout > 0 {
		options.Timeout = s.limit(q.Limit, 0)
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	all := s.lists.availability(ctx, chosen)

	id, c := rand.Text(), &comparison{current: -1, stopped: map[int]bool{}}
	s.running.Lock()
	s.running.comparisons[id] = c
	s.running.Unlock()
	defer func() {
		s.running.Lock()
		delete(s.running.comparisons, id)
		s.running.Unlock()
	}()

	rows := make([]CompareRow, len(all))
	for i, a := range all {
		rows[i] = CompareRow{Number: i, Method: a.Name, Kind: string(a.Kind), State: waiting,
			Limit: options.Limit(a.Method).Seconds(), Summary: a.Summary}
		if a.Err != nil {
			rows[i].State, rows[i].Install = missing, a.Remedy()
		}
	}
	out := newStream(w, cancel)
	out.event("begin", CompareBegin{ID: id, Cores: runtime.GOMAXPROCS(0), AtOnce: 1, Rows: rows})
	start := time.Now()
	var trials []ask.Trial
	for i, a := range all {
		if a.Err != nil || ctx.Err() != nil {
			continue
		}
		rowCtx, end, ok := c.begin(ctx, i)
		if !ok {
			rows[i].State = stopped
			out.event("row", rows[i])
			continue
		}
		rows[i].State = running
		out.event("row", rows[i])
		var t ask.Trial
		out.while(i, func() { t = ask.Try(rowCtx, problem.Of(it.Puzzle), a, options) })
		end()
		state := done
		if c.isStopped(i) && (t.Answer == nil || t.Answer.Missing()) {
			state = stopped
		}
		trials = append(trials, t)
		ask.Judge(trials)
		out.event("row", doneRow{inquiry.TrialOf(&trials[len(trials)-1], it, options), i, state, string(a.Kind)})
	}
	verdict, solutions := ask.Judge(trials)
	end := CompareDone{Verdict: verdict.String(), Disagree: []string{}, Seconds: time.Since(start).Seconds()}
	for i, to := range []**string{&end.Solution, &end.Other} {
		if i < len(solutions) {
			*to = print.GridText(it.Puzzle.Alphabet, sudoku.Grid(solutions[i]))
		}
	}
	for _, t := range trials {
		if t.Disagrees {
			end.Disagree = append(end.Disagree, t.Method.Name)
		}
	}
	out.event("done", end)
	return nil
}

// offers reports whether all methods can be compared on this server.
func (s *Server) offers(chosen []methods.Method) bool {
	if s.Methods == nil {
		return true
	}
	offered, _ := inquiry.ChooseMethods("methods", s.Methods)
	return !slices.ContainsFunc(chosen, func(m methods.Method) bool {
		return !slices.ContainsFunc(offered, func(o methods.Method) bool { return o.Name == m.Name })
	})
}

// A doneRow is a row that is done: the object of nonet compare with further fields.
type doneRow struct {
	inquiry.TrialObject
	Number int    `json:"number"`
	State  string `json:"state"`
	Kind   string `json:"kind"`
}

// stopRow answers /api/compare/stop.
func (s *Server) stopRow(w http.ResponseWriter, r *http.Request) error {
	var q StopRequest
	if err := decode(w, r, &q); err != nil {
		return err
	}
	s.running.Lock()
	c := s.running.comparisons[q.ID]
	s.running.Unlock()
	if c == nil {
		return httpError(http.StatusNotFound, "no comparison with this id runs")
	}
	c.stop(q.Number)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// lists are what the server looks up once, since it takes external programs.
type lists struct {
	once sync.Once
	lack string // what to say of a missing method; "" names what to install
	all  []methods.Availability
	by   map[string]methods.Availability // by backend
}

// load looks up all methods. It takes some seconds at most.
func (l *lists) load() {
	l.once.Do(func() {
		l.all = methods.Available(context.Background(), methods.All())
		l.by = map[string]methods.Availability{}
		for i, a := range l.all {
			if a.Err != nil && l.lack != "" {
				a.Install = l.lack
				l.all[i] = a
			}
			if _, ok := l.by[a.Backend]; !ok {
				l.by[a.Backend] = a
			}
		}
	})
}

// availability returns whether methods are available, without asking the programs again.
func (l *lists) availability(ctx context.Context, chosen []methods.Method) []methods.Availability {
	l.load()
	all := make([]methods.Availability, len(chosen))
	for i, m := range chosen {
		if a, ok := l.by[m.Backend]; ok {
			a.Method = m
			all[i] = a
		} else {
			all[i] = methods.Available(ctx, []methods.Method{m})[0]
		}
	}
	return all
}
