package lab

import (
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
)

func TestWatchEstimate(t *testing.T) {
	var h history
	begun := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(second, done int) *campaignView {
		v := &campaignView{Time: begun.Add(time.Duration(second) * time.Second), Runs: 1000, Done: done,
			remaining: 1000 - done}
		v.estimate(&h)
		return v
	}
	if v := at(0, 100); v.Rate != nil || v.Left != nil {
		t.Errorf("first snapshot: got rate %v, left %v, want nil", v.Rate, v.Left)
	}
	if v := at(10, 200); *v.Rate != 10 || *v.Left != 80 {
		t.Errorf("got rate %v, left %v, want 10, 80", *v.Rate, *v.Left)
	}
	if v := at(20, 200); *v.Rate != 5 {
		t.Errorf("got rate %v, want 5", *v.Rate)
	}
	for second := 30; second <= 60; second += 10 {
		at(second, 200)
	}
	if v := at(70, 200); *v.Rate != 0 || v.Left != nil {
		t.Errorf("no progress for a minute: got rate %v, left %v, want 0, nil", *v.Rate, v.Left)
	}
}

// A terminal shows as many lines of a view as fit, always at the same place.
func TestWatchDrawsInPlace(t *testing.T) {
	rate, left := 12.5, 61.0
	v := &campaignView{
		Time: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC), ID: "small-0123456789ab", Name: "small",
		Server: "nats://lab:4222", Build: "v1.2.3",
		Begun: time.Date(2026, 1, 2, 15, 0, 0, 0, time.Local), Runs: 2000, Done: 1234, Rate: &rate, Left: &left,
		Outcomes: map[campaign.Outcome]int{campaign.Solved: 1230, campaign.Failed: 4}, Failed: 4, remaining: 766,
		Queue: []queueView{{"this build of nonet", 700, 60, 2, 1}, {"glpsol", 6, 0, 0, 0}},
		Workers: []workerView{{
			Name: "lab/7", Jobs: 8, Running: 8, Done: 1300, Failed: 4, Rate: 12.5, Cores: 8, CPU: "Ryzen",
			Refused: map[string]string{"old-1": "started by nonet v1"},
		}},
		title: "small-0123456789ab on nats://lab:4222",
	}
	const page = `small-0123456789ab on nats://lab:4222, started 2026-01-02 15:00 by nonet v1.2.3
1,234 of 2,000 runs recorded, 12.5/s, 61.0 s left
solved 1,230, failed 4

REQUIRES             WAITING  EXECUTING  REDELIVERED  WORKERS
this build of nonet      700         60            2        1
glpsol                     6          0            0        0

WORKER  JOBS  RUNNING   DONE  FAILED    RATE  CORES  PROCESSOR
lab/7      8        8  1,300       4  12.5/s      8  Ryzen
lab/7 refuses old-1: started by nonet v1
`
	if got := pages([]*campaignView{v}, 0); got != page {
		t.Errorf("got\n%s\nwant\n%s", got, page)
	}
	const line = "15:04:05 small: 1,234 of 2,000 runs recorded, 12.5/s, 61.0 s left; 706 waiting, 60 executing; " +
		"4 failed or crashed; 1 worker"
	if got := v.line(); got != line {
		t.Errorf("got  %s\nwant %s", got, line)
	}
	var s screen
	if up, got := s.draw(page, 200, 50); up+got != page {
		t.Errorf("first page: got\n%q", got)
	}
	up, got := s.draw(page, 40, 6)
	const wantUp = "\x1b[11A\x1b[J"
	want := "small-0123456789ab on nats://lab:4222, \n1,234 of 2,000 runs recorded, 12.5/s, 6\n" +
		"solved 1,230, failed 4\n\n... 7 lines more\n"
	if up != wantUp || got != want {
		t.Errorf("got  %q\nwant %q", up+got, wantUp+want)
	}
	if again, _ := s.draw("short\n", 40, 6); again != "\x1b[5A\x1b[J" {
		t.Errorf("third page: got %q, want it to move up 5 lines", again)
	}
	v.markRemoved(true)
	const end = "2,000 of 2,000 runs recorded; the campaign is complete and was removed from the server"
	if got := v.Progress(); got != end || !v.finished() {
		t.Errorf("got %q, finished %v, want %q, true", got, v.finished(), end)
	}
}
