// Package step has what a call of Next of the engines of native returns.
package step

// An Event is the result of a call of Next.
type Event int

const (
	Found     Event = iota // at a solution
	Exhausted              // there is no further solution
	Paused                 // no steps are left; the next call continues
)
