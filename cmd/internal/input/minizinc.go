package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model/flatzinc"
)

// The endings of MiniZinc's models and data.
const (
	miniZincModel = ".mzn"
	miniZincData  = ".dzn"
)

func hasEnding(name, ending string) bool { return strings.EqualFold(filepath.Ext(name), ending) }

// SplitData splits names of files into data of MiniZinc models and others.
func SplitData(args []string) (others, data []string) {
	isData := func(name string) bool { return hasEnding(name, miniZincData) }
	return slices.DeleteFunc(slices.Clone(args), isData), slice.Filter(args, isData)
}

// compileMiniZinc returns a model with its data as FlatZinc, from the compiler of MiniZinc and with nonet's library.
// With stated, constraints that reduce a domain stay constraints.
func compileMiniZinc(ctx context.Context, stated bool, files []string) (io.Reader, error) {
	compiler, err := exec.LookPath("minizinc")
	if err != nil {
		return nil, errors.New("a MiniZinc model needs its compiler: minizinc is not installed")
	}
	folder, err := os.MkdirTemp("", "nonet-minizinc-*")
	if err != nil {
		return nil, term.Reason(err)
	}
	defer os.RemoveAll(folder)
	library, _ := fs.Sub(flatzinc.Library, "library") // the name is valid
	solver := filepath.Join(folder, "nonet.msc")
	// MiniZinc ignores a solver whose executable does not exist.
	configuration := fmt.Sprintf(`{"id": "org.nonet.reader", "name": "nonet", "version": "1", "mznlib": "library",
		"executable": %q, "supportsFzn": true}`, compiler)
	if err = os.CopyFS(filepath.Join(folder, "library"), library); err == nil {
		err = os.WriteFile(solver, []byte(configuration), 0o600)
	}
	if err != nil {
		return nil, term.Reason(err)
	}
	args := append([]string{"-c", "--solver", solver, "--no-output-ozn", "--output-fzn-to-stdout"}, files...)
	if stated {
		args = append(args, "-g")
	}
	var out, messages bytes.Buffer
	c := exec.CommandContext(ctx, compiler, args...)
	c.Stdout, c.Stderr = &out, &messages
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("minizinc: %s", strings.Join(strings.Fields(messages.String()), " "))
	}
	return &out, nil
}
