package serve

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// Limits of a queue: what more clients ask gets the status 429, and the page asks again.
const (
	maxWaiting = 100 // questions that wait
	maxTurns   = 4   // questions of one client, if others wait, too
)

// A queue limits how many questions are answered at the same time, and how many wait. Clients take turns, so that a
// client with many questions does not keep the others waiting.
type queue struct {
	mu      sync.Mutex
	free    int // slots
	most    int // questions that wait
	clients []*client
	named   map[string]chan error // the questions that wait and have a name
}

// A client is an address with questions that wait. The first client of a queue is next.
type client struct {
	address string
	waiting []chan error // the first question is next; it receives nil when it has a slot
}

// newQueue returns a queue in which this number of questions wait at most; 0 is the usual number.
func newQueue(slots, most int) *queue {
	return &queue{free: slots, most: cmp.Or(most, maxWaiting), named: map[string]chan error{}}
}

// questionHeader is the header with the name that a page gives to a question, to ask for its place in the line.
const questionHeader = "Nonet-Question"

// clientOf returns the address of the client of a request.
func clientOf(r *http.Request) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr) // "" is an address, too
	return host
}

// enter waits for a slot, which leave returns. The error is about a busy server, or of the request.
func (q *queue) enter(r *http.Request) error {
	turn, err := q.line(clientOf(r))
	if turn == nil {
		return err
	}
	if name := r.Header.Get(questionHeader); name != "" {
		q.mu.Lock()
		q.named[name] = turn
		q.mu.Unlock()
		defer func() {
			q.mu.Lock()
			delete(q.named, name)
			q.mu.Unlock()
		}()
	}
	ctx := r.Context()
	select {
	case err := <-turn:
		return err
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.remove(turn) && <-turn == nil { // the slot came at the same time
		q.next()
	}
	return context.Cause(ctx)
}

// place returns the turn of the question with this name, counted from 1 for the next turn, and the number of questions
// that wait. The turn is 0 if the question does not wait.
func (q *queue) place(name string) (place, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	turn := q.named[name]
	for round, more := 0, turn != nil; more; round++ {
		more = false
		for _, c := range q.clients {
			if round >= len(c.waiting) {
				continue
			}
			more = true
			if waiting++; c.waiting[round] == turn {
				place = waiting
			}
		}
	}
	return place, waiting
}

// placeInLine answers /api/line.
func (s *Server) placeInLine(w http.ResponseWriter, r *http.Request) {
	var o LineResponse
	for _, q := range []*queue{s.short, s.path, s.long} {
		if o.Place == 0 {
			o.Place, o.Waiting = q.place(r.URL.Query().Get("question"))
		}
	}
	writeJSON(w, o)
}

// do waits for a slot and calls f.
func (q *queue) do(r *http.Request, f func() error) error {
	if err := q.enter(r); err != nil {
		return err
	}
	defer q.leave()
	return f()
}

// line takes a slot or, if none is free, a place in the queue. Of a full queue, a client takes the last place of the
// client that has most, unless it would then have as many.
func (q *queue) line(address string) (turn chan error, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free > 0 {
		q.free--
		return nil, nil
	}
	total, most, own := 0, &client{}, (*client)(nil)
	for _, c := range q.clients {
		total += len(c.waiting)
		if len(c.waiting) > len(most.waiting) {
			most = c
		}
		if c.address == address {
			own = c
		}
	}
	if own == nil {
		own = &client{address: address}
	}
	switch {
	case len(own.waiting) >= maxTurns && len(q.clients) > 1, total >= q.most && len(most.waiting) <= len(own.waiting)+1:
		return nil, busy(total)
	case total >= q.most:
		last := len(most.waiting) - 1
		most.waiting[last] <- busy(total)
		most.waiting = most.waiting[:last]
	}
	if len(own.waiting) == 0 {
		q.clients = append(q.clients, own)
	}
	turn = make(chan error, 1)
	own.waiting = append(own.waiting, turn)
	return turn, nil
}

func busy(waiting int) error {
	return httpError(http.StatusTooManyRequests, "the server is busy: %d questions wait", waiting)
}

// remove removes a question that waits, and reports whether it did.
func (q *queue) remove(turn chan error) bool {
	for i, c := range q.clients {
		if k := slices.Index(c.waiting, turn); k >= 0 {
			if c.waiting = slices.Delete(c.waiting, k, k+1); len(c.waiting) == 0 {
				q.clients = slices.Delete(q.clients, i, i+1)
			}
			return true
		}
	}
	return false
}

// leave returns a slot.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next()
}

// next gives a slot to the next question. Its client goes to the end of the queue.
func (q *queue) next() {
	if len(q.clients) == 0 {
		q.free++
		return
	}
	c := q.clients[0]
	q.clients = q.clients[1:]
	c.waiting[0] <- nil
	if c.waiting = c.waiting[1:]; len(c.waiting) > 0 {
		q.clients = append(q.clients, c)
	}
}
