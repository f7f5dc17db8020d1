package campaign

import (
	"context"
	"sync"
)

// Until is a queue that ends as soon as it has seen enough. The runs that are left are not executed.
type Until struct {
	Queue
	Enough func(Record) bool // called with each record that the queue sends, from one goroutine
}

var _ Forgetter = Until{}

// Execute implements Queue. When it has seen enough, it returns nil as if all runs had been sent.
func (u Until) Execute(ctx context.Context, plan *Plan, done func(string) bool, results chan<- Result) error {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	passing := make(chan Result)
	enough := false
	var pass sync.WaitGroup
	pass.Go(func() {
		for r := range passing {
			results <- r
			if !enough && u.Enough(r.Record) {
				enough = true
				cancel()
			}
		}
	})
	err := u.Queue.Execute(work, plan, done, passing)
	close(passing)
	pass.Wait()
	if enough && ctx.Err() == nil {
		return nil
	}
	return err
}

// Forget implements Forgetter.
func (u Until) Forget(ctx context.Context, plan *Plan) { forget(ctx, u.Queue, plan) }
