package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"nonet/backends/methods"

	"github.com/spf13/cobra"
)

func (e *env) versionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of nonet and of what is linked into it",
		Example: examples("nonet version", "nonet version --output json"),
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return e.version() },
	}
	e.outputFlag(c, "text", "json")
	return c
}

// A build says what the program was built from.
type build struct {
	Version  string            `json:"version"`
	Revision string            `json:"revision,omitempty"`
	Modified bool              `json:"modified,omitempty"` // since the revision
	Go       string            `json:"go"`
	Platform string            `json:"platform"`
	Tags     string            `json:"tags,omitempty"`
	CLP      string            `json:"clp,omitempty"` // version; empty if it was left out
	Modules  map[string]string `json:"modules"`       // version of each library
	order    []string
}

func thisBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Modules: map[string]string{}}
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
		b.order = append(b.order, d.Path)
	}
	if m, err := methods.Parse("clp"); err == nil {
		b.CLP, _ = m.Version(context.Background()) // empty if it was left out
	}
	return b
}

func (e *env) version() error {
	b := thisBuild()
	if e.flags.output == "json" {
		line, err := json.Marshal(b)
		if err != nil {
			return fail(failed, err)
		}
		return e.print(string(line) + "\n")
	}
	var text strings.Builder
	text.WriteString(b.String())
	for _, path := range b.order {
		fmt.Fprintf(&text, "  %s %s\n", path, b.Modules[path])
	}
	return e.print(text.String())
}

// String returns the version in two lines, without the libraries.
func (b build) String() string {
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
