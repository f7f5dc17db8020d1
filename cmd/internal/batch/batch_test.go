package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// numbers returns a source of 0..n-1 in portions of varying length.
func numbers(n int) func([]int) int {
	i := 0
	return func(items []int) int {
		count := min(1+i*7%len(items), n-i)
		for k := range count {
			items[k] = i
			i++
		}
		return count
	}
}

func printer() Worker[int] {
	return func(_ context.Context, items []int, out *Out) { fmt.Fprintln(out, items[0]) }
}

func TestOrder(t *testing.T) {
	for _, jobs := range []int{1, 2, 7} {
		for _, n := range []int{0, 1, 2, 1000, 20_000} {
			var want, got bytes.Buffer
			for i := range n {
				fmt.Fprintln(&want, i)
			}
			var seed atomic.Uint64
			uneven := func() Worker[int] {
				r := rand.New(rand.NewPCG(seed.Add(1), 0))
				return func(ctx context.Context, items []int, out *Out) {
					if r.IntN(500) == 0 {
						time.Sleep(time.Millisecond)
					}
					printer()(ctx, items, out)
				}
			}
			err := Run(t.Context(), Options{Jobs: jobs, Window: 64}, numbers(n), uneven, &got, io.Discard)
			if err != nil || got.String() != want.String() {
				t.Errorf("%d jobs, %d items: error %v, output differs: %v", jobs, n, err, got.String() != want.String())
			}
		}
	}
}

func TestOrderOfMessages(t *testing.T) {
	var both bytes.Buffer
	err := Run(t.Context(), Options{Jobs: 3}, numbers(4), func() Worker[int] {
		return func(_ context.Context, items []int, out *Out) {
			if items[0]%2 == 0 {
				fmt.Fprintln(out, "answer", items[0])
			} else {
				out.WriteErr(fmt.Sprint("message ", items[0]))
			}
		}
	}, &both, &both)
	if want := "answer 0\nnonet: message 1\nanswer 2\nnonet: message 3\n"; err != nil || both.String() != want {
		t.Errorf("error %v, got %q, want %q", err, both.String(), want)
	}
}

// A dialog through pipes: the answer to each item is written before the next item is available.
func TestAnswerBeforeNextItem(t *testing.T) {
	questions := make(chan int)
	answers, w := io.Pipe()
	go func() {
		next := func() (int, bool) { i, ok := <-questions; return i, ok }
		Run(t.Context(), Options{Jobs: 2}, OneByOne(next), printer, w, io.Discard)
		w.Close()
	}()
	for i := range 5 {
		questions <- i
		var got int
		if _, err := fmt.Fscanln(answers, &got); err != nil || got != i {
			t.Fatalf("got answer %d, error %v, want %d", got, err, i)
		}
	}
	close(questions)
	if rest, _ := io.ReadAll(answers); len(rest) > 0 {
		t.Errorf("got %q after the last answer", rest)
	}
}

// The second item never ends. The output of the first and the first part of the second are written nevertheless.
func TestOutputOfUnfinishedItem(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answers, w := io.Pipe()
	finished := make(chan error, 1)
	go func() {
		finished <- Run(ctx, Options{Jobs: 1}, numbers(2), func() Worker[int] {
			return func(ctx context.Context, items []int, out *Out) {
				fmt.Fprintln(out, "begin", items[0])
				if items[0] == 1 {
					<-ctx.Done()
				}
				fmt.Fprintln(out, "end", items[0])
			}
		}, w, io.Discard)
		w.Close()
	}()
	var got [len("begin 0\nend 0\nbegin 1\n")]byte
	if _, err := io.ReadFull(answers, got[:]); err != nil || string(got[:]) != "begin 0\nend 0\nbegin 1\n" {
		t.Fatalf("got %q, error %v", got, err)
	}
	cancel()
	if rest, _ := io.ReadAll(answers); string(rest) != "end 1\n" {
		t.Errorf("after cancel: got %q", rest)
	}
	if err := <-finished; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// Buffered output keeps its order. It is written before the next Write, even an empty one, and at the end of the chunk.
func TestWriteBuffered(t *testing.T) {
	const n = 20_000
	release := make(chan struct{})
	answers, w := io.Pipe()
	finished := make(chan error, 1)
	go func() {
		finished <- Run(t.Context(), Options{Jobs: 1}, numbers(n), func() Worker[int] {
			return func(_ context.Context, items []int, out *Out) {
				if items[0] == 1000 {
					out.Write(nil)
					<-release
				}
				if line := fmt.Appendln(nil, items[0]); items[0]%100 < 90 {
					out.WriteBuffered(line)
				} else {
					out.Write(line)
				}
			}
		}, w, io.Discard)
		w.Close()
	}()
	lines := bufio.NewScanner(answers)
	for i := range n {
		if !lines.Scan() || lines.Text() != strconv.Itoa(i) {
			t.Fatalf("got %q, want %d", lines.Text(), i)
		}
		if i == 999 {
			close(release) // the next item waits for this
		}
	}
	if err := <-finished; err != nil || lines.Scan() {
		t.Errorf("error %v, got %q after the last line", err, lines.Text())
	}
}

func TestReadAheadIsBounded(t *testing.T) {
	const window = 80
	release := make(chan struct{})
	var taken atomic.Int64
	next := func() (int, bool) { n := taken.Add(1); return int(n - 1), n <= 5000 }
	go func() {
		for last := int64(-1); last != taken.Load(); { // until the reader blocks
			last = taken.Load()
			time.Sleep(50 * time.Millisecond)
		}
		close(release)
	}()
	var atRelease int64
	var got bytes.Buffer
	err := Run(t.Context(), Options{Jobs: 2, Window: window}, OneByOne(next), func() Worker[int] {
		return func(ctx context.Context, items []int, out *Out) {
			if items[0] == 0 {
				<-release
				atRelease = taken.Load()
			}
			printer()(ctx, items, out)
		}
	}, &got, io.Discard)
	if lines := strings.Count(got.String(), "\n"); err != nil || lines != 5000 {
		t.Errorf("got %d lines, error %v, want 5000", lines, err)
	}
	// The chunk that reaches the window may exceed it. The ring holds an eighth of the window, and the reader one more
	// item.
	if limit := int64(window + window/8 + window/8 + 2); atRelease > limit {
		t.Errorf("got %d items read while the first was processed, want at most %d", atRelease, limit)
	}
}

func TestHeldOutputIsBounded(t *testing.T) {
	const lines = 100_000
	var held atomic.Int64
	var got countingWriter
	err := Run(t.Context(), Options{Jobs: 4}, numbers(8), func() Worker[int] {
		return func(_ context.Context, items []int, out *Out) {
			for range lines {
				out.Write([]byte("0123456789abcdef"))
			}
			out.mu.Lock()
			held.Store(max(held.Load(), int64(cap(out.out))))
			out.mu.Unlock()
		}
	}, &got, io.Discard)
	if err != nil || got.n != 8*lines*16 {
		t.Errorf("got %d bytes, error %v, want %d", got.n, err, 8*lines*16)
	}
	if held.Load() > 2*maxHeld {
		t.Errorf("a chunk held %d bytes, want at most about %d", held.Load(), maxHeld)
	}
}

type countingWriter struct{ n int }

func (w *countingWriter) Write(p []byte) (int, error) { w.n += len(p); return len(p), nil }

func TestFastBatchNeedsFewWrites(t *testing.T) {
	var calls int
	w := writerFunc(func(p []byte) (int, error) { calls++; return len(p), nil })
	const n = 200_000
	if err := Run(t.Context(), Options{Jobs: 2}, numbers(n), printer, w, io.Discard); err != nil {
		t.Fatal(err)
	}
	if calls > n/10 {
		t.Errorf("got %d writes for %d lines, want at most %d", calls, n, n/10)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var got bytes.Buffer
	if err := Run(ctx, Options{}, numbers(10), printer, &got, io.Discard); !errors.Is(err, context.Canceled) ||
		got.Len() > 0 {
		t.Errorf("got error %v, output %q, want context.Canceled only", err, got.String())
	}
}

func TestCancelledMidStream(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	endless := func() func() (int, bool) {
		i := -1
		return func() (int, bool) { i++; return i, true }
	}()
	var got bytes.Buffer
	err := Run(ctx, Options{Jobs: 2, Window: 64}, OneByOne(endless), func() Worker[int] {
		return func(ctx context.Context, items []int, out *Out) {
			if items[0] == 1000 {
				cancel()
			}
			printer()(ctx, items, out)
		}
	}, &got, io.Discard)
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(got.String(), "0\n1\n2\n") {
		t.Errorf("got error %v, output %.20q", err, got.String())
	}
	withoutGap(t, got.String())
	for range 500 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("got %d goroutines after Run, want %d", runtime.NumGoroutine(), before)
}

// withoutGap checks that the lines of text are 0, 1, 2 ...
func withoutGap(t *testing.T, text string) {
	t.Helper()
	i := 0
	for line := range strings.Lines(text) {
		if line != strconv.Itoa(i)+"\n" {
			t.Fatalf("line %d is %q", i, line)
		}
		i++
	}
}

// A worker that is cancelled drops the rest of its chunk. The output of later chunks, which other workers have
// finished, is dropped as well: lines of output stay aligned with lines of input.
func TestCancelledWithoutGap(t *testing.T) {
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		var held atomic.Bool
		var got bytes.Buffer
		err := Run(ctx, Options{Jobs: 2}, numbers(5000), func() Worker[int] {
			return func(ctx context.Context, items []int, out *Out) {
				switch {
				case items[0] >= 1000 && held.CompareAndSwap(false, true):
					<-ctx.Done()
				case items[0] >= 3000:
					cancel()
				}
				printer()(ctx, items, out)
			}
		}, &got, io.Discard)
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("got error %v", err)
		}
		withoutGap(t, got.String())
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("no space left")
	var once sync.Once
	seen := make(chan struct{})
	w := writerFunc(func(p []byte) (int, error) { once.Do(func() { close(seen) }); return 0, full })
	endless := func() (int, bool) { return 1, true }
	err := Run(t.Context(), Options{Jobs: 3, Window: 64}, OneByOne(endless), printer, w, io.Discard)
	if !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	<-seen
}

func BenchmarkRun(b *testing.B) {
	for _, jobs := range []int{1, 2} {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			line := bytes.Repeat([]byte("."), 82)
			var got countingWriter
			worker := func() Worker[int] { return func(_ context.Context, _ []int, out *Out) { out.Write(line) } }
			if err := Run(b.Context(), Options{Jobs: jobs}, numbers(b.N), worker, &got, io.Discard); err != nil ||
				got.n != 82*b.N {
				b.Fatal(err, got.n)
			}
		})
	}
}
