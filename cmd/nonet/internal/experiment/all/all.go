package all

import (
	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/experiment"
	"nonet/cmd/nonet/internal/experiment/berggren"
	"nonet/cmd/nonet/internal/experiment/encodings"
	"nonet/cmd/nonet/internal/experiment/formulations"
	"nonet/cmd/nonet/internal/experiment/jones"
	"nonet/cmd/nonet/internal/experiment/lewis"
	"nonet/cmd/nonet/internal/experiment/reseda"
	"nonet/cmd/nonet/internal/experiment/simonis"
	"nonet/cmd/nonet/internal/experiment/thein"
)

// Experiments lists the experiments: those of papers first.
func Experiments() []experiment.Experiment {
	return []experiment.Experiment{
		thein.Experiment(),
		lewis.Experiment(),
		jones.Experiment(),
		reseda.Experiment(),
		berggren.Experiment(),
		simonis.Experiment(),
		formulations.Experiment(),
		encodings.Experiment(),
	}
}

// ByName returns the experiment of a name.
func ByName(name string) (experiment.Experiment, bool) {
	for _, e := range Experiments() {
		if e.Name == name {
			return e, true
		}
	}
	return experiment.Experiment{}, false
}

// Tasks are those of all experiments, so that a child process knows them by name.
func Tasks() []campaign.Task {
	var tasks []campaign.Task
	for _, e := range Experiments() {
		tasks = append(tasks, e.Tasks...)
	}
	return tasks
}
