package about

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

// LabCommands are the commands of nonet-lab.
var LabCommands = []string{"campaign", "experiment", "worker", "analyze"}

func labCommand(e *term.Env) *cobra.Command {
	return &cobra.Command{
		Use:                "lab COMMAND",
		Short:              "Start nonet-lab: campaigns, experiments, workers, reports",
		DisableFlagParsing: true,
		ValidArgs:          LabCommands,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && (args[0] == "-h" || args[0] == "--help") {
				return c.Help()
			}
			program, err := labProgram()
			if err != nil {
				return term.Fail(term.Failed, err)
			}
			// The process becomes nonet-lab, so that signals, terminals and exit codes are those of nonet-lab.
			if runtime.GOOS != "windows" {
				return term.Fail(term.Failed, syscall.Exec(program, append([]string{program}, args...), os.Environ()))
			}
			lab := exec.Command(program, args...)
			lab.Stdin, lab.Stdout, lab.Stderr = os.Stdin, os.Stdout, os.Stderr
			if err := lab.Run(); lab.ProcessState == nil {
				return term.Fail(term.Failed, err)
			}
			e.Raise(term.ExitCode(lab.ProcessState.ExitCode()))
			return nil
		},
	}
}

// labProgram returns the file of nonet-lab: beside this program, or in the PATH.
func labProgram() (string, error) {
	name := "nonet-lab"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			if beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), name)); err == nil {
				return beside, nil
			}
		}
	}
	found, err := exec.LookPath(name)
	if err != nil {
		return "", errors.New("nonet-lab is neither beside nonet nor in the PATH: make build builds both")
	}
	return found, nil
}
