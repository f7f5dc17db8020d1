package parallel_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"nonet/model/parallel"
)

func TestEachTaskOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 100} {
		for _, tasks := range []int{0, 1, 2, 50} {
			calls := make([]atomic.Int32, tasks)
			parallel.Each(t.Context(), workers, tasks, func(_ context.Context, worker, task int) bool {
				if worker < 0 || worker >= max(1, workers) {
					t.Errorf("worker %d of %d", worker, workers)
				}
				calls[task].Add(1)
				return false
			})
			for task := range calls {
				if n := calls[task].Load(); n != 1 {
					t.Errorf("%d workers: %d calls of task %d of %d", workers, n, task, tasks)
				}
			}
		}
	}
}

// One worker ends; the others wait until their context ends.
func TestStop(t *testing.T) {
	parallel.Do(t.Context(), 4, func(ctx context.Context, worker int) bool {
		if worker == 2 {
			return true
		}
		<-ctx.Done()
		return false
	})
	tasks := 0
	parallel.Each(t.Context(), 1, 10, func(_ context.Context, _, task int) bool {
		tasks++
		return task == 3
	})
	if tasks != 4 {
		t.Errorf("%d tasks begun, want 4", tasks)
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	ended := atomic.Int32{}
	p := parallel.Catch(func() {
		parallel.Do(t.Context(), 4, func(ctx context.Context, worker int) bool {
			if worker == 1 {
				overheat()
			}
			<-ctx.Done()
			ended.Add(1)
			return false
		})
	})
	if p == nil || p.Value != "too hot" || !strings.Contains(p.Error(), "overheat") {
		t.Errorf("got %v, want the panic and its stack", p)
	}
	if n := ended.Load(); n != 3 {
		t.Errorf("%d other workers have ended, want 3", n)
	}
}

func overheat() { panic("too hot") }
