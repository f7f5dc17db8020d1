//go:build unix

package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An event is an event of a stream.
type event struct {
	name string
	data map[string]any
}

// A reader reads the events of a response.
type reader struct {
	t     *testing.T
	lines *bufio.Scanner
	close context.CancelFunc
}

// streamOf begins a stream. It ends with the test.
func streamOf(t *testing.T, url, path, body string) *reader {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", url+"/api/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		w.Body.Close()
	})
	if w.StatusCode != 200 || w.Header.Get("Content-Type") != "text/event-stream" ||
		w.Header.Get("Cache-Control") != "no-store" || w.Header.Get("X-Accel-Buffering") != "no" {
		t.Fatalf("status %d, headers %v", w.StatusCode, w.Header)
	}
	lines := bufio.NewScanner(w.Body)
	lines.Buffer(nil, 1<<20)
	return &reader{t, lines, cancel}
}

// next returns the next event, and false at the end of the stream.
func (r *reader) next() (event, bool) {
	r.t.Helper()
	var e event
	for r.lines.Scan() {
		line := r.lines.Text()
		switch name, value, _ := strings.Cut(line, ": "); {
		case line == "" && e.name != "":
			return e, true
		case name == "event":
			e.name = value
		case name == "data":
			if err := json.Unmarshal([]byte(value), &e.data); err != nil {
				r.t.Fatalf("%s: %v", line, err)
			}
		case line != "" && line[0] != ':':
			r.t.Fatalf("unexpected line %q", line)
		}
	}
	return e, false
}

// until reads events up to one for which wanted returns true.
func (r *reader) until(wanted func(event) bool) event {
	r.t.Helper()
	for {
		e, ok := r.next()
		if !ok {
			r.t.Fatal("the stream ended")
		}
		if wanted(e) {
			return e
		}
	}
}

func withName(name string) func(event) bool { return func(e event) bool { return e.name == name } }

// waitFor waits until a condition holds. It does not depend on time: a test that hangs is ended from outside.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for start := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(start) > 2*time.Minute {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%s; goroutines:\n%s", what, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// idle waits until the server answers nothing, and as few goroutines run as before.
func idle(t *testing.T, s *Server, goroutines int) {
	t.Helper()
	http.DefaultClient.CloseIdleConnections()
	waitFor(t, "questions are left", func() bool { return allFree(s) })
	waitFor(t, "goroutines are left", func() bool {
		http.DefaultClient.CloseIdleConnections()
		return runtime.NumGoroutine() <= goroutines
	})
	s.running.Lock()
	defer s.running.Unlock()
	if len(s.running.comparisons) > 0 {
		t.Errorf("%d comparisons are left", len(s.running.comparisons))
	}
}

// emptyGrid is a puzzle without clues with too many solutions to count.
var emptyGrid = `"values":[` + strings.Repeat("0,", 624) + `0]`

func TestCountStops(t *testing.T) {
	s, url := listening(t, Config{})
	s.lists.load()
	before := runtime.NumGoroutine()
	r := streamOf(t, url, "count", `{`+emptyGrid+`}`)
	if e := r.until(withName("progress")); e.data["seconds"].(float64) <= 0 {
		t.Errorf("%v", e)
	}
	start := time.Now()
	r.close()
	idle(t, s, before)
	t.Logf("the count ended %v after the client", time.Since(start))

	r = streamOf(t, url, "count", `{`+emptyGrid+`,"timeout":0.5}`)
	e := r.until(withName("done"))
	if e.data["exact"] != false || e.data["method"] != "native" ||
		!strings.Contains(e.data["error"].(string), "limit") {
		t.Errorf("%v", e.data)
	}
	r = streamOf(t, url, "count", `{"puzzle":"1..4............"}`)
	if e := r.until(withName("done")); e.data["count"] != "24" || e.data["exact"] != true {
		t.Errorf("%v", e.data)
	}
	if _, more := r.next(); more {
		t.Error("an event after done")
	}
}

// slowProgram writes a program that prints nothing, and returns it and a function that waits for its process.
func slowProgram(t *testing.T) (command string, process func() int) {
	t.Helper()
	folder := t.TempDir()
	pid, program := filepath.Join(folder, "pid"), filepath.Join(folder, "slow")
	script := "#!/bin/sh\ncase \"$1\" in --version) echo 1; exit;; esac\necho $$ > " + pid + "\nexec sleep 100000\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return "dimacs=" + program, func() int {
		number := 0
		waitFor(t, "the program did not start", func() bool {
			text, _ := os.ReadFile(pid)
			number, _ = strconv.Atoi(string(bytes.TrimSpace(text)))
			return number > 0
		})
		return number
	}
}

// isAlive reports whether a process exists.
func isAlive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// TestClientGone checks that a client that closes its request leaves no goroutine and no child process.
func TestClientGone(t *testing.T) {
	s, url := listening(t, Config{AllowPrograms: true})
	s.lists.load()
	before := runtime.NumGoroutine()
	for path, body := range map[string]string{
		"check":      `{"puzzle":"1..4............","timeout":600,"method":METHOD}`,
		"explain":    `{"puzzle":"1..4............","timeout":600,"method":METHOD}`,
		"candidates": `{"puzzle":"1..4............","timeout":600,"method":METHOD,"kind":"true"}`,
		"count":      `{"puzzle":"1..4............","timeout":600,"method":METHOD}`,
		"compare":    `{"puzzle":"1..4............","timeout":600,"methods":[METHOD,"native"]}`,
	} {
		command, process := slowProgram(t)
		name, _ := json.Marshal(command)
		body = strings.ReplaceAll(body, "METHOD", string(name))
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", url+"/api/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			if w, err := http.DefaultClient.Do(r); err == nil {
				new(bytes.Buffer).ReadFrom(w.Body)
				w.Body.Close()
			}
		}()
		pid := process()
		cancel()
		<-ended
		waitFor(t, path+": the program still runs", func() bool { return !isAlive(pid) })
		idle(t, s, before)
	}
}

// TestStopEndsQuestions checks that the end of the server ends its questions and their programs.
func TestStopEndsQuestions(t *testing.T) {
	command, process := slowProgram(t)
	var pid int
	t.Run("server", func(t *testing.T) {
		_, url := listening(t, Config{AllowPrograms: true})
		name, _ := json.Marshal(command)
		r := streamOf(t, url, "compare", `{"puzzle":"1..4............","timeout":600,"methods":[`+string(name)+`]}`)
		r.until(withName("progress"))
		pid = process()
	})
	waitFor(t, "the program still runs", func() bool { return !isAlive(pid) })
}

func TestCompare(t *testing.T) {
	_, url := listening(t, Config{})
	r := streamOf(t, url, "compare", `{"puzzle":"1..4............","methods":["native","gini","dlx"],"repeat":1}`)
	begin := r.until(withName("begin"))
	if rows := begin.data["rows"].([]any); len(rows) != 3 || rows[2].(map[string]any)["state"] != waiting {
		t.Errorf("%v", begin.data)
	}
	var states []string
	for {
		e := r.until(func(e event) bool { return e.name != "progress" })
		if e.name == "done" {
			if e.data["verdict"] != "multiple" || len(e.data["disagree"].([]any)) != 0 || e.data["other"] == nil {
				t.Errorf("%v", e.data)
			}
			break
		}
		states = append(states, e.data["method"].(string)+" "+e.data["state"].(string))
		if e.data["state"] == done && (e.data["verdict"] != "multiple" || e.data["agrees"] != true) {
			t.Errorf("%v", e.data)
		}
	}
	want := "native running, native done, gini running, gini done, dlx running, dlx done"
	if got := strings.Join(states, ", "); got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
}

// TestStopRow stops the row that runs, and one that waits.
func TestStopRow(t *testing.T) {
	s, url := listening(t, Config{AllowPrograms: true})
	command, process := slowProgram(t)
	name, _ := json.Marshal(command)
	r := streamOf(t, url, "compare",
		`{"puzzle":"1..4............","timeout":600,"methods":[`+string(name)+`,"gini","gophersat"],"repeat":1}`)
	id := r.until(withName("begin")).data["id"].(string)
	pid := process()
	for _, number := range []int{1, 0} {
		body := `{"id":"` + id + `","number":` + strconv.Itoa(number) + `}`
		if w := answer(s, request("POST", "/api/compare/stop", body, "Host", s.Hosts[0])); w.Code != 204 {
			t.Fatalf("row %d: status %d: %s", number, w.Code, w.Body)
		}
	}
	states := map[string]bool{}
	for {
		e := r.until(func(e event) bool { return e.name != "progress" })
		if e.name == "done" {
			if e.data["verdict"] != "multiple" {
				t.Errorf("%v", e.data)
			}
			break
		}
		states[strconv.Itoa(int(e.data["number"].(float64)))+" "+e.data["state"].(string)] = true
	}
	for _, want := range []string{"0 running", "0 stopped", "1 stopped", "2 running", "2 done"} {
		if !states[want] {
			t.Errorf("%v lacks %q", states, want)
		}
	}
	if states["1 running"] {
		t.Error("a row ran that was stopped before")
	}
	waitFor(t, "the program still runs", func() bool { return !isAlive(pid) })
}

// TestComments checks the signs of life of a stream.
func TestComments(t *testing.T) {
	w := &countingWriter{header: http.Header{}}
	out := newStream(w, func() {})
	out.comment()
	out.event("row", map[string]int{"a": 1})
	out.event("row", map[string]int{"a": 2})
	want := ": \n\n: \n\nevent: row\ndata: {\"a\":1}\n\nevent: row\ndata: {\"a\":2}\n\n"
	if w.text.String() != want || w.flushed != 4 {
		t.Errorf("%q, flushed %d times", &w.text, w.flushed)
	}
}

// A countingWriter is a response that counts how often it is flushed.
type countingWriter struct {
	header  http.Header
	text    bytes.Buffer
	flushed int
}

func (w *countingWriter) Header() http.Header         { return w.header }
func (w *countingWriter) WriteHeader(int)             {}
func (w *countingWriter) Write(b []byte) (int, error) { return w.text.Write(b) }
func (w *countingWriter) Flush()                      { w.flushed++ }
