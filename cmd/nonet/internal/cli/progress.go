package cli

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress shows on standard error how far long work has come. It shows nothing in the first half second. Its methods may be called
// from many goroutines, and on nil.
type progress struct {
	done atomic.Int64 // things answered
	read atomic.Int64 // bytes of input read; or steps taken, where these are counted

	note    atomic.Pointer[string] // shown in the place of what is done, if there is one
	w       io.Writer
	mu      sync.Mutex
	bar     *progressbar.ProgressBar
	visible bool
	stopped chan struct{}
	ended   sync.WaitGroup
}

// startProgress begins to show how much of total is read, and how many of what are done. A total of zero means that it is not known.
func startProgress(w io.Writer, total int64, what string) *progress {
	return startBar(w, total, what, total > 0)
}

// startBar is startProgress for who foretells the end better than the bar does, which goes by the time that it took to come so far.
func startBar(w io.Writer, total int64, what string, predict bool) *progress {
	p := &progress{w: w, stopped: make(chan struct{})}
	if total <= 0 {
		total = -1
	}
	p.ended.Go(func() {
		first := time.NewTimer(500 * time.Millisecond)
		defer first.Stop()
		select {
		case <-first.C:
		case <-p.stopped:
			return
		}
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(30),
			progressbar.OptionSetRenderBlankState(false),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetPredictTime(predict),
			progressbar.OptionSpinnerType(14),
			progressbar.OptionThrottle(0),
		)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			p.show(total, what)
			select {
			case <-tick.C:
			case <-p.stopped:
				p.hide()
				return
			}
		}
	})
	return p
}

func (p *progress) show(total int64, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%s %s", thousands(p.done.Load()), what)
	if note := p.note.Load(); note != nil {
		text = *note
	}
	p.bar.Describe(text)
	if total > 0 {
		p.bar.Set64(min(p.read.Load(), total-1)) // at the total it would end by itself
	} else {
		p.bar.Add(0)
	}
	p.visible = true
}

// hide takes the bar away until it is shown again.
func (p *progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// clear is hide for who holds the lock.
func (p *progress) clear() {
	if p.visible {
		p.bar.Clear()
		p.visible = false
	}
}

// aside returns a writer to w that takes the bar away before it writes, if that is seen on the same terminal.
func (p *progress) aside(w io.Writer) io.Writer {
	if p == nil || w != p.w && !isTerminal(w) {
		return w
	}
	return asideWriter{w, p}
}

type asideWriter struct {
	io.Writer
	p *progress
}

func (w asideWriter) Write(b []byte) (int, error) {
	w.p.mu.Lock() // the bar must not come back in between
	defer w.p.mu.Unlock()
	w.p.clear()
	return w.Writer.Write(b)
}

// answered adds to the things done.
func (p *progress) answered(n int64) {
	if p != nil {
		p.done.Add(n)
	}
}

// advance adds to the bytes or steps.
func (p *progress) advance(n int64) {
	if p != nil {
		p.read.Add(n)
	}
}

// stop takes the bar away for good.
func (p *progress) stop() {
	if p == nil {
		return
	}
	close(p.stopped)
	p.ended.Wait()
}

// A countingReader tells a progress how much was read.
type countingReader struct {
	io.Reader
	p *progress
}

func (r countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.p.advance(int64(n))
	return n, err
}
