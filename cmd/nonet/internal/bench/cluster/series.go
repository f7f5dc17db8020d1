package cluster

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
)

// A series is the runs of one grid and method, in the order of the plan. A batch holds runs of one series, so that their mean runtime says how
// many make up about a second.
type series struct {
	number  int
	need    requirement
	warmup  []*campaign.Run
	runs    []*campaign.Run
	due     int   // runs whose records have not come
	missing []int // of these, the runs to be published: positions in runs, increasing

	overhead int // bytes of warmup in a message

	measured int           // records that have come
	total    time.Duration // their runtime
	begun    time.Time     // when its first batch was published
}

const (
	// batchTime is how long a batch should take. A worker that dies repeats about so much.
	batchTime = time.Second
	// mostRuns and mostBytes limit a batch.
	mostRuns, mostBytes = 1000, 512 << 10
	// firstRuns is how many runs of a series are on the server while their runtime is unknown, one in each batch. For each run that is measured,
	// ramp more may be there: so the sizes of most batches follow from many runs.
	firstRuns, ramp = 16, 4
	// childTime is what a run in a child process takes besides its own time.
	childTime = 20 * time.Millisecond
)

// probeWait is how long the records of the first runs are waited for. Runs that take longer need no batches.
var probeWait = 3 * time.Second

// meanRuntime returns the mean of the runs measured, or 0 if there is none.
func (s *series) meanRuntime() time.Duration {
	if s.measured == 0 {
		return 0
	}
	mean := max(s.total/time.Duration(s.measured), time.Microsecond)
	if l := s.runs[0].Limits; l.Isolate || l.Memory > 0 {
		mean += childTime
	}
	return mean
}

// batchSize returns how many runs the next batch should hold, if so many are executed at the same time. A batch is no larger than the number of runs
// measured: a kind of run that is not among them is then expected in it once at most. Towards the end batches shrink, as in guided
// self-scheduling (Polychronopoulos and Kuck, IEEE Transactions on Computers 36(12), 1987, 1425-1439), so that no worker is left with the last ones.
func (s *series) batchSize(jobs int) int {
	mean := s.meanRuntime()
	if mean == 0 {
		return 1
	}
	return max(1, min(int(batchTime/mean), s.measured, mostRuns, len(s.missing)/(2*jobs)))
}

// allowance returns how many more runs may be published now. Workers that are there since a time have had the chance to execute the first.
func (s *series) allowance(now, workersSince time.Time) int {
	outstanding := s.due - len(s.missing)
	unknown := s.measured == 0
	if unknown && outstanding > 0 && !workersSince.IsZero() {
		since := s.begun
		if workersSince.After(since) {
			since = workersSince
		}
		unknown = now.Sub(since) < probeWait
	}
	if mean := s.meanRuntime(); !unknown && (mean == 0 || mean >= batchTime) {
		return len(s.missing) // they are published one by one
	}
	return firstRuns + ramp*s.measured - outstanding
}

// A span is runs of a series that make up a batch: positions from first to last.
type span struct{ series, first, last int }

// token returns the span as the last token of a subject.
func (b span) token() string { return fmt.Sprintf("%d-%d-%d", b.series, b.first, b.last) }

// parseSpan reads what token has written. It reports false for anything else.
func parseSpan(token string) (b span, ok bool) {
	_, err := fmt.Sscanf(token, "%d-%d-%d", &b.series, &b.first, &b.last)
	return b, err == nil && b.token() == token && 0 <= min(b.series, b.first) && b.first <= b.last
}

// size returns the number of runs.
func (b span) size() int { return b.last - b.first + 1 }

// next takes the next batch of up to size runs and so many bytes from those that are missing, and returns its data; nil if none is missing.
// due reports whether a run has no record yet.
func (s *series) next(size, bytes int, due func(*campaign.Run) bool) (span, []byte, error) {
	bytes -= s.overhead
	for len(s.missing) > 0 && !due(s.runs[s.missing[0]]) {
		s.missing = s.missing[1:]
	}
	if len(s.missing) == 0 {
		return span{}, nil, nil
	}
	b := span{s.number, s.missing[0], s.missing[0] - 1}
	var runs []json.RawMessage
	for len(s.missing) > 0 && len(runs) < size && s.missing[0] == b.last+1 && due(s.runs[s.missing[0]]) {
		data, err := json.Marshal(s.runs[s.missing[0]])
		if err != nil {
			return span{}, nil, fmt.Errorf("cluster: run %s: %w", s.runs[s.missing[0]].Key, err)
		}
		if bytes -= len(data); bytes < 0 && len(runs) > 0 {
			break
		}
		runs = append(runs, data)
		b.last, s.missing = s.missing[0], s.missing[1:]
	}
	data, err := json.Marshal(struct {
		Warmup []*campaign.Run `json:",omitempty"`
		Runs   []json.RawMessage
	}{s.warmup, runs})
	return b, data, err
}

// putBack has the runs of a batch published again.
func (s *series) putBack(b span) {
	again := make([]int, b.size())
	for i := range again {
		again[i] = b.first + i
	}
	s.missing = append(again, s.missing...)
	slices.Sort(s.missing)
}
