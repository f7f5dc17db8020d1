package input

import (
	"errors"
	"fmt"
	"strings"

	"nonet/backends"
	"nonet/cmd/nonet/internal/term"
	"nonet/encode"
	"nonet/metaheur"
)

// Unsupported reports whether err says that a method cannot state some constraint.
func Unsupported(err error) bool {
	return errors.As(err, new(*encode.UnsupportedError)) || errors.As(err, new(*metaheur.UnsupportedError))
}

// NoMethod is the error of a command whose method is missing, or cannot begin.
func NoMethod(name string, err error) error {
	return term.Fail(term.Failed, fmt.Errorf("method %s: %s", name, strings.TrimPrefix(term.Plain(err), name+": ")))
}

// Missing reports whether err says that the program or library behind a method is not there.
func Missing(err error) bool { return errors.Is(err, backends.ErrUnavailable) }
