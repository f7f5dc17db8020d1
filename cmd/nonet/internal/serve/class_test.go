package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	go_qr "github.com/piglig/go-qr"
)

// classConfig is what --class sets.
func classConfig(log *lockedLog) Config {
	return Config{Methods: classMethods, Queue: classQueue, TimeLimit: classLimit, OneLine: true, Requests: log}
}

// A lockedLog is a log that may be read while it is written.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedLog) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), text)
}

// Thirty pupils press Compare at once: each gets an answer.
func TestThirtyCompare(t *testing.T) {
	const pupils = 30
	var log lockedLog
	s, url := listening(t, classConfig(&log))
	var all sync.WaitGroup
	var mu sync.Mutex
	verdicts := map[string]int{}
	for range pupils {
		all.Go(func() {
			r, err := http.Post(url+"/api/compare", "application/json", strings.NewReader(`{"puzzle":"`+easy+`"}`))
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Body.Close()
			name, rows, verdict := "", 0, ""
			for lines := bufio.NewScanner(r.Body); lines.Scan(); {
				data, isData := strings.CutPrefix(lines.Text(), "data: ")
				switch event, isEvent := strings.CutPrefix(lines.Text(), "event: "); {
				case isEvent:
					name = event
				case isData && name == "row" && strings.Contains(data, `"state":"done"`):
					rows++
				case isData && name == "done":
					var d CompareDone
					if err := json.Unmarshal([]byte(data), &d); err != nil {
						t.Error(err)
					}
					verdict = d.Verdict
				}
			}
			if r.StatusCode != 200 || rows != len(classMethods) {
				t.Errorf("status %d, %d methods answered", r.StatusCode, rows)
			}
			mu.Lock()
			verdicts[verdict]++
			mu.Unlock()
		})
	}
	all.Wait()
	if verdicts["unique"] != pupils || len(verdicts) != 1 {
		t.Errorf("answers %v", verdicts)
	}
	if s.long != s.path || !allFree(s) {
		t.Error("questions are still in the line, or there are two lines")
	}
	for log.count("  compare ") < pupils { // a line is written after its answer
		time.Sleep(time.Millisecond)
	}
}

// A question has a place in line, in the order of the turns.
func TestPlaceInLine(t *testing.T) {
	s := testServer(Config{OneLine: true})
	s.long.free = 0
	for i, name := range []string{"a1", "a2", "b1"} {
		r := from(t.Context(), name[:1])
		r.Header.Set(questionHeader, name)
		go s.long.enter(r)
		for {
			if _, waiting := s.long.place(name); waiting == i+1 {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
	for name, want := range map[string]string{"a1": `"place":1,"waiting":3`, "b1": `"place":2,"waiting":3`,
		"a2": `"place":3,"waiting":3`, "c1": `"place":0,"waiting":0`} {
		if w := answer(s, request("GET", "/api/line?question="+name, "")); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %s, expected %s", name, w.Body, want)
		}
	}
	for range 3 {
		s.long.leave()
	}
}

// A class has the methods that its teacher chose, and no others.
func TestClassMethods(t *testing.T) {
	s := testServer(Config{Methods: []string{"native", "rules"}})
	var o MethodsResponse
	if err := json.Unmarshal(answer(s, request("GET", "/api/methods", "")).Body.Bytes(), &o); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range o.Methods {
		names = append(names, m.Name)
		if !m.Compared {
			t.Errorf("%s is not compared", m.Name)
		}
	}
	if !slices.Equal(names, []string{"native", "rules"}) {
		t.Errorf("methods %v", names)
	}
	w := answer(s, request("POST", "/api/compare", `{"puzzle":"`+easy+`","methods":["gini"]}`))
	if w.Code != 422 || !strings.Contains(w.Body.String(), "native, rules") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// The token may stand alone in the address. Wrong ones wait for each other.
func TestShortToken(t *testing.T) {
	token := shortText()
	s := testServer(Config{Token: token})
	if w := answer(s, request("GET", "/?"+token, "")); w.Code != http.StatusSeeOther {
		t.Errorf("status %d with the token", w.Code)
	}
	start := time.Now()
	for range 2 {
		if w := answer(s, request("GET", "/?"+token[1:], "")); w.Code != http.StatusUnauthorized {
			t.Errorf("status %d with a wrong token", w.Code)
		}
	}
	if took := time.Since(start); took < 2*guessDelay {
		t.Errorf("two guesses took %v", took)
	}
}

// The lines of a QR code are read as their text, by the reader of another library.
func TestQRLines(t *testing.T) {
	const address = "http://192.168.1.20:8080/?abcdefgh"
	lines, err := qrLines(address)
	if err != nil {
		t.Fatal(err)
	}
	const side = 8 // pixels of a module
	width := len([]rune(lines[0]))
	m := image.NewGray(image.Rect(0, 0, width*side, 2*len(lines)*side))
	for y, line := range lines {
		for x, r := range []rune(line) {
			for half := range 2 {
				light := r == '█' || r == []rune("▀▄")[half]
				for i := range side * side {
					if light {
						m.SetGray(x*side+i%side, (2*y+half)*side+i/side, color.Gray{Y: 255})
					}
				}
			}
		}
	}
	if got, err := go_qr.Decode(m); err != nil || got != address {
		t.Errorf("read %q, %v", got, err)
	}
	if len(lines) > 24 || width > 40 {
		t.Errorf("%d lines of %d characters do not fit a terminal", len(lines), width)
	}
}
