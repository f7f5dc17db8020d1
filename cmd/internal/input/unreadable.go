package input

import (
	"strings"

	"nonet/cmd/internal/term"
)

// Unreadable appends what stands for a puzzle or a model file that could not be read in the output forms json and line.
// Other forms have only the message on standard error.
func Unreadable(b []byte, form string, it *Item) []byte {
	switch message := it.ReadErr.Error(); form {
	case "json":
		return term.AppendJSONLine(b, struct {
			Index   int     `json:"index"`
			File    string  `json:"file,omitempty"`
			Line    int     `json:"line,omitempty"`
			Puzzle  *string `json:"puzzle"` // null
			Text    string  `json:"text,omitempty"`
			Status  string  `json:"status"`
			Verdict string  `json:"verdict"`
			Error   string  `json:"error"`
		}{it.Index, it.Place.File, it.Place.Line, nil, it.Text, "error", "error", message})
	case "line":
		return Instead(b, "error", message)
	}
	return b
}

// Instead appends the line that stands for a puzzle without a result in lists of results: a comment with the verdict
// and the reason, so that lists stay aligned and can be read again.
func Instead(b []byte, verdict, reason string) []byte {
	b = append(append(b, "# "...), verdict...)
	if reason != "" {
		b = append(append(b, ": "...), strings.Join(strings.Fields(reason), " ")...)
	}
	return append(b, '\n')
}
