package gini

import (
	"testing"

	"nonet/backends/backendtest"
)

func TestFormulas(t *testing.T) { backendtest.RunClauses(t, Engine{}, false) }
