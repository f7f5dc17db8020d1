package main

import (
	"encoding/json"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"nonet/cmd/internal/programtest"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/serve"

	"github.com/google/go-cmp/cmp"
)

// ofLine is what the server adds to the names of rules: it has the text, and a puzzle in an argument has no lines.
var ofLine = regexp.MustCompile(` \(line [0-9]+\)`)

// askServer returns the object of a response of nonet serve; of a stream, the object of its last event.
func askServer(t *testing.T, s *serve.Server, path string, body map[string]any) map[string]any {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/api/"+path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("%s %s: status %d: %s", path, text, w.Code, w.Body)
	}
	answer := ofLine.ReplaceAllString(w.Body.String(), "")
	if w.Header().Get("Content-Type") == "text/event-stream" {
		answer = answer[strings.LastIndex(answer, "data: ")+len("data: "):]
	}
	return object(t, answer)
}

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return o
}

// remove removes fields of an object, also from the objects of its field steps.
func remove(o map[string]any, fields ...string) {
	for _, f := range fields {
		delete(o, f)
	}
	steps, _ := o["steps"].([]any)
	for _, s := range steps {
		for _, f := range []string{"hints", "links", "picture"} {
			delete(s.(map[string]any), f)
		}
	}
}

// TestServeAnswersAsCommands compares the answers of nonet serve with those of the commands: but for times and the
// fields that the page needs besides, they are the same objects, and satisfy the schema.
func TestServeAnswersAsCommands(t *testing.T) {
	s := serve.New(serve.Config{Hosts: []string{"example.com"}}) // the name in requests of httptest
	classic := "..1....7....9..3...7...32.1.3.....4....59.1..8.9......51..2............7..7.4..6."
	killer := "nonet 1\nshape 2x2\ncage 5 r1c1 r2c1\ncage 4 r1c2 r1c3\ngrid\n. . . .\n. . . .\n. . . 4\n3 . . .\n"
	for _, puzzle := range []string{classic, "12.4.........32.", "11..............", "1..4............", killer,
		"1.5..6.......2......4......5.......6"} {
		for _, test := range []struct {
			path, definition string
			body             map[string]any
			args             []string
			extra            []string // fields that the command does not have
		}{
			{"check", "unique", nil, []string{"unique"}, []string{"differ", "explain"}},
			{"count", "count", nil, []string{"count"}, nil},
			{"explain", "explain", nil, []string{"explain"}, nil},
			{"candidates", "candidates", map[string]any{"kind": "true"}, []string{"candidates"}, []string{"kind"}},
			{"candidates", "candidates", map[string]any{"kind": "true", "counts": 10},
				[]string{"candidates", "--limit", "10"}, []string{"kind"}},
			{"steps", "rate", nil, []string{"rate", "--steps", "--grid"}, nil},
			{"steps", "rate", map[string]any{"hint": true, "no_uniqueness": true},
				[]string{"rate", "--hint", "--grid", "--no-uniqueness"}, nil},
		} {
			body := map[string]any{"text": puzzle, "timeout": 600} // commands have no limit
			for k, v := range test.body {
				body[k] = v
			}
			got := askServer(t, s, test.path, body)
			if e, ok := got["explain"].(map[string]any); ok {
				if err := programtest.CheckLines("explain", string(term.AppendJSONLine(nil, e))); err != nil {
					t.Errorf("%s %v: %v", test.path, body, err)
				}
			}
			remove(got, test.extra...)
			if err := programtest.CheckLines(test.definition, string(term.AppendJSONLine(nil, got))); err != nil {
				t.Errorf("%s %v: %v", test.path, body, err)
			}
			_, text, _ := runNonet(t, append(test.args, "--quiet", "--output", "json", puzzle)...)
			want := object(t, text)
			remove(got, "seconds", "stats")
			remove(want, "seconds", "stats")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %v differs from nonet %v:\n%s", test.path, body, test.args, diff)
			}
		}
		formulas := askServer(t, s, "formulation", map[string]any{"text": puzzle, "timeout": 600})["formulas"].([]any)
		for _, f := range formulas {
			got := f.(map[string]any)
			if message, failed := got["error"]; failed {
				if puzzle != killer {
					t.Errorf("%v: %v", got["format"], message)
				}
				continue
			}
			remove(got, "sizes", "head", "lines", "summary")
			if err := programtest.CheckLines("explain-encoding", string(term.AppendJSONLine(nil, got))); err != nil {
				t.Errorf("%v", err)
			}
			_, text, _ := runNonet(t, "explain-encoding", "--quiet", "--output", "json", "--to",
				got["format"].(string), puzzle)
			if diff := cmp.Diff(object(t, text), got); diff != "" {
				t.Errorf("formulation of %s: %s", puzzle, diff)
			}
		}
		if len(formulas) < 5 {
			t.Errorf("%d formulas", len(formulas))
		}
	}
}

// TestServeRows compares the rows of a comparison with those of nonet compare.
func TestServeRows(t *testing.T) {
	s := serve.New(serve.Config{Hosts: []string{"example.com"}})
	r := httptest.NewRequest("POST", "/api/compare",
		strings.NewReader(`{"puzzle":"1..4............","methods":["dlx","gini*"],"repeat":1,"timeout":600}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	_, text, _ := runNonet(t, "compare", "--methods", "dlx,gini*", "--repeat", "1", "--timeout", "10m",
		"--output", "json", "1..4............")
	wanted := strings.Split(strings.TrimSpace(text), "\n")
	n := 0
	for line := range strings.Lines(w.Body.String()) {
		data, isData := strings.CutPrefix(line, "data: ")
		if !isData {
			continue
		}
		got := object(t, data)
		if got["state"] != "done" {
			continue
		}
		remove(got, "number", "state", "kind")
		if err := programtest.CheckLines("compare", string(term.AppendJSONLine(nil, got))); err != nil {
			t.Error(err)
		}
		want := object(t, wanted[n])
		remove(got, "seconds", "stats")
		remove(want, "seconds", "stats")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("row %d: %s", n, diff)
		}
		n++
	}
	if n != len(wanted) || n < 5 {
		t.Errorf("%d rows, want %d", n, len(wanted))
	}
}
