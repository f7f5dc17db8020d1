package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"
)

// A campaignView is a snapshot of a campaign, which campaign watch shows or prints as JSON.
type campaignView struct {
	Time     time.Time                `json:"time"`
	ID       string                   `json:"id,omitempty"` // ID on the server
	Name     string                   `json:"name,omitempty"`
	Server   string                   `json:"server,omitempty"`
	Database string                   `json:"database,omitempty"`
	Build    string                   `json:"build,omitempty"`
	Begun    time.Time                `json:"begun,omitzero"`
	Runs     int                      `json:"runs"`
	Done     int                      `json:"done"`
	Rate     *float64                 `json:"runs_per_second"` // null until it is known
	Left     *float64                 `json:"seconds_left"`    // likewise
	Outcomes map[campaign.Outcome]int `json:"outcomes"`
	Failed   int                      `json:"failed"` // or crashed
	Bytes    uint64                   `json:"bytes,omitempty"`
	Queue    []queueView              `json:"queue,omitempty"`
	Workers  []workerView             `json:"workers,omitempty"`
	Problem  string                   `json:"problem,omitempty"` // why this build refuses the campaign
	End      string                   `json:"end,omitempty"`     // "complete" or "withdrawn"; "" while it runs

	title     string
	remaining int // runs without a record
}

// A queueView is the backlog of one requirement.
type queueView struct {
	Need      string `json:"need"`
	Waiting   int    `json:"waiting"`
	Executing int    `json:"executing"`
	Again     int    `json:"again"` // of the executing runs, those delivered before
	Workers   int    `json:"workers"`
}

type workerView struct {
	Name    string            `json:"name"`
	Build   string            `json:"build"`
	CPU     string            `json:"cpu"`
	Cores   int               `json:"cores"`
	Jobs    int               `json:"jobs"`
	Running int               `json:"running"`
	Held    int               `json:"held"` // further runs of its batches
	Done    int64             `json:"done"`
	Failed  int64             `json:"failed"`
	Rate    float64           `json:"runs_per_second"`
	Solvers map[string]string `json:"solvers"`           // versions of the solvers that are not part of every build
	Refused map[string]string `json:"refuses,omitempty"` // reasons, by campaign
}

func newCampaignView(s *cluster.State, workers []cluster.Status, server string) *campaignView {
	v := &campaignView{
		Time: time.Now(), ID: s.ID, Name: s.Label, Server: server, Build: s.Build, Begun: s.Created, Runs: s.Runs,
		Done: s.Done(), Outcomes: s.Outcomes,
		Bytes: s.Bytes, Workers: workerViews(workers), Problem: s.IncompatibleReason, remaining: s.Runs - s.Done(),
		title: fmt.Sprintf("%s on %s", s.ID, server),
	}
	for _, d := range s.Backlogs {
		v.Queue = append(v.Queue, queueView{d.Description(), d.Waiting, d.Executing, d.Redelivered, d.Workers})
	}
	return v
}

func workerViews(workers []cluster.Status) []workerView {
	var views []workerView
	for _, w := range workers {
		v := workerView{
			Name: w.Name(), Build: w.Build, CPU: w.Environment.CPU, Cores: w.Environment.Cores, Jobs: w.Jobs,
			Running: w.Running, Held: w.Waiting,
			Done: w.Done, Failed: w.Failed, Rate: w.Rate, Solvers: map[string]string{}, Refused: w.Refused,
		}
		for backend, version := range w.Environment.Solvers {
			if m, err := methods.Parse(backend); err != nil || m.Install != "" {
				v.Solvers[backend] = version
			}
		}
		views = append(views, v)
	}
	return views
}

// markRemoved changes the view after the campaign was removed from the server.
func (v *campaignView) markRemoved(complete bool) {
	v.Time, v.Queue, v.End = time.Now(), nil, "withdrawn"
	if complete {
		v.Done, v.remaining, v.End = v.Runs, 0, "complete"
	}
}

// finished reports whether the campaign will not change any more.
func (v *campaignView) finished() bool {
	return v.End != "" || v.Runs > 0 && v.Done >= v.Runs
}

// A history has recent numbers of recorded runs, by time.
type history struct {
	times []time.Time
	done  []int
}

// rateWindow is the time span of a history.
const rateWindow = 30 * time.Second

// estimate sets the fields that depend on earlier snapshots.
func (v *campaignView) estimate(h *history) {
	v.Failed = v.Outcomes[campaign.Failed] + v.Outcomes[campaign.Crashed]
	h.times, h.done = append(h.times, v.Time), append(h.done, v.Done)
	for len(h.times) > 2 && v.Time.Sub(h.times[1]) >= rateWindow {
		h.times, h.done = h.times[1:], h.done[1:]
	}
	if span := v.Time.Sub(h.times[0]).Seconds(); span > 0 {
		rate := max(0, float64(v.Done-h.done[0])/span)
		if v.Rate = &rate; rate > 0 {
			left := float64(v.remaining) / rate
			v.Left = &left
		}
	}
}

// Progress describes the progress in one line.
func (v *campaignView) Progress() string {
	text := fmt.Sprintf("%s of %s recorded", term.Thousands(v.Done), term.Plural(v.Runs, "run", "runs"))
	switch {
	case v.End == "complete":
		return text + "; the campaign is complete and was removed from the server"
	case v.End != "":
		return text + "; the campaign was withdrawn from the server"
	case v.finished():
		return text
	}
	if v.Rate != nil {
		text += ", " + term.PerSecond(*v.Rate)
	}
	if v.Left != nil {
		text += ", " + term.Duration((time.Duration(*v.Left * 1e9)).Round(time.Second)) + " left"
	}
	return text
}

// outcomes lists the numbers of runs by outcome.
func (v *campaignView) outcomes() string {
	var list []string
	for _, o := range campaign.Outcomes() {
		if n := v.Outcomes[o]; n > 0 {
			list = append(list, fmt.Sprintf("%s %s", o, term.Thousands(n)))
		}
	}
	return strings.Join(list, ", ")
}

// line returns the view in one line.
func (v *campaignView) line() string {
	text := v.Time.Format("15:04:05") + " "
	if v.Runs == 0 && v.ID == "" && v.Database == "" {
		text += v.title
	} else {
		text += v.Name + ": " + v.Progress()
	}
	waiting, executing := 0, 0
	for _, q := range v.Queue {
		waiting += q.Waiting
		executing += q.Executing
	}
	if len(v.Queue) > 0 {
		text += fmt.Sprintf("; %s waiting, %s executing", term.Thousands(waiting), term.Thousands(executing))
	}
	if v.Failed > 0 {
		text += fmt.Sprintf("; %s failed or crashed", term.Thousands(v.Failed))
	}
	if v.Server != "" {
		text += "; " + term.Plural(len(v.Workers), "worker", "workers")
	}
	return text
}

// pages returns the text of the views, followed by a table of the workers, in lines of at most width columns; 0 means
// any width.
func pages(views []*campaignView, width int) string {
	var b strings.Builder
	for i, v := range views {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(v.page())
	}
	if last := views[len(views)-1]; last.Server != "" {
		b.WriteString("\n" + workersTable(views[0].Workers, width))
	}
	return term.FoldLines(b.String(), width)
}

// page returns the text of the view, without workers.
func (v *campaignView) page() string {
	var b strings.Builder
	b.WriteString(v.title)
	if !v.Begun.IsZero() {
		b.WriteString(", started " + v.Begun.Local().Format("2006-01-02 15:04"))
	}
	if v.Build != "" {
		b.WriteString(" by nonet " + v.Build)
	}
	b.WriteString("\n")
	if v.Begun.IsZero() {
		return b.String()
	}
	b.WriteString(v.Progress() + "\n")
	if list := v.outcomes(); list != "" {
		b.WriteString(list + "\n")
	}
	if v.Problem != "" {
		b.WriteString("refused by this build of nonet: " + v.Problem + "\n")
	}
	if v.remaining == 0 || len(v.Queue) == 0 {
		return b.String()
	}
	t := term.Table{Head: []string{"REQUIRES", "WAITING", "EXECUTING", "REDELIVERED", "WORKERS"},
		Right: []bool{false, true, true, true, true}}
	for _, q := range v.Queue {
		t.Add(q.Need, term.Thousands(q.Waiting), term.Thousands(q.Executing),
			term.Thousands(q.Again), term.Thousands(q.Workers))
	}
	b.WriteString("\n" + t.String())
	return b.String()
}

func workersTable(workers []workerView, width int) string {
	if len(workers) == 0 {
		return "no worker\n"
	}
	t := term.Table{
		Head:  []string{"WORKER", "JOBS", "RUNNING", "DONE", "FAILED", "RATE", "CORES", "PROCESSOR", "SOLVERS"},
		Right: []bool{false, true, true, true, true, true, true, false, false},
	}
	var refusals []string
	for _, w := range workers {
		t.Add(w.Name, fmt.Sprint(w.Jobs), fmt.Sprint(w.Running), term.Thousands(w.Done), term.Thousands(w.Failed),
			term.PerSecond(w.Rate), fmt.Sprint(w.Cores), w.CPU, strings.Join(slices.Sorted(maps.Keys(w.Solvers)), " "))
		for _, id := range slices.Sorted(maps.Keys(w.Refused)) {
			refusals = append(refusals, fmt.Sprintf("%s refuses %s: %s\n", w.Name, id, w.Refused[id]))
		}
	}
	t.Fit(width, "PROCESSOR", "CORES")
	return t.String() + strings.Join(refusals, "")
}
