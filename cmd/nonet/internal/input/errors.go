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

// IsUnsupported reports whether err says that a method cannot state some constraint.
func IsUnsupported(err error) bool {
	return errors.As(err, new(*encode.UnsupportedError)) || errors.As(err, new(*metaheur.UnsupportedError))
}

// MethodError is the error of a command whose method is missing, or cannot begin.
func MethodError(name string, err error) error {
	return term.Fail(term.Failed, fmt.Errorf("method %s: %s", name, strings.TrimPrefix(term.WithoutPackage(err), name+": ")))
}

// IsMissing reports whether err says that the program or library behind a method is not there.
func IsMissing(err error) bool { return errors.Is(err, backends.ErrUnavailable) }
