// The program of the workers: it answers requests of the page with the handlers of nonet serve.
package main

import (
	"context"
	"net/http"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"nonet/backends"
	"nonet/cmd/nonet/internal/serve"
	"nonet/model/parallel"
)

// Limits of a worker.
const (
	maxHeap    = 1 << 30 // bytes; a worker that needs more is ended
	maxFormula = maxHeap / 4
	turn       = 100 * time.Millisecond // for which a search keeps the only thread
)

// host is the name of the server in requests. No request leaves the worker.
const host = "nonet"

// A worker answers the messages of the page: {id, method, path, body} asks, {stop: id} ends the request with this id.
// It posts {id, status, headers}, then {id, chunk} for each piece of the body, and {id, end: true}.
type worker struct {
	server *serve.Server
	mu     sync.Mutex
	cancel map[int]context.CancelFunc // of the requests that run
	paused time.Time                  // when messages of the page were last taken
}

func main() {
	debug.SetMemoryLimit(maxHeap * 3 / 4)
	w := &worker{server: serve.New(serve.Config{Hosts: []string{host}, Log: os.Stderr,
		Lack: "only where nonet is installed"}), cancel: map[int]context.CancelFunc{}}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.paused = time.Now()
		w.receive(args[0].Get("data"))
		return nil
	}))
	post(map[string]any{"ready": true})
	select {}
}

func post(message map[string]any, transfer ...any) {
	js.Global().Call("postMessage", message, transfer)
}

// receive begins or stops a request.
func (w *worker) receive(message js.Value) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id := message.Get("stop"); id.Type() == js.TypeNumber {
		if cancel := w.cancel[id.Int()]; cancel != nil {
			cancel()
		}
		return
	}
	id := message.Get("id").Int()
	ctx, cancel := context.WithCancel(backends.WithMemory(context.Background(), maxFormula))
	w.cancel[id] = cancel
	r, err := http.NewRequestWithContext(parallel.WithPause(ctx, w.pause), message.Get("method").String(),
		"http://"+host+"/"+message.Get("path").String(), strings.NewReader(message.Get("body").String()))
	if err != nil {
		panic(err) // the page makes no such requests
	}
	r.Header.Set("Content-Type", "application/json")
	go func() {
		out := &response{id: id, header: http.Header{}}
		w.server.ServeHTTP(out, r)
		out.WriteHeader(http.StatusOK)
		post(map[string]any{"id": id, "end": true})
		cancel()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.cancel, id)
	}()
}

// pause is called by searches every few milliseconds. A worker has one thread: while a search has it, no timer, other
// request or message of the page gets a turn. A worker whose memory is full ends.
func (w *worker) pause() {
	if time.Since(w.paused) < turn {
		return
	}
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(heap); heap[0].Value.Uint64() > maxHeap {
		post(map[string]any{"full": true})
		select {} // the page ends the worker
	}
	w.paused = time.Now()
	time.Sleep(time.Millisecond) // messages of the page are taken
	w.paused = time.Now()
}

// A response posts the status, the header and each piece of the body as its handler writes them.
type response struct {
	id     int
	header http.Header
	begun  bool
}

func (r *response) Header() http.Header { return r.header }

func (r *response) WriteHeader(status int) {
	if r.begun {
		return
	}
	r.begun = true
	headers := map[string]any{}
	for name := range r.header {
		headers[name] = r.header.Get(name)
	}
	post(map[string]any{"id": r.id, "status": status, "headers": headers})
}

func (r *response) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	chunk := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(chunk, b)
	post(map[string]any{"id": r.id, "chunk": chunk}, chunk.Get("buffer"))
	return len(b), nil
}

// Flush implements http.Flusher: nothing is kept back.
func (r *response) Flush() {}
