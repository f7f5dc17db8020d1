package methods

import (
	"reflect"

	"nonet/backends"
	"nonet/backends/probsat"
	"nonet/encode/problem"
	"nonet/metaheur"
	"nonet/model"
)

// RunOptions holds the seed and the limits of one run of a method of kind Stochastic. The zero value is one run from
// seed 0 without a limit. Of the other methods only native uses it: Jobs is the number of workers that count the
// solutions of one model, and does not change the count.
type RunOptions struct {
	Seed uint64 // the same seed gives the same run, if Jobs is at most 1
	Jobs int    // parallel runs with distinct seeds derived from Seed; the first success ends the others; 0 means 1
	// Moves limits the moves of a run, in the unit of the method; 0 means no limit. A run that reaches the limit
	// returns without an error.
	Moves int64
}

// A solverFunc returns the solver of a method. options are the parsed settings. Of the deterministic methods, native
// uses both arguments and minizinc the options; the others ignore them. file is the file whose model is solved, or nil.
type solverFunc func(c RunOptions, options any, file *problem.Problem) model.Solver

// stochastic lists the randomized methods: first the methods of the papers, which work on the unreduced puzzle, then
// stronger ones, which start from what singles leave.
func stochastic() []backend {
	return []backend{
		metaheuristic(metaheur.Annealing{}, backend{name: "anneal", source: "Lewis 2007", compared: itself,
			summary: "simulated annealing on boxes as permutations"}),
		metaheuristic(metaheur.HillClimbing{}, backend{name: "hillclimb", source: "Jones, Roach & Perkins 2007",
			summary: "steepest ascent, a queue of all states seen"}),
		metaheuristic(metaheur.Boltzmann{}, backend{name: "boltzmann", source: "Berggren & Nilsson 2012",
			summary: "Boltzmann machine, a unit for each value of each cell"}),
		metaheuristic(metaheur.RESEDA{}, backend{name: "reseda", source: "Maire & Prissette 2012",
			summary: "estimation of distribution, restarted from zones"}),
		metaheuristic(metaheur.Guided{},
			backend{name: "guided", source: "Luby et al. 1993, nonet", preprocess: "singles",
				summary: "restarts that remember failures and the fullest grid"}),
		metaheuristic(metaheur.EDA{},
			backend{name: "eda", source: "Maire & Prissette 2012, nonet", preprocess: "singles",
				summary: "estimation of distribution, propagation in the sampling"}),
		metaheuristic(metaheur.Ants{}, backend{name: "ants", source: "Lloyd & Amos 2020", preprocess: "singles",
			compared: itself, summary: "ant colony system, propagation at each step"}),
		metaheuristic(metaheur.Gibbs{},
			backend{name: "gibbs", source: "Geman & Geman 1984, nonet", preprocess: "singles",
				summary: "Gibbs sampling of whole values, replicas exchanged"}),
		metaheuristic(metaheur.Tempering{},
			backend{name: "tempering", source: "Hukushima & Nemoto 1996, nonet", preprocess: "singles",
				summary: "replica exchange, near misses completed by search"}),
		metaheuristic(metaheur.IteratedLocalSearch{},
			backend{name: "ils", source: "Musliu & Winter 2017", preprocess: "singles",
				summary: "tabu search, perturbed by propagation"}),
		clauseSearch(probSAT{Try: defaultMaxFlips}, backend{name: "probsat", source: "Balint & Schöning 2012",
			compared: itself, summary: "probSAT, local search on clauses"}),
		clauseSearch(walkSAT{Try: defaultMaxFlips}, backend{name: "walksat", source: "Selman, Kautz & Cohen 1994",
			summary: "WalkSAT, local search on clauses"}),
	}
}

// metaheuristic completes the entry of a method of package metaheur. The fields of its struct are the settings.
func metaheuristic[T model.Solver](method T, b backend) backend {
	b.kind, b.tuning = Stochastic, newTuning(method)
	b.solver = func(p parts) model.Solver {
		method := p.options.(T)
		common := metaheur.Options{Seed: p.run.Seed, Jobs: p.run.Jobs, Moves: p.run.Moves}
		reflect.ValueOf(&method).Elem().FieldByName("Options").Set(reflect.ValueOf(common))
		return backends.WithPreprocessor(p.pre, method)
	}
	return b
}

// clauseSearch completes the entry of a local search on clauses. The fields of T are the settings.
func clauseSearch[T interface{ Engine() probsat.Engine }](standard T, b backend) backend {
	b.kind, b.preprocess, b.tuning = Stochastic, "singles", newTuning(standard)
	b.engine = func(p parts) clauseEngine {
		walk := p.options.(T).Engine()
		walk.Seed, walk.Jobs, walk.FlipBudget = p.run.Seed, p.run.Jobs, p.run.Moves
		return walk
	}
	return b
}

// defaultMaxFlips is the number of flips after which a walk on clauses restarts: some instances have local minima that
// hold a walk for longer.
const defaultMaxFlips = 10_000_000

// probSAT has the settings of probsat.ProbSAT. The field Try names the setting that sets Engine.MaxFlips.
type probSAT struct {
	Try int `least:"0" help:"flips after which the walk restarts; 0: never"`
	// Base sets probsat.Engine.Base.
	Base float64 `default:"4.5" help:"factor by which each clause that a flip breaks lowers its probability"`
}

func (p probSAT) Engine() probsat.Engine {
	return probsat.Engine{Choice: probsat.ProbSAT, MaxFlips: int64(p.Try), Base: p.Base}
}

// walkSAT has the settings of probsat.SKC; see probSAT.
type walkSAT struct {
	Try int `least:"0" help:"flips after which the walk restarts; 0: never"`
	// Noise sets probsat.Engine.Noise.
	Noise float64 `default:"0.4" most:"1" help:"probability of a random flip when every flip breaks a clause"`
}

func (w walkSAT) Engine() probsat.Engine {
	return probsat.Engine{Choice: probsat.SKC, MaxFlips: int64(w.Try), Noise: w.Noise}
}
