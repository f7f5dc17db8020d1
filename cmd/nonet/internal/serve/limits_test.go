package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"nonet/backends"
)

func TestBusy(t *testing.T) {
	s := testServer(Config{})
	for _, q := range []*queue{s.short, s.path, s.long} {
		q.free, q.most = 0, 0
	}
	for _, path := range posts {
		if path == "compare/stop" {
			continue // answered at once
		}
		w := answer(s, request("POST", "/api/"+path, `{"puzzle":"`+easy+`"}`))
		if w.Code != 429 || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: status %d, headers %v: %s", path, w.Code, w.Header(), w.Body)
		}
	}
	s.short.leave()
	post(t, s, "check", `{"puzzle":"`+easy+`"}`)
	if n := s.short.waiting(); n != 0 {
		t.Errorf("%d questions wait", n)
	}
}

// Steps and counts have queues of their own: checks are answered beside them, and reading has a turn of its own.
func TestQueuesAreApart(t *testing.T) {
	s := testServer(Config{})
	for _, q := range []*queue{s.path, s.long} {
		q.free, q.most = 0, 0
	}
	post(t, s, "check", `{"puzzle":"`+easy+`"}`)
	post(t, s, "candidates", `{"puzzle":"`+easy+`","kind":"simple"}`)
	for _, path := range []string{"steps", "count", "compare"} {
		if w := answer(s, request("POST", "/api/"+path, `{"puzzle":"`+easy+`"}`)); w.Code != 429 {
			t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
		}
	}
	if s.short.free != New(Config{}).short.free {
		t.Errorf("%d slots are free", s.short.free)
	}
}

// The error about a body is one for a client, which has no Go types.
func TestWrongBody(t *testing.T) {
	for body, want := range map[string]string{`{"text":7}`: "text has the type number", `[]`: "it has the type array",
		"": "it ends too soon", `{"text":"1`: "it ends too soon"} {
		w := answer(testServer(Config{}), request("POST", "/api/count", body))
		if w.Code != 400 || !strings.Contains(w.Body.String(), "this request: "+want+`"`) {
			t.Errorf("%s: status %d: %s", body, w.Code, w.Body)
		}
	}
}

// A text with errors is read within the queue, as long as the client waits, and up to a bounded index.
func TestReadingIsLimited(t *testing.T) {
	s := testServer(Config{})
	bad := strings.Repeat("1..4..1..1..4..7\n", 5000)
	for body, want := range map[string]int{
		fmt.Sprintf(`{"text":%q,"index":1000000000000000}`, bad): 400,
		fmt.Sprintf(`{"text":%q,"index":999}`, bad):              400,
		fmt.Sprintf(`{"text":%q,"index":1000}`, easy):            400,
	} {
		for _, path := range []string{"check", "count", "compare", "steps", "links"} {
			if w := answer(s, request("POST", "/api/"+path, body)); w.Code != want {
				t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
			}
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	q := PuzzleRequest{Text: bad, Index: 999}
	if _, err := s.item(gone, &q); err != context.Canceled {
		t.Errorf("a client that is gone: %v", err)
	}
	s.short.free, s.short.most = 0, 0
	for _, path := range []string{"read", "check", "count", "compare", "steps"} {
		if w := answer(s, request("POST", "/api/"+path, `{"text":"?"}`)); w.Code != 429 {
			t.Errorf("%s: a text is read beside the queue: status %d: %s", path, w.Code, w.Body)
		}
	}
}

// The limit of memory of the command holds for each question.
func TestMemory(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(backends.WithMemory(t.Context(), 1000))
	served := make(chan error)
	go func() { served <- New(Config{Hosts: []string{l.Addr().String()}}).Serve(ctx, l) }()
	w, err := http.Post("http://"+l.Addr().String()+"/api/check", "application/json",
		strings.NewReader(`{"puzzle":"`+easy+`","method":"none+gini"}`))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(w.Body)
	w.Body.Close()
	if !strings.Contains(string(text), "memory") {
		t.Errorf("status %d: %s", w.StatusCode, text)
	}
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// allFree reports whether a server answers no question.
func allFree(s *Server) bool {
	unused := New(Config{})
	for q, all := range map[*queue]*queue{s.short: unused.short, s.path: unused.path, s.long: unused.long} {
		q.mu.Lock()
		free := q.free
		q.mu.Unlock()
		if free < all.free {
			return false
		}
	}
	return true
}

// from returns a request of the client with this address.
func from(ctx context.Context, address string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, "POST", "/", nil)
	r.RemoteAddr = address + ":1234"
	return r
}

func TestQueueWaits(t *testing.T) {
	q := newQueue(1, 0)
	q.most = 1
	ctx, cancel := context.WithCancel(t.Context())
	if err := q.enter(from(ctx, "10.0.0.1")); err != nil {
		t.Fatal(err)
	}
	entered := make(chan error)
	wait := func() {
		go func() { entered <- q.enter(from(ctx, "10.0.0.1")) }()
		for q.waiting() == 0 {
			time.Sleep(time.Millisecond)
		}
	}
	wait()
	if err := q.enter(from(ctx, "10.0.0.2")); err == nil {
		t.Error("two wait where one may")
	}
	q.leave()
	if err := <-entered; err != nil {
		t.Error(err)
	}
	wait()
	cancel()
	if err := <-entered; err != context.Canceled {
		t.Errorf("after the end of the context: %v", err)
	}
	q.leave()
	if q.free != 1 || q.waiting() != 0 {
		t.Errorf("%d slots are free, %d questions wait", q.free, q.waiting())
	}
}

// Clients take turns, one with many questions has no more than a few places beside others, and of a full queue gives
// one to a client that has none.
func TestClientsTakeTurns(t *testing.T) {
	q := newQueue(1, 0)
	q.most = 5
	lines := map[chan error]string{}
	var order []chan error
	place := func(address string) error {
		turn, err := q.line(address)
		if turn != nil {
			lines[turn] = address
			order = append(order, turn)
		}
		return err
	}
	for _, address := range []string{"has the slot", "a", "a", "a", "a", "a"} {
		if err := place(address); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"b", "c"} {
		if err := place(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, turn := range order[3:5] {
		select {
		case err := <-turn:
			if err == nil {
				t.Error("a question has a slot")
			}
		default:
			t.Error("a question of the client with most keeps its place")
		}
	}
	if err := place("a"); err == nil {
		t.Error("the client with most has a further place")
	}
	var served []string
	for range 5 {
		q.leave()
		for turn, address := range lines {
			select {
			case err := <-turn:
				if err == nil {
					served = append(served, address)
				}
			default:
			}
		}
	}
	if got := strings.Join(served, " "); got != "a b c a a" {
		t.Errorf("served %s, want a b c a a", got)
	}
}

// TestConnectionLimits checks the limits of connections, and that a header that is too large is refused.
func TestConnectionLimits(t *testing.T) {
	s := testServer(Config{})
	h := s.httpServer(t.Context())
	if h.ReadHeaderTimeout != 5*time.Second || h.IdleTimeout != time.Minute || h.MaxHeaderBytes != 16<<10 {
		t.Errorf("%+v", h)
	}
	// A deadline for the body, which ends when it has been read, and one for each piece of the answer.
	w := &deadlineWriter{ResponseRecorder: httptest.NewRecorder()}
	s.ServeHTTP(w, request("POST", "/api/check", `{"puzzle":"`+easy+`"}`))
	if w.Code != 200 || len(w.reads) != 2 || !soon(w.reads[0], bodyTimeout) || !w.reads[1].IsZero() ||
		len(w.writes) != 2 || !w.writes[0].IsZero() || !soon(w.writes[1], writeTimeout) {
		t.Errorf("status %d, deadlines %v and %v", w.Code, w.reads, w.writes)
	}
	_, url := listening(t, Config{})
	r, _ := http.NewRequest("GET", url, nil)
	r.Header.Set("X", strings.Repeat("x", 64<<10))
	large, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	large.Body.Close()
	if large.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("status %d", large.StatusCode)
	}
}

// TestSlowBody checks that a connection ends whose body does not arrive, also if the request is refused without it.
func TestSlowBody(t *testing.T) {
	_, url := listening(t, Config{bodyTimeout: 50 * time.Millisecond})
	host := strings.TrimPrefix(url, "http://")
	for body, want := range map[string]string{`{"puz`: "408 Request Timeout", `}`: "400 Bad Request", ``: "408 "} {
		c, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /api/check HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
			"Content-Length: 1000\r\n\r\n%s", host, body)
		answer, err := io.ReadAll(c) // until the server closes the connection
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+want) {
			t.Errorf("%s: %q, %v, want %s", body, answer, err, want)
		}
		c.Close()
	}
}

// A deadlineWriter is a response that keeps the deadlines of its connection.
type deadlineWriter struct {
	*httptest.ResponseRecorder
	reads, writes []time.Time
}

func (w *deadlineWriter) SetReadDeadline(t time.Time) error {
	w.reads = append(w.reads, t)
	return nil
}

func (w *deadlineWriter) SetWriteDeadline(t time.Time) error {
	w.writes = append(w.writes, t)
	return nil
}

// soon reports whether t is at most d from now.
func soon(t time.Time, d time.Duration) bool { return !t.IsZero() && time.Until(t) <= d }

// waiting returns the number of questions that wait.
func (q *queue) waiting() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, c := range q.clients {
		n += len(c.waiting)
	}
	return n
}
