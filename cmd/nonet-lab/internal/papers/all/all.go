package all

import (
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/berggren"
	"nonet/cmd/nonet-lab/internal/papers/encodings"
	"nonet/cmd/nonet-lab/internal/papers/formulations"
	"nonet/cmd/nonet-lab/internal/papers/ipsatcp"
	"nonet/cmd/nonet-lab/internal/papers/jones"
	"nonet/cmd/nonet-lab/internal/papers/lewis"
	"nonet/cmd/nonet-lab/internal/papers/models"
	"nonet/cmd/nonet-lab/internal/papers/reseda"
	"nonet/cmd/nonet-lab/internal/papers/simonis"
	"nonet/cmd/nonet-lab/internal/papers/thein"
	"nonet/internal/slice"
)

// Experiments lists the experiments: the comparison that the project is about, then reproductions of papers.
func Experiments() []papers.Experiment {
	return []papers.Experiment{
		ipsatcp.Experiment(),
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

// Tasks returns the tasks of all experiments, so that a child process can find a task by its name.
func Tasks() []campaign.Task {
	return slices.Concat(slice.Map(Experiments(), func(e papers.Experiment) []campaign.Task { return e.Tasks })...)
}
