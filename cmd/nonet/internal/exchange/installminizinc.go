package exchange

import (
	"context"
	_ "embed" // the configuration
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/internal/build"
	"nonet/cmd/internal/term"
	"nonet/model/flatzinc"

	"github.com/spf13/cobra"
)

// A miniZincSolver is a solver in MiniZinc's menu.
type miniZincSolver struct{ name, method, description string }

var miniZincSolvers = []miniZincSolver{
	{"nonet", "native", "constraint propagation and search"},
	{"nonet-gini", "gini", "clauses, solved by the SAT solver gini"},
	{"nonet-clp", "clp", "0-1 program, solved by branch and bound over COIN CLP"},
	{"nonet-auto", "auto", "the method that fits the model, or two of them in a race"},
	{"nonet-pb", "gophersat-pb", "pseudo-Boolean constraints, solved by gophersat"},
}

// solverConfiguration is a file NAME.msc, by which MiniZinc finds a solver, with words in capitals in place of what
// differs. Its fields are those of MiniZinc 2.6, which rejects the newer inputType.
//
//go:embed solver.msc
var solverConfiguration string

// miniZincFolder is the folder beside the configurations that holds the library and the scripts.
const miniZincFolder = "nonet-minizinc"

// An installation holds the flags that make nonet a solver of MiniZinc.
type installation struct {
	install, uninstall bool
	folder             string
}

func (i *installation) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&i.install, "install", false, "make nonet a solver of MiniZinc")
	f.BoolVar(&i.uninstall, "uninstall", false, "remove what --install has written")
	f.StringVar(&i.folder, "dir", "", "folder of solver configurations (default: ~/.minizinc/solvers)")
	term.Exclusive(c, "install", "uninstall")
	term.AddCheck(c, func() error {
		switch {
		case i.folder != "" && !i.install && !i.uninstall:
			return errors.New("--dir: expected --install or --uninstall with it")
		case (i.install || i.uninstall) && c.Flags().NArg() > 0:
			return fmt.Errorf("got %q: expected no file with --install and --uninstall", c.Flags().Arg(0))
		}
		return nil
	})
}

// run writes or removes the files.
func (i *installation) run(ctx context.Context, e *term.Env) error {
	folder := i.folder
	if folder == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return fmt.Errorf("the home folder is not known: expected --dir FOLDER: %w", err)
		}
		folder = filepath.Join(home, ".minizinc", "solvers")
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return term.WriteFailure(folder, err)
	}
	if i.uninstall {
		return uninstallMiniZinc(e, folder)
	}
	return installMiniZinc(ctx, e, folder)
}

// miniZincFiles returns the content of all files, by their path below the folder of configurations. A script starts
// nonet with the method of its solver, since a configuration cannot name arguments of the executable.
func miniZincFiles(program string) (map[string]string, error) {
	files := map[string]string{}
	for _, s := range miniZincSolvers {
		script := path.Join(miniZincFolder, s.name)
		fill := strings.NewReplacer("NAME", s.name, "DESCRIPTION", s.description, "VERSION", build.Version,
			"FOLDER", miniZincFolder, "METHOD", s.method)
		files[s.name+".msc"] = fill.Replace(solverConfiguration)
		files[script] = fmt.Sprintf("#!/bin/sh\nexec '%s' fzn --ignore-unknown --method %s \"$@\"\n",
			strings.ReplaceAll(program, "'", `'\''`), s.method)
	}
	err := fs.WalkDir(flatzinc.Library, "library", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := flatzinc.Library.ReadFile(name)
		files[path.Join(miniZincFolder, name)] = string(text)
		return err
	})
	return files, err
}

func installMiniZinc(ctx context.Context, e *term.Env, folder string) error {
	program, err := os.Executable()
	if err != nil {
		return term.Fail(term.Failed, fmt.Errorf("the path of nonet is not known: %w", err))
	}
	files, err := miniZincFiles(program)
	if err != nil {
		return term.Fail(term.Failed, err)
	}
	if err := os.MkdirAll(filepath.Join(folder, miniZincFolder, "library"), 0o777); err != nil {
		return term.WriteFailure(folder, err)
	}
	for name, text := range files {
		target := filepath.Join(folder, filepath.FromSlash(name))
		if err := term.WriteText(target, text); err != nil {
			return err
		}
		if strings.HasPrefix(text, "#!") {
			if err := os.Chmod(target, 0o755); err != nil {
				return term.WriteFailure(target, err)
			}
		}
	}
	for _, s := range miniZincSolvers {
		line := fmt.Sprintf("%-10s  %s", s.name, s.description)
		if m, err := methods.Parse(s.method); err == nil {
			if _, err := m.Version(ctx); err != nil {
				line += " (not available: " + err.Error() + ")"
			}
		}
		if err := e.Print(line + "\n"); err != nil {
			return err
		}
	}
	e.Note("Written to %s. Try: minizinc --solver nonet-gini MODEL.mzn", folder)
	return nil
}

// uninstallMiniZinc removes the files of installMiniZinc, and the folders of them that are empty then.
func uninstallMiniZinc(e *term.Env, folder string) error {
	files, err := miniZincFiles("")
	if err != nil {
		return term.Fail(term.Failed, err)
	}
	removed := 0
	for name := range files {
		target := filepath.Join(folder, filepath.FromSlash(name))
		switch err := os.Remove(target); {
		case err == nil:
			removed++
		case !errors.Is(err, fs.ErrNotExist):
			return term.Fail(term.BadInput, fmt.Errorf("%s: cannot be removed: %w", target, term.Reason(err)))
		}
	}
	os.Remove(filepath.Join(folder, miniZincFolder, "library")) // stays if it has other files
	os.Remove(filepath.Join(folder, miniZincFolder))
	e.Note("Removed %s from %s.", term.Plural(removed, "file", "files"), folder)
	return nil
}
