package serve

import (
	"context"
	"net/http"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
)

// Times of streams.
const (
	signOfLife    = 15 * time.Second // between comments, which keep a connection open
	progressEvery = 400 * time.Millisecond
)

// A stream is a response of events. Several goroutines may write to it.
type stream struct {
	mu     sync.Mutex
	w      http.ResponseWriter
	c      *http.ResponseController
	cancel context.CancelFunc
}

// newStream begins a response of events. cancel is called if the client does not read: it stops the work.
func newStream(w http.ResponseWriter, cancel context.CancelFunc) *stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	s := &stream{w: w, c: http.NewResponseController(w), cancel: cancel}
	s.write([]byte(": \n\n"))
	return s
}

// event writes an event with a value as JSON.
func (s *stream) event(name string, value any) {
	b := term.AppendJSON([]byte("event: "+name+"\ndata: "), value)
	s.write(append(b, "\n\n"...))
}

// comment writes a keep-alive.
func (s *stream) comment() { s.write([]byte(": \n\n")) }

func (s *stream) write(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.c.SetWriteDeadline(time.Now().Add(writeTimeout))
	_, err := s.w.Write(b)
	if err == nil {
		err = s.c.Flush()
	}
	if err != nil {
		s.cancel()
	}
}

// while runs work in a goroutine and writes a progress event now and then until it returns. A panic of work becomes one
// of while.
func (s *stream) while(number int, work func()) {
	start := time.Now()
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		work()
	}()
	progress, life := time.NewTicker(progressEvery), time.NewTicker(signOfLife)
	defer progress.Stop()
	defer life.Stop()
	for {
		select {
		case x := <-done:
			if x != nil {
				panic(x)
			}
			return
		case <-progress.C:
			s.event("progress", Progress{Number: number, Seconds: time.Since(start).Seconds()})
		case <-life.C:
			s.comment()
		}
	}
}

// count answers /api/count.
func (s *Server) count(w http.ResponseWriter, r *http.Request, q *CountRequest, it *input.Item) error {
	x, err := s.ask(it, q.Method, q.Limit, s.TimeLimit)
	if err != nil {
		return err
	}
	if q.Most < 0 {
		return refused("most %d: expected 0 or more", q.Most)
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	a := x.answer(ask.Question{Kind: ask.Count, Limit: q.Most})
	out := newStream(w, cancel)
	out.while(0, func() { a.Answer = x.asker.Ask(ctx, a.Question, problem.Of(it.Puzzle)) })
	out.event("done", print.ObjectOf(a, print.Rating{}))
	return nil
}
