// Package build reports the version, the commit and the libraries of the program.
package build

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"nonet/backends/clp"
)

// Version is the version of nonet. A build may set it with -ldflags "-X nonet/cmd/internal/build.Version=1.2.3".
var Version = "0.1.0"

// An Info describes a build.
type Info struct {
	Version     string            `json:"version"`
	Commit      string            `json:"commit"`             // empty if the build has no version control stamp
	Modified    bool              `json:"modified,omitempty"` // the source had changes that were not committed
	Go          string            `json:"go"`
	Platform    string            `json:"platform"`
	Tags        string            `json:"build_tags,omitempty"`
	CLP         string            `json:"clp,omitempty"` // version of COIN CLP that it is built for; empty: without
	Modules     map[string]string `json:"modules"`       // version of each library, by path
	ModulePaths []string          `json:"-"`             // in the order of the build
}

// Read returns the description of this program.
func Read() Info {
	b := Info{Version: Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		CLP: clp.BuiltFor(), Modules: map[string]string{}}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.readStamp(info)
	for _, d := range info.Deps {
		b.Modules[d.Path] = d.Version
		b.ModulePaths = append(b.ModulePaths, d.Path)
	}
	return b
}

func (b *Info) readStamp(info *debug.BuildInfo) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		case "-tags":
			b.Tags = s.Value
		}
	}
}

// Commit returns the commit of this program, followed by "+changes" if the source had changes that were not committed,
// or "" if it is unknown.
func Commit() string {
	var b Info
	if info, ok := debug.ReadBuildInfo(); ok {
		b.readStamp(info)
	}
	if b.Modified {
		return b.Commit + "+changes"
	}
	return b.Commit
}

// String returns the version in two lines, without the libraries and the name of the program.
func (b Info) String() string {
	text := b.Version
	switch {
	case b.Commit == "":
		text += ", commit unknown: built without version control stamping"
	case b.Modified:
		text += fmt.Sprintf(", commit %.12s with local changes", b.Commit)
	default:
		text += fmt.Sprintf(", commit %.12s", b.Commit)
	}
	text += "\n" + b.Go + " " + b.Platform
	if b.CLP != "" {
		return text + ", with COIN CLP " + b.CLP + "\n"
	}
	return text + ", without COIN CLP (built without -tags clp)\n"
}

// CPU returns the name of the processor, or "" if the system does not report it.
func CPU() string { return ProcValue("/proc/cpuinfo", "model name") }

// ProcValue returns the text after the first "NAME:" of a file of /proc, "" if there is none.
func ProcValue(path, name string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if key, value, found := strings.Cut(lines.Text(), ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
