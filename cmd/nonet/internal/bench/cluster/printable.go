package cluster

import (
	"math"
	"strings"
	"unicode"
)

// Limits of texts that other clients of the server have written, in characters.
const (
	maxName   = 80
	maxReason = 300
)

// printable returns a text of another client in a form that is safe on a terminal: control characters and invalid UTF-8
// are replaced by question marks, and the text is cut to a number of characters.
func printable(text string, characters int) string {
	var b strings.Builder
	for _, c := range text {
		if characters--; characters < 0 {
			b.WriteString("...")
			break
		}
		if !unicode.IsPrint(c) || c == unicode.ReplacementChar {
			c = '?'
		}
		b.WriteRune(c)
	}
	return b.String()
}

// maxRefusals bounds the refusals kept of one worker.
const maxRefusals = 100

// sanitize makes a status safe to print: a worker writes what it likes.
func (s *Status) sanitize() {
	s.Host, s.Build = printable(s.Host, maxName), printable(s.Build, maxName)
	e := &s.Environment
	for _, text := range []*string{&e.Version, &e.Commit, &e.Go, &e.OS, &e.Arch, &e.CPU} {
		*text = printable(*text, maxName)
	}
	refused := map[string]string{}
	for id, reason := range s.Refused {
		if len(refused) < maxRefusals {
			refused[id] = printable(reason, maxReason)
		}
	}
	s.Refused = refused
	const most = 1e9 // more is not plausible, and would break the table
	if !(s.Rate >= 0 && s.Rate <= most) {
		s.Rate = 0
	}
	s.Rate = math.Min(s.Rate, most)
	for _, n := range []*int{&s.PID, &s.Jobs, &s.Running, &s.Waiting} {
		*n = max(0, min(*n, most))
	}
	for _, n := range []*int64{&s.Done, &s.Failed, &s.Nacked} {
		*n = max(0, min(*n, 1e15))
	}
}
