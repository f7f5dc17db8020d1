package all

import (
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/papers/berggren"
	"nonet/cmd/nonet/internal/bench/papers/encodings"
	"nonet/cmd/nonet/internal/bench/papers/formulations"
	"nonet/cmd/nonet/internal/bench/papers/jones"
	"nonet/cmd/nonet/internal/bench/papers/lewis"
	"nonet/cmd/nonet/internal/bench/papers/models"
	"nonet/cmd/nonet/internal/bench/papers/reseda"
	"nonet/cmd/nonet/internal/bench/papers/simonis"
	"nonet/cmd/nonet/internal/bench/papers/thein"
)

// Experiments lists the experiments. Reproductions of papers come first.
func Experiments() []papers.Experiment {
	return []papers.Experiment{
		thein.Experiment(),
		lewis.Experiment(),
		jones.Experiment(),
		reseda.Experiment(),
		berggren.Experiment(),
		simonis.Experiment(),
		formulations.Experiment(),
		encodings.Experiment(),
		models.Experiment(),
	}
}

// ByName returns the experiment with a name.
func ByName(name string) (papers.Experiment, bool) {
	for _, e := range Experiments() {
		if e.Name == name {
			return e, true
		}
	}
	return papers.Experiment{}, false
}

// Tasks returns the tasks of all experiments, so that a child process can find a task by its name.
func Tasks() []campaign.Task {
	var tasks []campaign.Task
	for _, e := range Experiments() {
		tasks = append(tasks, e.Tasks...)
	}
	return tasks
}
