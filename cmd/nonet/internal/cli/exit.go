package cli

import (
	"errors"
	"strings"
	"sync/atomic"
)

// An exitCode is how a command ended. The highest that applies wins.
type exitCode int32

const (
	good      exitCode = 0 // every puzzle was answered, and the answer is the good one
	negative  exitCode = 1 // every puzzle was answered; for some the answer is negative
	badInput  exitCode = 2 // bad usage or bad input
	undecided exitCode = 3 // some puzzle is undecided
	failed    exitCode = 4 // a solver failed, is missing, or gave a wrong answer
)

// An outcome is the highest exit code so far. Many goroutines may raise it.
type outcome struct{ code atomic.Int32 }

func (o *outcome) raise(c exitCode) {
	for {
		old := o.code.Load()
		if int32(c) <= old || o.code.CompareAndSwap(old, int32(c)) {
			return
		}
	}
}

func (o *outcome) get() exitCode { return exitCode(o.code.Load()) }

// competition returns the exit code of the SAT Competition for c: 10 for found, 20 for proved that there is none, 0 for unknown. Bad
// usage and failures stay what they are.
func (c exitCode) competition() exitCode {
	switch c {
	case good:
		return 10
	case negative:
		return 20
	case undecided:
		return 0
	}
	return c
}

// A failure ends a command with an exit code. An error of another type is one of usage.
type failure struct {
	code exitCode
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func fail(code exitCode, err error) error { return &failure{code, err} }

// codeOf returns the exit code that err stands for.
func codeOf(err error) exitCode {
	var f *failure
	switch {
	case err == nil:
		return good
	case errors.As(err, &f):
		return f.code
	default:
		return badInput
	}
}

// plainly returns the message of err for people: without the package it comes from.
func plainly(err error) string {
	message := err.Error()
	for {
		before, after, found := strings.Cut(message, ": ")
		if !found || !ourPackages[before] {
			return message
		}
		message = after
	}
}

var ourPackages = map[string]bool{"analyze": true, "notation": true, "methods": true, "sudoku": true, "model": true, "backends": true, "encode": true,
	"process": true, "cnf": true, "deduce": true, "generate": true, "ip": true, "clp": true, "gini": true, "gophersat": true, "metaheur": true,
	"native": true, "cover": true, "coloring": true, "dlx": true, "dsatur": true, "campaign": true, "cluster": true, "instances": true, "backbone": true, "minimal": true, "query": true, "explain": true, "unavoidable": true, "proof": true, "text": true, "export": true, "split": true}
