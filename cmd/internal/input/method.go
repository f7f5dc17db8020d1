package input

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/cmd/internal/term"
	"nonet/encode"
	"nonet/internal/slice"
	"nonet/metaheur"
)

// ParseMethod returns the method that a flag, such as "--methods", names, for commands that compare or measure methods.
// The error for an unknown name ends with the nearest known ones.
func ParseMethod(flag, name string) (methods.Method, error) {
	return parseMethod(methods.Parse, flag, name)
}

// ParseReduced is ParseMethod for commands whose user wants an answer, see methods.ParseReduced.
func ParseReduced(flag, name string) (methods.Method, error) {
	return parseMethod(methods.ParseReduced, flag, name)
}

func parseMethod(parse func(string) (methods.Method, error), flag, name string) (methods.Method, error) {
	m, err := parse(name)
	var unknown *methods.NameError
	switch {
	case err == nil:
		return m, nil
	case !errors.As(err, &unknown):
		return m, fmt.Errorf("%s %q: %w", flag, name, err)
	}
	hint := term.DidYouMean(name, similarMethods(name))
	switch {
	case hint != "":
	case slices.Equal(unknown.Known, methods.Backends()): // too many for a message
		hint = "; nonet methods lists all"
	case len(unknown.Known) > 0:
		hint = "; expected one of " + strings.Join(unknown.Known, ", ")
	}
	return m, fmt.Errorf("%s %q: %s%s", flag, name, unknown.Reason, hint)
}

// similarMethods returns the names with which a misspelled name of a method is compared: all methods after its
// preprocessor, or all preprocessors before the rest.
func similarMethods(name string) []string {
	preprocessor, backend, found := strings.Cut(name, "+")
	if all := methods.Preprocessors(); found && !slices.Contains(all, preprocessor) {
		return slice.Map(all, func(p string) string { return p + "+" + backend })
	}
	known := slice.Map(methods.Known(), func(m methods.Method) string { return m.Name })
	names := slice.Distinct(append(methods.Names(), known...))
	if found {
		return slice.Map(names, func(n string) string { return preprocessor + "+" + n })
	}
	return names
}

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
