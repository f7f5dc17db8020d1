package build

import (
	"strings"
	"testing"
)

func TestString(t *testing.T) {
	for _, test := range []struct {
		name string
		info Info
		want string // the first line
	}{
		{"no stamp", Info{Version: "0.1.0"}, "0.1.0, commit unknown: built without version control stamping"},
		{"commit", Info{Version: "0.1.0", Commit: "0123456789abcdef"}, "0.1.0, commit 0123456789ab"},
		{"changes", Info{Version: "0.1.0", Commit: "0123456789abcdef", Modified: true},
			"0.1.0, commit 0123456789ab with local changes"},
	} {
		if got, _, _ := strings.Cut(test.info.String(), "\n"); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if b := Read(); b.Version != Version || b.Go == "" || b.Platform == "" {
		t.Errorf("got %+v", b)
	}
}
