package term

import (
	"strings"
	"testing"
	"time"
)

// A bar grows with the part that is done, is full at the end, and shows one time left at most.
func TestBarLine(t *testing.T) {
	for _, test := range []struct {
		done, total int64
		predict     bool
		blocks      int
		end         string
	}{
		{0, 0, true, 0, "trials  [9s]"},
		{0, 90, true, 0, "| [9s]"},
		{30, 90, true, 10, "33% |██████████                    | [9s] 18s left"},
		{30, 90, false, 10, "| [9s]"},
		{90, 90, true, 30, "100% |" + strings.Repeat("█", 30) + "| [9s] 0s left"},
		{95, 90, true, 30, "| [9s] 0s left"},
	} {
		got := barLine("30 trials", test.done, test.total, 9*time.Second, test.predict)
		if !strings.HasSuffix(got, test.end) || strings.Count(got, "█") != test.blocks {
			t.Errorf("%d of %d: %s, expected an end %s", test.done, test.total, got, test.end)
		}
	}
}

// A text beside the bar hides it first, and nothing of it remains at the end.
func TestBarIsHidden(t *testing.T) {
	var b strings.Builder
	p := &Progress{w: &b, start: time.Now()}
	p.SetTotal(10)
	p.Answered(5)
	p.show("trials")
	if _, err := p.HideBarWriter(&b).Write([]byte("said\n")); err != nil {
		t.Fatal(err)
	}
	line, rest, _ := strings.Cut(b.String(), "\r")
	if rest != strings.Repeat(" ", len([]rune(line)))+"\rsaid\n" {
		t.Errorf("after the bar %q: %q", line, rest)
	}
}
