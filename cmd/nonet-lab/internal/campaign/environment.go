package campaign

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/cmd/internal/build"
)

// DetectEnvironment returns the environment of this process, with the solver versions of the given methods. For methods
// whose solver is not installed it returns the errors, by method name.
func DetectEnvironment(ctx context.Context, names []string) (e Environment, missing map[string]error) {
	e = Environment{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: build.CPU(),
		Cores: runtime.NumCPU(), Solvers: map[string]string{}}
	e.Version, e.Commit = build.Version, build.Commit()
	missing = map[string]error{}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, name := range names {
		m, err := methods.Parse(name)
		if err != nil || e.Solvers[m.Backend] != "" {
			continue
		}
		switch v, err := m.Version(ctx); {
		case err == nil:
			e.Solvers[m.Backend] = v
		case errors.Is(err, backends.ErrUnavailable):
			missing[name] = err
		}
	}
	return e, missing
}

func (e Environment) equal(f Environment) bool {
	return e.ID == f.ID && e.Version == f.Version && e.Commit == f.Commit && e.Go == f.Go && e.OS == f.OS &&
		e.Arch == f.Arch && e.CPU == f.CPU && e.Cores == f.Cores && maps.Equal(e.Solvers, f.Solvers)
}
