package cli

import (
	"errors"
	"fmt"
	"strings"

	"nonet/backends"
	"nonet/encode"
	"nonet/metaheur"
)

// unsupported reports whether err says that a method cannot state some constraint.
func unsupported(err error) bool {
	return errors.As(err, new(*encode.UnsupportedError)) || errors.As(err, new(*metaheur.UnsupportedError))
}

// noMethod is the error of a command whose method is missing, or cannot begin.
func noMethod(name string, err error) error {
	return fail(failed, fmt.Errorf("method %s: %s", name, strings.TrimPrefix(plainly(err), name+": ")))
}

// missing reports whether err says that the program or library behind a method is not there.
func missing(err error) bool { return errors.Is(err, backends.ErrUnavailable) }
