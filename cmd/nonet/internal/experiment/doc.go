// Package experiment reproduces published experiments, and has some of the project's own. An [Experiment] is data: a campaign (a TOML file
// under specs/), the published numbers, and a function from the records of the campaign to a report.
//
//	e, ok := experiment.ByName("thein")
//	document, err := e.Run(ctx, experiment.Options{Scale: campaign.Quick, Out: "out/thein"})
//
// One file or more for each experiment; general.go has the tables and figures that any campaign can be shown with, and with it scores.go, where
// methods meet on the same instances, growth.go, how times grow with the order, and lifetimes.go, how long stochastic methods take.
package experiment
