package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"nonet/cmd/internal/printable"
)

// A Progress shows a progress bar on standard error, from half a second after its start: the number of items done,
// their part of all, and the time left by extrapolation. Its methods may be called from many goroutines, and on nil.
type Progress struct {
	done, total atomic.Int64 // items; a total of 0 is unknown

	note    atomic.Pointer[string] // shown instead of the number of items; nil for none
	w       io.Writer
	mu      sync.Mutex
	start   time.Time
	predict bool // show the time left, by extrapolation
	width   int  // of the line that is shown; 0 for none
	stopped chan struct{}
	ended   sync.WaitGroup
}

// NewBar starts a bar about items, of which what is the plural. A total of 0 is unknown: see SetTotal. With predict,
// the bar estimates the remaining time; without it, the caller may state a better estimate, so that there is only one.
func NewBar(w io.Writer, total int64, what string, predict bool) *Progress {
	p := &Progress{w: w, start: time.Now(), predict: predict, stopped: make(chan struct{})}
	p.total.Store(total)
	p.ended.Go(func() {
		first := time.NewTimer(500 * time.Millisecond)
		defer first.Stop()
		select {
		case <-first.C:
		case <-p.stopped:
			return
		}
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			p.show(what)
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

func (p *Progress) show(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	done, total := p.done.Load(), p.total.Load()
	text := fmt.Sprintf("%s %s", Thousands(done), what)
	if note := p.note.Load(); note != nil {
		text = *note
	}
	p.hideLocked()
	line := barLine(printable.Line(text), done, total, time.Since(p.start), p.predict)
	p.width = utf8.RuneCountInString(line)
	io.WriteString(printable.Raw(p.w), line)
}

// barWidth is the number of characters between the ends of a bar.
const barWidth = 30

// barLine returns a text with the part of the total that is done, the time since the start, and the time left if the
// rest takes as long for each item.
func barLine(text string, done, total int64, elapsed time.Duration, predict bool) string {
	if total <= 0 {
		return fmt.Sprintf("%s  [%v]", text, elapsed.Round(time.Second))
	}
	part := min(1, float64(done)/float64(total))
	full := int(part * barWidth)
	line := fmt.Sprintf("%s %3.0f%% |%s%s| [%v]", text, 100*part, strings.Repeat("█", full),
		strings.Repeat(" ", barWidth-full), elapsed.Round(time.Second))
	if predict && done > 0 {
		left := time.Duration(float64(elapsed) * (1/part - 1))
		line += fmt.Sprintf(" %v left", left.Round(time.Second))
	}
	return line
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
	if p.width > 0 {
		io.WriteString(printable.Raw(p.w), "\r"+strings.Repeat(" ", p.width)+"\r")
		p.width = 0
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

// SetDone sets the number of items done.
func (p *Progress) SetDone(n int64) {
	if p != nil {
		p.done.Store(n)
	}
}

// SetTotal sets the number of all items, or an estimate of it.
func (p *Progress) SetTotal(n int64) {
	if p != nil {
		p.total.Store(n)
	}
}

// SetNote shows a text instead of the number of items.
func (p *Progress) SetNote(text string) {
	if p != nil {
		p.note.Store(&text)
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
