package model_test

import (
	"go/build"
	"os"
	"strings"
	"testing"
)

// TestWordSize checks that the file that stops the compiler, with the reason, is part of package model on the platforms
// whose int has 32 bits, and on no other. See decision 81.
func TestWordSize(t *testing.T) {
	const reason = "nonet_needs_a_platform_with_64_bits"
	text, err := os.ReadFile("word.go")
	if err != nil || !strings.Contains(string(text), "var _ = "+reason) {
		t.Fatalf("word.go does not use %s: %v", reason, err)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || f.Name() == "word.go" || f.Name() == "word_test.go" {
			continue
		}
		if text, err := os.ReadFile(f.Name()); err != nil || strings.Contains(string(text), reason) {
			t.Errorf("%s declares %s: %v", f.Name(), reason, err)
		}
	}
	for arch, stops := range map[string]bool{
		"386": true, "arm": true, "mips": true, "mipsle": true,
		"amd64": false, "arm64": false, "loong64": false, "mips64": false, "mips64le": false, "ppc64": false,
		"ppc64le": false, "riscv64": false, "s390x": false, "wasm": false,
	} {
		c := build.Default
		c.GOARCH = arch
		if match, err := c.MatchFile(".", "word.go"); err != nil || match != stops {
			t.Errorf("%s: word.go is compiled: %t, want %t; %v", arch, match, stops, err)
		}
	}
}
