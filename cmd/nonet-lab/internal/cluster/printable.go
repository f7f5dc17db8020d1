package cluster

import (
	"math"

	"nonet/cmd/internal/printable"
)

// Limits of texts that other clients of the server have written, in characters.
const (
	maxName   = 80
	maxReason = 300
)

// shortLine returns a text of another client as one line that is safe on a terminal, cut to a number of characters.
func shortLine(text string, characters int) string {
	for i := range text {
		if characters--; characters < 0 {
			return printable.Line(text[:i]) + "..."
		}
	}
	return printable.Line(text)
}

// maxRefusals bounds the refusals kept of one worker.
const maxRefusals = 100

// sanitize makes a status safe to print: a worker writes what it likes.
func (s *Status) sanitize() {
	s.Host, s.Build = shortLine(s.Host, maxName), shortLine(s.Build, maxName)
	e := &s.Environment
	for _, text := range []*string{&e.Version, &e.Commit, &e.Go, &e.OS, &e.Arch, &e.CPU} {
		*text = shortLine(*text, maxName)
	}
	refused := map[string]string{}
	for id, reason := range s.Refused {
		if len(refused) < maxRefusals {
			refused[id] = shortLine(reason, maxReason)
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
