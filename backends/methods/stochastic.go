package methods

import (
	"nonet/backends"
	"nonet/backends/probsat"
	"nonet/encode/cnf"
	"nonet/metaheur"
	"nonet/model"
)

// Chance says where methods of kind Stochastic begin. The zero value is one run from seed 0.
type Chance struct {
	Seed uint64 // the same seed gives the same run, if Jobs is at most 1
	Jobs int    // runs side by side, from seeds of their own derived from Seed; the first success ends the others
}

// A maker makes the solver of a method. Those that draw no random numbers make the same whatever they are told.
type maker func(Chance) model.Solver

func certain(s model.Solver) maker { return func(Chance) model.Solver { return s } }

// stochastic lists the methods that search by chance: those of the papers, which work on the puzzle as it is, then stronger ones, which are
// given what singles leave.
func stochastic() []backend {
	return []backend{
		byChance("anneal", "none", "simulated annealing on boxes as permutations", "Lewis 2007",
			func(o metaheur.Options) model.Solver { return metaheur.Annealing{Options: o} }),
		byChance("hillclimb", "none", "steepest ascent, a queue of all states seen", "Jones, Roach & Perkins 2007",
			func(o metaheur.Options) model.Solver { return metaheur.HillClimbing{Options: o} }),
		byChance("boltzmann", "none", "Boltzmann machine, a unit for each value of each cell", "Berggren & Nilsson 2012",
			func(o metaheur.Options) model.Solver { return metaheur.Boltzmann{Options: o} }),
		byChance("reseda", "none", "estimation of distribution, restarted from zones", "Maire & Prissette 2012",
			func(o metaheur.Options) model.Solver { return metaheur.RESEDA{Options: o} }),
		byChance("guided", "singles", "restarts that remember failures and the fullest grid", "Luby et al. 1993, nonet",
			func(o metaheur.Options) model.Solver { return metaheur.Guided{Options: o} }),
		byChance("eda", "singles", "estimation of distribution, propagation in the sampling", "Maire & Prissette 2012, nonet",
			func(o metaheur.Options) model.Solver { return metaheur.EDA{Options: o} }),
		byChance("ants", "singles", "ant colony system, propagation at each step", "Lloyd & Amos 2020",
			func(o metaheur.Options) model.Solver { return metaheur.Ants{Options: o} }),
		byChance("gibbs", "singles", "Gibbs sampling of whole values, replicas exchanged", "Geman & Geman 1984, nonet",
			func(o metaheur.Options) model.Solver { return metaheur.Gibbs{Options: o} }),
		byChance("tempering", "singles", "replica exchange, near misses completed by search", "Hukushima & Nemoto 1996, nonet",
			func(o metaheur.Options) model.Solver { return metaheur.Tempering{Options: o} }),
		byChance("ils", "singles", "tabu search, perturbed by propagation", "Musliu & Winter 2017",
			func(o metaheur.Options) model.Solver { return metaheur.IteratedLocalSearch{Options: o} }),
		flipping("probsat", "probSAT, local search on clauses", "Balint & Schöning 2012", probsat.ProbSAT),
		flipping("walksat", "WalkSAT, local search on clauses", "Selman, Kautz & Cohen 1994", probsat.SKC),
	}
}

// byChance describes a method of package metaheur.
func byChance(name, pre, summary, source string, solver func(metaheur.Options) model.Solver) backend {
	b := onModel(name, Stochastic, summary, source, nil, func(string) maker {
		return func(c Chance) model.Solver { return solver(metaheur.Options{Seed: c.Seed, Jobs: c.Jobs}) }
	})
	b.preprocess = always(pre)
	return b
}

// try is the number of flips after which a walk on clauses starts anew: some instances have traps that hold it for longer.
const try = 10_000_000

// flipping describes local search on clauses.
func flipping(name, summary, source string, choice probsat.Choice) backend {
	b := overCNF(name, summary, source, "", nil, builtIn)
	b.kind = Stochastic
	b.build = func(pre backends.Preprocessor, encoding string) (string, maker, error) {
		e, err := cnf.Parse(encoding)
		if err != nil {
			return "", nil, err
		}
		return e.Name(), func(c Chance) model.Solver {
			return backends.Bind(pre, e, clauseEngine(probsat.Engine{Choice: choice, Seed: c.Seed, Jobs: c.Jobs, Try: try}))
		}, nil
	}
	return b
}
