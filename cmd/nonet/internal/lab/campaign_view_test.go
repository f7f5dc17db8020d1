package lab

import (
	"strings"
	"testing"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
)

func TestWatchForetellsFromTheRateOfHalfAMinute(t *testing.T) {
	var h history
	begun := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(second, done int) *campaignView {
		v := &campaignView{Time: begun.Add(time.Duration(second) * time.Second), Runs: 1000, Done: done, left: 1000 - done}
		v.foretell(&h)
		return v
	}
	if v := at(0, 100); v.Rate != nil || v.Left != nil {
		t.Errorf("from one look: %v, %v", v.Rate, v.Left)
	}
	if v := at(10, 200); *v.Rate != 10 || *v.Left != 80 {
		t.Errorf("rate %v, left %v; want 10, 80", *v.Rate, *v.Left)
	}
	if v := at(20, 200); *v.Rate != 5 {
		t.Errorf("rate %v, want 5", *v.Rate)
	}
	for second := 30; second <= 60; second += 10 {
		at(second, 200)
	}
	if v := at(70, 200); *v.Rate != 0 || v.Left != nil {
		t.Errorf("nothing came for long: rate %v, left %v", *v.Rate, v.Left)
	}
}

// The lines of a view, of which a terminal shows as much as it has room for, in the same place each time.
func TestWatchDrawsInPlace(t *testing.T) {
	rate, left := 12.5, 61.0
	v := &campaignView{
		Time: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC), ID: "small-0123456789ab", Name: "small", Server: "nats://lab:4222", Build: "v1.2.3",
		Begun: time.Date(2026, 1, 2, 15, 0, 0, 0, time.Local), Runs: 2000, Done: 1234, Rate: &rate, Left: &left,
		Outcomes: map[campaign.Outcome]int{campaign.Solved: 1230, campaign.Failed: 4}, Failed: 4, left: 766,
		Queue:   []queueView{{"this build of nonet", 700, 60, 2, 1}, {"glpsol", 6, 0, 0, 0}},
		Workers: []workerView{{Name: "lab/7", Jobs: 8, Running: 8, Done: 1300, Failed: 4, Rate: 12.5, Cores: 8, CPU: "Ryzen", Refused: map[string]string{"old-1": "begun by nonet v1"}}},
		title:   "small-0123456789ab on nats://lab:4222",
	}
	const page = `small-0123456789ab on nats://lab:4222, begun 2026-01-02 15:00 by nonet v1.2.3
1,234 of 2,000 runs recorded, 12.5/s, 61.0 s left
solved 1,230, failed 4

NEED                 WAITING  EXECUTING  AGAIN  WORKERS
this build of nonet      700         60      2        1
glpsol                     6          0      0        0

WORKER  JOBS  RUNNING   DONE  FAILED    RATE  CORES  PROCESSOR
lab/7      8        8  1,300       4  12.5/s      8  Ryzen
lab/7 leaves old-1 alone: begun by nonet v1
`
	if got := pages([]*campaignView{v}); got != page {
		t.Errorf("got\n%s\nwant\n%s", got, page)
	}
	const line = "15:04:05 small: 1,234 of 2,000 runs recorded, 12.5/s, 61.0 s left; 706 waiting, 60 executing; 4 failed or crashed; 1 worker"
	if got := v.line(); got != line {
		t.Errorf("got  %s\nwant %s", got, line)
	}
	var s screen
	if got := s.draw(page, 200, 50); got != page {
		t.Errorf("the first is drawn as\n%q", got)
	}
	got := s.draw(page, 40, 6)
	want := "\x1b[11A\x1b[J" + "small-0123456789ab on nats://lab:4222, \n1,234 of 2,000 runs recorded, 12.5/s, 6\nsolved 1,230, failed 4\n\n... 7 lines more\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if again := s.draw("short\n", 40, 6); !strings.HasPrefix(again, "\x1b[5A\x1b[J") {
		t.Errorf("the third goes up wrongly: %q", again)
	}
	v.leave(true)
	if got := v.Progress(); got != "2,000 of 2,000 runs recorded; the campaign is complete and was taken from the server" || !v.over() {
		t.Error(got)
	}
}
