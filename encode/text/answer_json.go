package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A clingoAnswer is the output of clingo --outf=2.
type clingoAnswer struct {
	Result string
	Call   []struct{ Witnesses []struct{ Value []string } }
	Models struct {
		Number int
		More   string
	}
}

// withoutJSON returns an answer as the solver prints it without --outf=2 of clingo or --output-mode json of MiniZinc:
// each object becomes lines, and other lines stay.
func withoutJSON(text []byte) ([]byte, error) {
	var out []byte
	for rest := bytes.TrimSpace(text); len(rest) > 0; rest = bytes.TrimSpace(rest) {
		if rest[0] != '{' {
			line, after, _ := bytes.Cut(rest, []byte("\n"))
			out, rest = append(append(out, line...), '\n'), after
			continue
		}
		at := position(1+bytes.Count(text[:len(text)-len(rest)], []byte("\n")), 1)
		var values map[string]any
		var c clingoAnswer
		d := json.NewDecoder(bytes.NewReader(rest))
		d.UseNumber()
		if err := d.Decode(&values); err != nil {
			return nil, at.Errorf("a damaged JSON object begins here: %v", err)
		}
		object := rest[:d.InputOffset()]
		rest = rest[len(object):]
		if values["Call"] == nil && values["type"] == nil {
			out = appendValues(out, values)
		} else if json.Unmarshal(object, &c) == nil && c.Call != nil {
			out = c.appendTo(out)
		} else { // or a stream of MiniZinc
			return nil, at.Errorf("expected JSON of clingo --outf=2 or of minizinc --output-mode json")
		}
	}
	return out, nil
}

func (c *clingoAnswer) appendTo(out []byte) []byte {
	for _, call := range c.Call {
		for i, w := range call.Witnesses {
			out = fmt.Appendf(out, "Answer: %d\n%s\n", i+1, strings.Join(w.Value, " "))
		}
	}
	more := map[bool]string{true: "+"}[c.Models.More == "yes"]
	return fmt.Appendf(out, "%s\nModels : %d%s\n", c.Result, c.Models.Number, more)
}

// appendValues appends an assignment for each name.
func appendValues(out []byte, values map[string]any) []byte {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		text, _ := json.Marshal(values[name]) // it was JSON
		if inside, ok := bytes.CutPrefix(text, []byte("[[")); ok {
			text = fmt.Appendf(nil, "[|%s|]", strings.ReplaceAll(string(inside[:len(inside)-2]), "],[", "|"))
		}
		out = fmt.Appendf(out, "%s = %s;\n", name, text)
	}
	return out
}
