// Package native is nonet's own solver: constraint propagation and depth-first search directly on a model, without
// encoding it.
//
// The layers follow MiniCP. The trail (trail.go) stores all state that backtracking restores. On it stand the domains,
// as bit sets (domain.go), and the engine, which runs propagators when domains change (engine.go). Each kind of
// constraint has its propagator. The search (search.go) uses only mark, assign, remove and undo.
//
// The rest of the package sees a search through the interface [searcher] of tier.go: start with some givens, go on to
// the next solution, pause when the step budget is used up. A tier is one implementation of that interface; users
// select it by its name in Solver.Engine. By default [Solver] uses the fastest tier that supports the model:
//
//   - sweep: classic 9×9 grids, recognized by their constraints in any order. The whole grid is in three AVX-512
//     registers (internal/sweep). Processors without VBMI and BITALG do not have it.
//   - lanes: the same grids, sixteen nodes of a search or sixteen puzzles of a list side by side in AVX2 registers
//     (internal/lanes). Other processors do not have it.
//   - bands: the same grids on bit boards of digits, in plain Go (internal/grid9). It also takes candidates of cells,
//     as tables over one variable.
//   - learning: classic grids of all other shapes with up to 64 values, and Latin squares. Conflict-driven search on
//     words of 64 options (internal/gridn).
//   - nogoods: models with small domains, such as variants of 9×9 grids: the values span at most 64 integers, those of
//     an AllDifferent at most 10, and there is no objective. Conflict-driven search on words, with propagators that
//     explain what they remove (internal/nogood). Where the model advises decisions, the lazy tier takes turns.
//   - mixed: every other model. The two engines below take turns and share the best objective (mixed.go).
//   - lazy: lazy clause generation, for any bounded domains (internal/lcg).
//   - general: every model, with any constraints and domains. With an objective it is branch and bound over a
//     relaxation of the linear constraints (relaxation.go).
//
// The order of the solutions depends only on the model and the tier. Every solution is checked before the caller
// receives it, by code that shares nothing with the search: the tiers for models call model.Check, and those for
// classic grids check clues and houses with bit masks (grid9.Valid, gridn.Valid). Only CountSolutions neither builds
// nor checks assignments.
//
// The learning, the nogoods and the lazy tier learn from conflicts. The general tier learns only variable weights. The
// tiers for classic 9×9 grids learn nothing. Each search uses one core. Large numbers of solutions are counted without
// enumeration where a better method is known: see CountSolutions.
//
// # Example
//
//	p, err := native.Solver{}.Prepare(ctx, sudoku.Order(3).Model())
//	...
//	r, err := p.SolveGiven(ctx, puzzle.Given(nil), func(a model.Assignment) bool { ... })
//
// # Sources
//
// L. Michel, P. Schaus, P. Van Hentenryck, MiniCP: a lightweight solver for constraint programming, Mathematical
// Programming Computation 13, 2021, for the layering. C. Schulte, P. J. Stuckey, Efficient Constraint Propagation
// Engines, ACM TOPLAS 31(1), 2008, for events and queues. Each propagator names its own sources.
package native
