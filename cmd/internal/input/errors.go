package input

import (
	"errors"
	"fmt"
	"strings"

	"nonet/backends"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/metaheur"
)

// IsUnsupported reports whether err is the error of a method that does not support some constraint.
func IsUnsupported(err error) bool {
	return errors.As(err, new(*encode.UnsupportedError)) || errors.As(err, new(*metaheur.UnsupportedError))
}

// MethodError returns the Failure of a command whose method is missing or cannot start.
func MethodError(name string, err error) error {
	return term.Fail(term.Failed, fmt.Errorf("method %s: %s", name,
		strings.TrimPrefix(err.Error(), name+": ")))
}

// IsMissing reports whether err is the error of a method whose program or library is not installed.
func IsMissing(err error) bool { return errors.Is(err, backends.ErrUnavailable) }
