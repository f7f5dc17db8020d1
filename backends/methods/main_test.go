package methods_test

import (
	"os"
	"testing"
)

// TestMain hides the programs of others if NONET_WITHOUT_PROGRAMS is set: make test-outside tests with them.
func TestMain(m *testing.M) {
	if os.Getenv("NONET_WITHOUT_PROGRAMS") != "" {
		os.Setenv("PATH", "")
	}
	os.Exit(m.Run())
}
