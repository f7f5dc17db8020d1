// Package build reports what the program was built from.
package build

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"nonet/backends/methods"
)

// A Info says what the program was built from.
type Info struct {
	Version     string            `json:"version"`
	Revision    string            `json:"revision,omitempty"`
	Modified    bool              `json:"modified,omitempty"` // since the revision
	Go          string            `json:"go"`
	Platform    string            `json:"platform"`
	Tags        string            `json:"tags,omitempty"`
	CLP         string            `json:"clp,omitempty"` // version; empty if it was left out
	Modules     map[string]string `json:"modules"`       // version of each library
	ModulePaths []string          `json:"-"`
}

func Read() Info {
	b := Info{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Modules: map[string]string{}}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		case "-tags":
			b.Tags = s.Value
		}
	}
	for _, d := range info.Deps {
		b.Modules[d.Path] = d.Version
		b.ModulePaths = append(b.ModulePaths, d.Path)
	}
	if m, err := methods.Parse("clp"); err == nil {
		b.CLP, _ = m.Version(context.Background()) // empty if it was left out
	}
	return b
}

// String returns the version in two lines, without the libraries.
func (b Info) String() string {
	text := "nonet " + b.Version
	if b.Revision != "" {
		text += fmt.Sprintf(", revision %.12s", b.Revision)
		if b.Modified {
			text += " and local changes"
		}
	}
	text += "\n" + b.Go + " " + b.Platform
	if b.CLP != "" {
		return text + ", with COIN CLP " + b.CLP + "\n"
	}
	return text + ", without COIN CLP (built without -tags clp)\n"
}
