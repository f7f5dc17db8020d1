package cluster

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
)

// A series is the runs of one grid and method, in plan order. A batch has runs of one series, so that their mean
// runtime determines how many of them take about a second.
type series struct {
	number      int
	requirement requirement
	warmup      []*campaign.Run
	runs        []*campaign.Run
	pending     int   // number of runs without a record
	unpublished []int // pending runs that must be published: positions in runs, increasing

	overhead int // bytes of warmup in a message

	measured int           // number of records received
	total    time.Duration // their runtime
	begun    time.Time     // when the first batch was published
}

const (
	// batchTime is the target runtime of a batch. It is the work that is repeated when a worker dies.
	batchTime = time.Second
	// maxBatchRuns and maxBatchBytes limit a batch.
	maxBatchRuns, maxBatchBytes = 1000, 512 << 10
	// probeRuns is the number of single-run batches of a series in the work queue before its runtime is known. Each
	// measured run allows rampFactor more runs there, so that the sizes of most batches are based on many measurements.
	probeRuns, rampFactor = 16, 4
	// childOverhead is the time that a child process adds to a run.
	childOverhead = 20 * time.Millisecond
)

// probeTimeout is how long to wait for the first record of a series. Runs that take longer need no batches.
var probeTimeout = 3 * time.Second

// meanRuntime returns the mean of the measured runtimes, or 0 if there are none.
func (s *series) meanRuntime() time.Duration {
	if s.measured == 0 {
		return 0
	}
	mean := max(s.total/time.Duration(s.measured), time.Microsecond)
	if l := s.runs[0].Limits; l.Isolate || l.Memory > 0 {
		mean += childOverhead
	}
	return mean
}

// batchSize returns the number of runs of the next batch, for the given number of concurrent jobs. A batch is no larger
// than the number of measured runs: a kind of run that is not among them is then expected at most once in the batch.
// Towards the end batches shrink, as in guided self-scheduling (Polychronopoulos and Kuck, IEEE Transactions on
// Computers 36(12), 1987, 1425-1439), so that workers finish at about the same time.
func (s *series) batchSize(jobs int) int {
	mean := s.meanRuntime()
	if mean == 0 {
		return 1
	}
	return max(1, min(int(batchTime/mean), s.measured, maxBatchRuns, len(s.unpublished)/(2*jobs)))
}

// allowance returns how many more runs may be published now. workersSince is the time when the first worker was seen;
// its zero value means that none was.
func (s *series) allowance(now, workersSince time.Time) int {
	outstanding := s.pending - len(s.unpublished)
	unknown := s.measured == 0
	if unknown && outstanding > 0 && !workersSince.IsZero() {
		since := s.begun
		if workersSince.After(since) {
			since = workersSince
		}
		unknown = now.Sub(since) < probeTimeout
	}
	if mean := s.meanRuntime(); !unknown && (mean == 0 || mean >= batchTime) {
		return len(s.unpublished) // in batches of one
	}
	return probeRuns + rampFactor*s.measured - outstanding
}

// A span is the runs of a batch: the positions first to last of a series.
type span struct{ series, first, last int }

// token returns the span as the last token of a subject.
func (b span) token() string { return fmt.Sprintf("%d-%d-%d", b.series, b.first, b.last) }

// parseSpan parses the result of token. It returns false for other strings.
func parseSpan(token string) (b span, ok bool) {
	_, err := fmt.Sscanf(token, "%d-%d-%d", &b.series, &b.first, &b.last)
	return b, err == nil && b.token() == token && 0 <= min(b.series, b.first) && b.first <= b.last
}

// size returns the number of runs.
func (b span) size() int { return b.last - b.first + 1 }

// nextBatch removes the next batch from the unpublished runs, with at most the given number of runs and bytes. It
// returns the data of its message, or nil if there is no unpublished run. pending reports whether a run has no record
// yet.
func (s *series) nextBatch(size, bytes int, pending func(*campaign.Run) bool) (span, []byte, error) {
	bytes -= s.overhead
	for len(s.unpublished) > 0 && !pending(s.runs[s.unpublished[0]]) {
		s.unpublished = s.unpublished[1:]
	}
	if len(s.unpublished) == 0 {
		return span{}, nil, nil
	}
	b := span{s.number, s.unpublished[0], s.unpublished[0] - 1}
	var runs []json.RawMessage
	for len(s.unpublished) > 0 && len(runs) < size && s.unpublished[0] == b.last+1 &&
		pending(s.runs[s.unpublished[0]]) {
		data, err := json.Marshal(s.runs[s.unpublished[0]])
		if err != nil {
			return span{}, nil, fmt.Errorf("run %s: %w", s.runs[s.unpublished[0]].Key, err)
		}
		if bytes -= len(data); bytes < 0 && len(runs) > 0 {
			break
		}
		runs = append(runs, data)
		b.last, s.unpublished = s.unpublished[0], s.unpublished[1:]
	}
	data, err := json.Marshal(struct {
		Warmup []*campaign.Run `json:",omitempty"`
		Runs   []json.RawMessage
	}{s.warmup, runs})
	return b, data, err
}

// requeue adds the runs of a batch to the unpublished runs again.
func (s *series) requeue(b span) {
	for k := b.first; k <= b.last; k++ {
		s.unpublished = append(s.unpublished, k)
	}
	slices.Sort(s.unpublished)
}
