package term

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A Progress shows a progress bar on standard error, from half a second after its start. Its methods may be called from
// many goroutines, and on nil.
type Progress struct {
	done atomic.Int64 // items answered
	read atomic.Int64 // bytes of input read, or steps done

	note    atomic.Pointer[string] // shown instead of the number of items; nil for none
	w       io.Writer
	mu      sync.Mutex
	bar     *progressbar.ProgressBar
	visible bool
	stopped chan struct{}
	ended   sync.WaitGroup
}

// NewProgress starts a bar that shows the part of total that is read, and the number of items done. what is the plural
// of the item. A total of 0 is unknown.
func NewProgress(w io.Writer, total int64, what string) *Progress {
	return NewBar(w, total, what, total > 0)
}

// NewBar is NewProgress for callers that may have a better estimate of the remaining time: predict turns on the
// estimate of the bar, which extrapolates from the elapsed time.
func NewBar(w io.Writer, total int64, what string, predict bool) *Progress {
	p := &Progress{w: w, stopped: make(chan struct{})}
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
				p.Hide()
				return
			}
		}
	})
	return p
}

func (p *Progress) show(total int64, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%s %s", Thousands(p.done.Load()), what)
	if note := p.note.Load(); note != nil {
		text = *note
	}
	p.bar.Describe(text)
	if total > 0 {
		p.bar.Set64(min(p.read.Load(), total-1)) // at total the bar would finish
	} else {
		p.bar.Add(0)
	}
	p.visible = true
}

// Hide removes the bar until its next update.
func (p *Progress) Hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hideLocked()
}

// hideLocked is Hide for callers that hold the lock.
func (p *Progress) hideLocked() {
	if p.visible {
		p.bar.Clear()
		p.visible = false
	}
}

// HideBarWriter returns a writer to w that hides the bar before each write, if both may be on the same terminal.
func (p *Progress) HideBarWriter(w io.Writer) io.Writer {
	if p == nil || w != p.w && !IsTerminal(w) {
		return w
	}
	return barHidingWriter{w, p}
}

type barHidingWriter struct {
	io.Writer
	p *Progress
}

func (w barHidingWriter) Write(b []byte) (int, error) {
	w.p.mu.Lock() // held until the write is done, so that the bar is not drawn in between
	defer w.p.mu.Unlock()
	w.p.hideLocked()
	return w.Writer.Write(b)
}

// Answered adds n to the items done.
func (p *Progress) Answered(n int64) {
	if p != nil {
		p.done.Add(n)
	}
}

// Advance adds n to the bytes or steps.
func (p *Progress) Advance(n int64) {
	if p != nil {
		p.read.Add(n)
	}
}

// SetNote shows a text instead of the number of items.
func (p *Progress) SetNote(text string) {
	if p != nil {
		p.note.Store(&text)
	}
}

// SetRead sets the number of bytes or steps.
func (p *Progress) SetRead(n int64) {
	if p != nil {
		p.read.Store(n)
	}
}

// Stop removes the bar.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	close(p.stopped)
	p.ended.Wait()
}

// Reading returns a reader of r that counts the bytes in p.
func (p *Progress) Reading(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return countingReader{r, p}
}

type countingReader struct {
	io.Reader
	p *Progress
}

func (r countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.p.Advance(int64(n))
	return n, err
}
