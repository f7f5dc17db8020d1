package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"runtime"
	"sync"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

// A Worker takes runs from a server and executes them.
type Worker struct {
	Conn     *Conn
	Executor campaign.Executor // its Missing is filled by the worker
	Jobs     int               // runs at the same time, but for those that are alone; 0 means all cores
	AnyBuild bool              // takes runs of campaigns that another build of the program has begun
	// Idle ends the worker when it had nothing to do for so long; 0 means never.
	Idle     time.Duration
	Notice   func(string) // called with what the user should know; may be nil
	Progress func(Status) // called every two seconds and at the end, from one goroutine at a time; may be nil
}

// Run takes runs and executes them until ctx ends; then it gives back those that it has not finished, and returns nil: within a
// second, or lastWords if the server does not answer. It also returns nil when there was nothing to do for the time Idle. No goroutine and no
// process is left.
func (w *Worker) Run(ctx context.Context) error {
	c := &crewman{
		Worker: w, conn: w.Conn, jobs: w.Jobs, id: nuid.Next(), began: time.Now(), refused: map[string]string{}, has: map[string]bool{},
		campaigns: map[string]*job{}, held: map[*hold]bool{}, wake: make(chan struct{}, 1),
	}
	if c.jobs <= 0 {
		c.jobs = runtime.GOMAXPROCS(0)
	}
	c.host, _ = os.Hostname() // a name for people; it may be empty
	c.executor = w.Executor
	var missing map[string]error
	if c.environment, missing = campaign.Here(ctx, methods.Backends()); ctx.Err() != nil {
		return nil
	}
	c.executor.Missing = missing
	for backend := range c.environment.Solvers {
		c.has[backend] = true
	}
	return c.run(ctx)
}

// A crewman is a worker at work.
type crewman struct {
	*Worker
	conn        *Conn
	executor    campaign.Executor
	jobs        int
	id, host    string
	began       time.Time
	environment campaign.Environment

	queue   chan *hold // runs to be executed, in their order
	storing chan stored
	wake    chan struct{} // something has changed: a run has ended, or something was announced
	alone   sync.Mutex    // held by a run that is to be alone: they come in batches

	mu        sync.Mutex
	campaigns map[string]*job   // by id
	refused   map[string]string // campaigns that are left alone, and why
	has       map[string]bool   // backends that were looked for, and whether they are there
	held      map[*hold]bool
	ticked    time.Time // when signs of life were last looked after
	running   int       // of those held: being executed
	waiting   int       // of those held: not yet begun
	moved     time.Time // when a run was begun or ended, or the first was taken to wait
	done      int64
	failed    int64
	back      int64     // runs given back
	stale     bool      // the campaigns are to be looked up again
	lastRun   time.Time // when a run was held
	rate      rate
}

// mostHeld is how many runs a worker takes beyond its jobs.
const mostHeld = 256

func (c *crewman) run(ctx context.Context) error {
	c.queue = make(chan *hold, c.jobs+2*mostHeld)
	c.storing = make(chan stored, asyncPending)
	c.stale, c.lastRun, c.ticked = true, time.Now(), time.Now()
	told, err := c.conn.nc.Subscribe(announcements, func(*nats.Msg) {
		c.mu.Lock()
		c.stale = true
		c.mu.Unlock()
		c.tell()
		c.rouse()
	})
	if err != nil {
		return c.conn.explain(ctx, "listening to announcements", err)
	}
	defer told.Unsubscribe()
	c.conn.onRestored(c.rouse)

	// The work ends with ctx. The chores go on until the last run is given back or stored, or it takes too long to store it.
	chores, rest := context.WithCancel(context.WithoutCancel(ctx))
	defer rest()
	storing, giveUp := context.WithCancel(chores)
	defer giveUp()
	var workers, storer, others sync.WaitGroup
	for range c.jobs {
		workers.Go(func() {
			for h := range c.queue {
				c.execute(h)
			}
		})
	}
	storer.Go(func() { c.store(storing) })
	others.Go(func() { c.keep(chores) })
	others.Go(func() { c.report(chores) })

	err = c.dispatch(ctx)
	c.mu.Lock()
	for _, j := range c.campaigns {
		j.end(errStopped)
	}
	c.mu.Unlock()
	late := time.AfterFunc(lastWords, giveUp)
	defer late.Stop()
	close(c.queue)
	workers.Wait()
	close(c.storing)
	storer.Wait()
	rest()
	others.Wait()
	c.mu.Lock()
	c.jobs = 0 // goodbye
	c.mu.Unlock()
	s := c.tell()
	if c.Progress != nil {
		c.Progress(s)
	}
	if c.conn.nc.IsConnected() {
		_ = c.conn.nc.FlushTimeout(requestTime) // what was given back is there for others
	}
	return err
}

var (
	errStopped   = errors.New("the worker ends")
	errWithdrawn = errors.New("the campaign was withdrawn")
)

// Between two looks for runs, when there were none, and until the campaigns are looked up again although nothing was announced.
const (
	leastPause  = 20 * time.Millisecond
	mostPause   = time.Second
	lookUpEvery = 15 * time.Second
)

// dispatch takes runs as long as there is somebody to execute them.
func (c *crewman) dispatch(ctx context.Context) error {
	pause := leastPause
	var lookedUp time.Time
	for turn := 0; ctx.Err() == nil; turn++ {
		c.mu.Lock()
		stale := c.stale || time.Since(lookedUp) > lookUpEvery
		c.stale = false
		c.mu.Unlock()
		if stale {
			if err := c.lookUp(ctx); err == nil {
				lookedUp = time.Now()
			} else if errors.Is(err, ErrDenied) || errors.Is(err, ErrNoJetStream) && lookedUp.IsZero() {
				return err // later it may be that the server has just started
			} else {
				c.suspect()
			}
		}
		if fault := c.conn.fault(); fault != nil {
			return fault
		}
		took, full := c.round(ctx, turn)
		c.mu.Lock()
		if len(c.held) > 0 {
			c.lastRun = time.Now()
		}
		idle := time.Since(c.lastRun)
		c.mu.Unlock()
		if c.Idle > 0 && idle > c.Idle {
			return nil
		}
		switch {
		case took:
			pause = leastPause
			continue
		case full:
			pause = mostPause // somebody will rouse us
		}
		select {
		case <-ctx.Done():
		case <-c.wake:
			pause = leastPause
		case <-time.After(pause):
			pause = min(2*pause, mostPause)
		}
	}
	return nil
}

// rouse ends the pause of the dispatcher.
func (c *crewman) rouse() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// report tells the status.
func (c *crewman) report(ctx context.Context) {
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s := c.tell()
			if c.Progress != nil {
				c.Progress(s)
			}
		}
	}
}

// tell publishes the status.
func (c *crewman) tell() Status {
	c.mu.Lock()
	s := Status{
		ID: c.id, Host: c.host, PID: os.Getpid(), Build: buildName(), Jobs: c.jobs, Environment: c.environment, Began: c.began,
		Running: c.running, Waiting: c.waiting, Done: c.done, Failed: c.failed, Back: c.back, Refused: maps.Clone(c.refused),
	}
	s.Environment.Solvers = maps.Clone(s.Environment.Solvers)
	s.Rate = c.rate.at(time.Now(), c.done)
	c.mu.Unlock()
	if data, err := json.Marshal(s); err == nil {
		_ = c.conn.nc.Publish(statusSubject(c.id), data) // the next one comes soon
	}
	return s
}

func (c *crewman) say(text string) {
	if c.Notice != nil {
		c.Notice(text)
	}
}
