package about_test

import (
	"os/exec"
	"strings"
	"testing"

	"nonet/cmd/nonet/internal/about"
)

// TestLicenses compares the list of libraries with the modules whose packages nonet imports on this platform.
func TestLicenses(t *testing.T) {
	licenses := about.Licenses()
	list := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "nonet/cmd/nonet")
	out, err := list.Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	modules := 0
	for line := range strings.Lines(string(out)) {
		module := strings.TrimSpace(line)
		path, _, found := strings.Cut(module, " ")
		if !found {
			continue
		}
		modules++
		if !strings.Contains(licenses, "\n  "+module+"\n") {
			t.Errorf("%s is not listed: run go generate ./cmd/nonet/internal/about", module)
		}
		if !strings.Contains(licenses, "\n"+path+": ") {
			t.Errorf("the licence of %s is missing", path)
		}
	}
	if modules == 0 {
		t.Error("go list names no module")
	}
	for _, text := range []string{"The FreeType Project (www.freetype.org)", "SVGo by Anthony J. Starks",
		"SIL OPEN FONT LICENSE Version 1.1", "Apache License", "MIT License",
		"Redistribution and use in source and binary forms", "Creative Commons Attribution 4.0"} {
		if !strings.Contains(licenses, text) {
			t.Errorf("no text %q", text)
		}
	}
}
