package methods

import (
	"nonet/backends"
	"nonet/backends/probsat"
	"nonet/encode/cnf"
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

// A maker makes the solver of a method, from the options that its settings say. Those that draw no random numbers make the same whatever
// they are told.
type maker func(c Chance, options any) model.Solver

func certain(s model.Solver) maker { return func(Chance, any) model.Solver { return s } }

// stochastic lists the methods that search by chance: those of the papers, which work on the puzzle as it is, then stronger ones, which are
// given what singles leave.
func stochastic() []backend {
	return []backend{
		byChance("anneal", "none", "simulated annealing on boxes as permutations", "Lewis 2007",
			func(s metaheur.Annealing, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("hillclimb", "none", "steepest ascent, a queue of all states seen", "Jones, Roach & Perkins 2007",
			func(s metaheur.HillClimbing, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("boltzmann", "none", "Boltzmann machine, a unit for each value of each cell", "Berggren & Nilsson 2012",
			func(s metaheur.Boltzmann, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("reseda", "none", "estimation of distribution, restarted from zones", "Maire & Prissette 2012",
			func(s metaheur.RESEDA, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("guided", "singles", "restarts that remember failures and the fullest grid", "Luby et al. 1993, nonet",
			func(s metaheur.Guided, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("eda", "singles", "estimation of distribution, propagation in the sampling", "Maire & Prissette 2012, nonet",
			func(s metaheur.EDA, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("ants", "singles", "ant colony system, propagation at each step", "Lloyd & Amos 2020",
			func(s metaheur.Ants, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("gibbs", "singles", "Gibbs sampling of whole values, replicas exchanged", "Geman & Geman 1984, nonet",
			func(s metaheur.Gibbs, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("tempering", "singles", "replica exchange, near misses completed by search", "Hukushima & Nemoto 1996, nonet",
			func(s metaheur.Tempering, o metaheur.Options) model.Solver { s.Options = o; return s }),
		byChance("ils", "singles", "tabu search, perturbed by propagation", "Musliu & Winter 2017",
			func(s metaheur.IteratedLocalSearch, o metaheur.Options) model.Solver { s.Options = o; return s }),
		flipping("probsat", "probSAT, local search on clauses", "Balint & Schöning 2012", probSAT{Try: try}, func(s probSAT) probsat.Engine {
			return probsat.Engine{Choice: probsat.ProbSAT, Try: int64(s.Try), Base: s.Base}
		}),
		flipping("walksat", "WalkSAT, local search on clauses", "Selman, Kautz & Cohen 1994", walkSAT{Try: try}, func(s walkSAT) probsat.Engine {
			return probsat.Engine{Choice: probsat.SKC, Try: int64(s.Try), Noise: s.Noise}
		}),
	}
}

// byChance describes a method of package metaheur, whose settings are the fields of its struct.
func byChance[T tunable[T]](name, pre, summary, source string, solver func(T, metaheur.Options) model.Solver) backend {
	b := onModel(name, Stochastic, summary, source, nil, func(string) maker {
		return func(c Chance, options any) model.Solver {
			return solver(options.(T), metaheur.Options{Seed: c.Seed, Jobs: c.Jobs, Moves: c.Moves})
		}
	})
	b.preprocess = always(pre)
	var zero T
	b.tuning = tuned(zero)
	return b
}

// flipping describes local search on clauses. The settings are the fields of T.
func flipping[T tunable[T]](name, summary, source string, standard T, engine func(T) probsat.Engine) backend {
	b := overCNF(name, summary, source, "", nil, builtIn)
	b.kind = Stochastic
	b.tuning = tuned(standard)
	b.build = func(pre backends.Preprocessor, encoding string) (string, maker, error) {
		e, err := cnf.Parse(encoding)
		if err != nil {
			return "", nil, err
		}
		return e.Name(), func(c Chance, options any) model.Solver {
			walk := engine(options.(T))
			walk.Seed, walk.Jobs, walk.Flips = c.Seed, c.Jobs, c.Moves
			return backends.Bind(pre, e, clauseEngine(walk))
		}, nil
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
