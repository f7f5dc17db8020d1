package program_test

import (
	"strings"
	"testing"

	"nonet/cmd/internal/programtest"
)

// TestSchema checks that the schema rejects what it should.
func TestSchema(t *testing.T) {
	good := `{"index":0,"puzzle":"1...","size":4,"method":"native","status":"sat","solution":null,"verdict":"unique",` +
		`"other":null,"seconds":{"total":1},"model":{},"stats":{}}`
	if err := programtest.CheckLines("unique", good); err != nil {
		t.Errorf("a good object: %v", err)
	}
	for _, test := range []struct{ what, old, now string }{
		{"an unknown field", `"index":0`, `"index":0,"indexes":1`},
		{"an unknown field of a field", `"total":1`, `"total":1,"wall":1`},
		{"a field of another command", `"index":0`, `"index":0,"taken":["r1c1"]`},
		{"a missing field", `"verdict":"unique",`, ``},
		{"another type", `"size":4`, `"size":"4"`},
		{"an unknown verdict", `"unique"`, `"one"`},
		{"seconds as a number", `{"total":1}`, `1`},
		{"text that is no JSON", `}}`, `}`},
	} {
		if err := programtest.CheckLines("unique", strings.Replace(good, test.old, test.now, 1)); err == nil {
			t.Errorf("%s is accepted", test.what)
		}
	}
}
