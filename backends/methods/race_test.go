package methods

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/cdcl"
	"nonet/backends/native"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/parallel"
)

// A race of two solvers that start at once fulfils the contract of model.Solver.
func TestRaceConformance(t *testing.T) {
	clauses := backends.Bind(nil, cnf.Encoder{Preset: cnf.Order}, cdcl.Engine{})
	backendtest.Run(t, race{solvers: []model.Solver{native.Solver{}, clauses}},
		backendtest.Options{Objective: true, Random: backendtest.Rounds(60, 600)})
}

// A script is a solver that finds the given values of the only variable and then ends as it is set to.
type script struct {
	values  []int
	after   <-chan struct{} // if not nil: wait for it first
	found   chan<- struct{} // if not nil: closed when all values are found
	forever bool            // wait for the end of the context
	err     error
	cause   any // of a panic
}

func (s script) Solve(ctx context.Context, _ *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	var r model.Result
	if s.after != nil {
		<-s.after
	}
	for _, v := range s.values {
		r.Solutions++
		if !yield(model.Assignment{v}) {
			return r, nil
		}
	}
	if s.found != nil {
		close(s.found)
	}
	switch {
	case s.cause != nil:
		panic(s.cause)
	case s.forever:
		<-ctx.Done()
		return r, ctx.Err()
	}
	r.Complete = s.err == nil
	return r, s.err
}

// oneVariable returns a model of a variable from 0 to n-1, which is minimized if asked for.
func oneVariable(n int, minimized bool) *model.Model {
	m := &model.Model{Vars: []model.Variable{{Name: "x", Domain: model.Interval(0, n-1)}}}
	if minimized {
		m.Objective = &model.Objective{Terms: []model.Term{{Coef: 1, Var: 0}}}
	}
	return m
}

func TestRace(t *testing.T) {
	unsupported, broken := &encode.UnsupportedError{Part: "all"}, errors.New("broken")
	type solvers = []model.Solver
	for _, c := range []struct {
		name      string
		solvers   solvers
		minimized bool
		found     []int // the values in increasing order; with an objective only the last one passed on
		err       error
	}{
		{"the second decides", solvers{script{values: []int{1}, forever: true}, script{values: []int{1, 2}}}, false,
			[]int{1, 2}, nil},
		{"the first decides", solvers{script{values: []int{2, 1}}, script{values: []int{1}, forever: true}}, false,
			[]int{1, 2}, nil},
		{"the first refuses the model", solvers{script{err: unsupported}, script{values: []int{0, 1, 2}}}, false,
			[]int{0, 1, 2}, nil},
		{"both refuse it", solvers{script{err: unsupported}, script{err: unsupported}}, false, nil, unsupported},
		{"one refuses it, one fails", solvers{script{err: unsupported}, script{err: broken}}, false, nil, broken},
		{"one fails, one decides", solvers{script{err: broken}, script{values: []int{0}}}, false, []int{0}, nil},
		{"both improve", solvers{script{values: []int{2, 1, 0}}, script{values: []int{1, 0}}}, true, []int{0}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			var found []int
			m := oneVariable(3, c.minimized)
			r, err := race{solvers: c.solvers}.Solve(t.Context(), m, func(a model.Assignment) bool {
				if c.minimized {
					if len(found) > 0 && a[0] >= found[0] {
						t.Errorf("%d after %d", a[0], found[0])
					}
					found = found[:0]
				}
				found = append(found, a[0])
				return true
			})
			backendtest.CheckGoroutines(t, before)
			slices.Sort(found)
			if !errors.Is(err, c.err) || !slices.Equal(found, c.found) || r.Complete != (c.err == nil) ||
				!c.minimized && r.Solutions != len(found) {
				t.Errorf("found %v, %+v, error %v; want %v, error %v", found, r, err, c.found, c.err)
			}
		})
	}
}

// A solver that claims to be complete and lacks a solution, or the best one, that the other has found is wrong.
func TestRaceContradiction(t *testing.T) {
	for _, minimized := range []bool{false, true} {
		for _, claimed := range [][]int{nil, {2}} {
			found := make(chan struct{})
			r, err := race{solvers: []model.Solver{script{values: claimed, after: found},
				script{values: []int{1}, found: found, forever: true}}}.Solve(t.Context(), oneVariable(3, minimized),
				func(model.Assignment) bool { return true })
			var wrong *model.WrongAnswerError
			if !errors.As(err, &wrong) || r.Complete {
				t.Errorf("minimized %v, claimed %v: %+v, error %v; want a wrong answer", minimized, claimed, r, err)
			}
		}
	}
}

// Each of many solutions is passed on once, although both solvers find all of them, and the caller may stop at any.
func TestRacePassesOnce(t *testing.T) {
	const n = 3 * maxShared
	up, down := make([]int, n), make([]int, n)
	for i := range n {
		up[i], down[i] = i, n-1-i
	}
	r := race{solvers: []model.Solver{script{values: up}, script{values: down}}}
	for _, limit := range []int{1, 2, maxShared, maxShared + 1, n, 2 * n} {
		seen := map[int]bool{}
		result, err := r.Solve(t.Context(), oneVariable(n, false), func(a model.Assignment) bool {
			seen[a[0]] = true
			return len(seen) < limit
		})
		if want := min(limit, n); err != nil || result.Solutions != want || len(seen) != want ||
			result.Complete != (limit > n) {
			t.Errorf("limit %d: %+v, %d different, error %v", limit, result, len(seen), err)
		}
		count, result, err := model.Count(t.Context(), r, oneVariable(n, false), int64(limit))
		if err != nil || count.Int64() != int64(min(limit, n)) || result.Complete != (limit > n) {
			t.Errorf("limit %d: count %v, %+v, error %v", limit, count, result, err)
		}
	}
}

// A panic of any solver reaches the caller, after the others have ended.
func TestRacePanics(t *testing.T) {
	before := runtime.NumGoroutine()
	defer func() {
		if p, ok := recover().(*parallel.Panic); !ok || p.Value != "broken" {
			t.Errorf("recovered %v", p)
		}
		backendtest.CheckGoroutines(t, before)
	}()
	race{solvers: []model.Solver{script{forever: true}, script{cause: "broken"}}}.Solve(t.Context(),
		oneVariable(2, false), func(model.Assignment) bool { return true })
}
