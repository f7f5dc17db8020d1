package problem_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nonet/encode/problem"
)

// A context that has ended ends the statement of constraints, however few follow: each may take long.
func TestInterruptedReading(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, text := range map[string]string{
		"many.fzn": "var 0..9: x;\nvar 0..9: y;\n" + "constraint int_lin_le([2,3],[x,y],30);\nsolve satisfy;\n",
		"many.xml": "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"x\" size=\"[2]\"> 0..9 </array>" +
			"</variables><constraints>" + "<intension> le(mul(x[0],x[1]),30) </intension></constraints></instance>",
	} {
		for _, ctx := range []context.Context{nil, t.Context(), ended} {
			_, err := problem.Read(strings.NewReader(text), name, problem.Options{Context: ctx})
			if want := ctx == ended; errors.Is(err, context.Canceled) != want || !want && err != nil {
				t.Errorf("%s: error %v, interrupted %t", name, err, want)
			}
		}
	}
}
