// Package native is nonet's own solver: propagation and search over a model as it stands, without a formula in between.
//
// It is layered like MiniCP. At the bottom, state that can be undone (trail.go); on it, domains as bit sets and an engine that runs
// propagators when domains change (domain.go, engine.go); on it, one propagator per kind of constraint; and on the side, a search that
// only marks, narrows and undoes (search.go). What the rest of the package knows of all this is an interface of a few methods, [searcher]
// in tier.go: start with these givens, go on to the next solution, pause after so many steps. A tier is one implementation of it, and
// [Solver] picks the fastest that suits the model:
//
//   - sweep: classic 9×9 grids, recognised by their constraints in whatever order, where the processor has AVX-512 with VBMI and BITALG:
//     the whole grid in three registers (internal/sweep); elsewhere it works on insistence only, slowly, and bands is taken;
//   - bands: the same grids, by a bit-board of digits in plain Go (internal/grid9);
//   - learning: classic grids of all other shapes with up to 64 values, and Latin squares: conflict-driven, on words of 64 options
//     (internal/gridn);
//   - general: every model, with any constraints and domains.
//
// Solutions are found in an order that depends on the model and the tier alone. Every solution is checked before it is passed on, by code
// that shares nothing with the search: the general tier calls model.Check, those of classic grids check clues and houses with bit masks
// (grid9.Valid, gridn.Valid). Only CountSolutions builds no assignments and checks none.
//
// But for learning, a search learns no more from its failures than where they happen. Each uses one core. Large numbers of solutions are
// not enumerated where something better is known: see CountSolutions.
//
// # Example
//
//	p, err := native.Solver{}.Prepare(sudoku.Order(3).Model())
//	...
//	r, err := p.SolveGiven(ctx, puzzle.Given(nil), func(a model.Assignment) bool { ... })
//
// # Sources
//
// L. Michel, P. Schaus, P. Van Hentenryck, MiniCP: a lightweight solver for constraint programming, Mathematical Programming Computation
// 13, 2021, for the layering. C. Schulte, P. J. Stuckey, Efficient Constraint Propagation Engines, ACM TOPLAS 31(1), 2008, for events and
// queues. Each propagator names its own.
package native
