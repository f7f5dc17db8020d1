// Package papers has what experiments share. An [Experiment] is data: a campaign (a TOML file), tasks of its own, and a function from the records
// of the campaign to a report in which published numbers stand beside ours. Each experiment is a package below this one, with its campaign in
// spec.toml, its published numbers, and one exported function, Experiment; package all lists them.
//
//	e, ok := all.ByName("thein")
//	document, err := e.Run(ctx, experiment.Options{Scale: campaign.Quick, Out: "out/thein"})
//
// experiment.go has the types, run.go runs an experiment and reads what a run left, records.go selects, groups and pairs records, rates.go has rates
// and means with their intervals, relations.go claims that one thing is greater than another, with their tests, and cells.go cells, columns and
// lists of words. Of any campaign general.go makes a report, in which pieces.go counts an instance that was split as one; scores.go has methods meet
// on the same instances, growth.go shows how times grow with the order, and lifetimes.go how long stochastic methods take.
//
// Package sizes, below this one, is about the sizes of formulas, and paperstest has what tests of experiments share.
package papers
