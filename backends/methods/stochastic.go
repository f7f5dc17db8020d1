package methods

import (
	"nonet/backends"
	"nonet/backends/probsat"
	"nonet/metaheur"
	"nonet/model"
)

// Chance says where methods of kind Stochastic begin. The zero value is one run from seed 0. Of the others, native takes Jobs as the
// number of workers that count the solutions of one model, with the same answer for any.
type Chance struct {
	Seed uint64 // the same seed gives the same run, if Jobs is at most 1
	Jobs int    // runs side by side, from seeds of their own derived from Seed; the first success ends the others
	// Moves is the limit on the moves of a run, in the unit of the method; 0 means none. A run that reaches it ends without an error.
	Moves int64
}

// A maker makes the solver of a method, from the options that its settings say. Deterministic methods ignore both arguments.
type maker func(c Chance, options any) model.Solver

// stochastic lists the methods that search by chance: those of the papers, which work on the puzzle as it is, then stronger ones, which are
// given what singles leave.
func stochastic() []backend {
	return []backend{
		byChance(backend{name: "anneal", summary: "simulated annealing on boxes as permutations", source: "Lewis 2007"},
			func(s metaheur.Annealing, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "hillclimb", summary: "steepest ascent, a queue of all states seen", source: "Jones, Roach & Perkins 2007"},
			func(s metaheur.HillClimbing, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "boltzmann", summary: "Boltzmann machine, a unit for each value of each cell", source: "Berggren & Nilsson 2012"},
			func(s metaheur.Boltzmann, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "reseda", summary: "estimation of distribution, restarted from zones", source: "Maire & Prissette 2012"},
			func(s metaheur.RESEDA, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "guided", summary: "restarts that remember failures and the fullest grid", source: "Luby et al. 1993, nonet", preprocess: "singles"},
			func(s metaheur.Guided, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "eda", summary: "estimation of distribution, propagation in the sampling", source: "Maire & Prissette 2012, nonet", preprocess: "singles"},
			func(s metaheur.EDA, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "ants", summary: "ant colony system, propagation at each step", source: "Lloyd & Amos 2020", preprocess: "singles"},
			func(s metaheur.Ants, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "gibbs", summary: "Gibbs sampling of whole values, replicas exchanged", source: "Geman & Geman 1984, nonet", preprocess: "singles"},
			func(s metaheur.Gibbs, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "tempering", summary: "replica exchange, near misses completed by search", source: "Hukushima & Nemoto 1996, nonet", preprocess: "singles"},
			func(s metaheur.Tempering, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance(backend{name: "ils", summary: "tabu search, perturbed by propagation", source: "Musliu & Winter 2017", preprocess: "singles"},
			func(s metaheur.IteratedLocalSearch, o metaheur.Options) model.Solver { s.Options = o; return s }),
		flipping(backend{name: "probsat", summary: "probSAT, local search on clauses", source: "Balint & Schöning 2012"}, probSAT{Try: try}, func(s probSAT) probsat.Engine {
			return probsat.Engine{Choice: probsat.ProbSAT, Try: int64(s.Try), Base: s.Base}
		}),
		flipping(backend{name: "walksat", summary: "WalkSAT, local search on clauses", source: "Selman, Kautz & Cohen 1994"}, walkSAT{Try: try}, func(s walkSAT) probsat.Engine {
			return probsat.Engine{Choice: probsat.SKC, Try: int64(s.Try), Noise: s.Noise}
		}),
	}
}

// byChance completes the description of a method of package metaheur, whose settings are the fields of its struct.
func byChance[T tunable[T]](b backend, solver func(T, metaheur.Options) model.Solver) backend {
	var zero T
	b.kind, b.tuning = Stochastic, tuned(zero)
	b.solver = func(p parts) model.Solver {
		o := metaheur.Options{Seed: p.chance.Seed, Jobs: p.chance.Jobs, Moves: p.chance.Moves}
		return backends.Reduced(p.pre, solver(p.options.(T), o))
	}
	return b
}

// flipping completes the description of local search on clauses. The settings are the fields of T.
func flipping[T tunable[T]](b backend, standard T, engine func(T) probsat.Engine) backend {
	b.kind, b.preprocess, b.tuning = Stochastic, "singles", tuned(standard)
	b.engine = func(p parts) clauseEngine {
		walk := engine(p.options.(T))
		walk.Seed, walk.Jobs, walk.Flips = p.chance.Seed, p.chance.Jobs, p.chance.Moves
		return walk
	}
	return b
}

// try is the number of flips after which a walk on clauses starts anew: some instances have traps that hold it for longer.
const try = 10_000_000

// probSAT has the settings of probsat.ProbSAT.
type probSAT struct {
	Try  int     `help:"flips after which the walk begins anew; 0: never"`
	Base float64 `help:"factor by which each clause that a flip breaks makes it less likely"`
}

// Defaults implements tunable.
func (p probSAT) Defaults() probSAT {
	p.Try = max(p.Try, 0)
	if p.Base <= 0 {
		p.Base = probsat.Base
	}
	return p
}

// walkSAT has the settings of probsat.SKC.
type walkSAT struct {
	Try   int     `help:"flips after which the walk begins anew; 0: never"`
	Noise float64 `help:"how often a flip that breaks something is chosen blindly"`
}

// Defaults implements tunable.
func (w walkSAT) Defaults() walkSAT {
	w.Try = max(w.Try, 0)
	if w.Noise <= 0 {
		w.Noise = probsat.Noise
	}
	w.Noise = min(w.Noise, 1)
	return w
}
