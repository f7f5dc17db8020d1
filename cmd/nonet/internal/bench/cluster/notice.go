package cluster

import (
	"context"
	"fmt"
	"time"
)

// When it is first looked for what keeps the campaign from going on, and how often.
var (
	noticeFirst = 3 * time.Second
	noticeEvery = 5 * time.Second
)

// notice tells what keeps the campaign from going on.
func (c *collector) notice(ctx context.Context, elapsed time.Duration) {
	if c.queue.Notice == nil || elapsed < noticeFirst || time.Since(c.noticed) < noticeEvery {
		return
	}
	c.noticed = time.Now()
	asking, cancel := c.conn.asking(ctx, requestTime)
	defer cancel()
	if info, err := c.records.Info(asking); err == nil && info.Config.MaxBytes > 0 && int64(info.State.Bytes) > info.Config.MaxBytes/20*19 {
		c.say("full", fmt.Sprintf("the records take %d bytes of %d on the server: resume with a larger --max-bytes", info.State.Bytes, info.Config.MaxBytes))
	}
	workers := c.crew.alive()
	if len(workers) == 0 {
		missing := "no worker has come yet"
		if !c.workersSince.IsZero() {
			missing = "no worker is left"
		}
		c.say("nobody", fmt.Sprintf("%s: nonet worker --nats %s, on any machine", missing, c.conn.server))
		return
	}
	delete(c.said, "nobody")
	for _, w := range workers {
		if why, refused := w.Refused[c.id]; refused {
			c.say(w.ID, fmt.Sprintf("the worker %s leaves the campaign alone: %s", w.Name(), why))
		}
	}
	state, err := c.conn.State(ctx, c.id)
	if err != nil {
		return // the next request will tell
	}
	state.count(workers)
	for _, d := range state.Needs {
		if n := d.Waiting + d.Executing; n > 0 && d.Workers == 0 {
			c.say(d.Need, fmt.Sprintf("%d runs wait for a worker that has %s; or stop with Ctrl-C: nonet campaign resume, without --nats, executes "+
				"them on this machine, or records what is missing", n, d.What()))
		}
	}
}

// say tells the user something, once.
func (c *collector) say(key, text string) {
	if c.queue.Notice != nil && !c.said[key] {
		c.said[key] = true
		c.queue.Notice(text)
	}
}
