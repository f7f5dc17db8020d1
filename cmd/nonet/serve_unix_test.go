//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"nonet/cmd/internal/programtest"
)

// TestServe runs the server as a user does: it reads the address, opens the page with the token, asks a question,
// begins a count that never ends, and interrupts the server.
func TestServe(t *testing.T) {
	for _, args := range [][]string{{"serve"}, {"serve", "--token"}, {"serve", "--addr", "0.0.0.0:0"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			s := &programtest.Session{Cmd: exec.Command("nonet", args...)}
			s.Cmd.Stderr = &s.Err
			out, err := s.Cmd.StdoutPipe()
			if err == nil {
				err = s.Cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Cmd.Process.Kill() })
			line, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatalf("%v: %s", err, &s.Err)
			}
			address, token, _ := strings.Cut(strings.TrimSpace(line), "?token=")
			if (token != "") != (len(args) > 1) {
				t.Errorf("address %q", line)
			}
			jar, _ := cookiejar.New(nil)
			client := &http.Client{Jar: jar}
			get := func(url string, want int) {
				t.Helper()
				w, err := client.Get(url)
				if err != nil {
					t.Fatal(err)
				}
				io.Copy(io.Discard, w.Body)
				w.Body.Close()
				if w.StatusCode != want {
					t.Errorf("%s: status %d, want %d", url, w.StatusCode, want)
				}
			}
			if token != "" {
				get(address, 401)
				get(address+"?token=x", 401)
			}
			get(strings.TrimSpace(line), 200)
			get(address, 200)
			get(address+"static/main.js", 200)
			post := func(path, body string) *http.Response {
				t.Helper()
				w, err := client.Post(address+"api/"+path, "application/json", strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				return w
			}
			w := post("check", `{"puzzle":"1..4............"}`)
			var o struct{ Verdict string }
			if err := json.NewDecoder(w.Body).Decode(&o); err != nil || o.Verdict != "multiple" {
				t.Errorf("%+v, %v", o, err)
			}
			w.Body.Close()
			w = post("count", `{"values":[`+strings.Repeat("0,", 624)+`0]}`)
			if _, err := bufio.NewReader(w.Body).ReadString('\n'); err != nil {
				t.Error(err)
			}
			s.Cmd.Process.Signal(syscall.SIGINT)
			s.End(t, 0)
			w.Body.Close()
			if !strings.Contains(s.Err.String(), "Ctrl-C stops the server") {
				t.Errorf("standard error: %s", &s.Err)
			}
		})
	}
}
