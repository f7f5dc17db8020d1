package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

const about = `Nonet states a Sudoku of any size once, as a small model, and solves it in many ways: as a satisfiability problem, as a 0-1 program, and
by constraint propagation, with solvers of its own and with others. It proves that a puzzle has exactly one solution, counts solutions,
compares the formulations, and writes them as files for other solvers.

PUZZLES are files, - for standard input, or puzzles typed on the command line. A file may hold many. See nonet formats.

Exit codes: 0 all is well; 1 some answer is negative (no solution, not unique); 2 bad usage or bad input; 3 some puzzle is undecided;
4 a solver failed, is missing, or gave a wrong answer. The highest that applies wins.`

func (e *env) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "nonet",
		Short:         "One model of a Sudoku; every formulation; any solver; answers you can trust",
		Long:          about,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
	}
	version := root.Flags().Bool("version", false, "print the version, as the command version does")
	root.RunE = func(*cobra.Command, []string) error {
		if *version {
			return e.print(thisBuild().String())
		}
		return errors.New("which command? nonet help lists them")
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if words := c.Flags().Args(); c == root && len(words) > 0 { // a flag after what is no command
			return fmt.Errorf("unknown command %q for %q", words[0], c.Name())
		}
		return err
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(
		e.solveCommand(), e.uniqueCommand(), e.countCommand(), e.rateCommand(), e.compareCommand(), e.exportCommand(), e.decodeCommand(), e.explainEncodingCommand(), e.checkProofCommand(), e.canonicalCommand(),
		e.coverCommand(), e.colorCommand(),
		e.candidatesCommand(), e.minimizeCommand(), e.unavoidableCommand(), e.explainCommand(), e.auditCommand(),
		e.splitCommand(), e.generateCommand(), e.analyzeCommand(), e.experimentCommand(), e.campaignCommand(), e.workerCommand(), e.isolatedCommand(),
		e.methodsCommand(), e.rulesCommand(), e.formatsCommand(), e.doctorCommand(), e.versionCommand(),
	)
	for _, c := range root.Commands() {
		c.Long = fold(c.Long, 90)
		for _, c := range c.Commands() {
			c.Long = fold(c.Long, 90)
		}
	}
	root.Long = fold(root.Long, 90)
	return root
}

// fold breaks the lines of a text that are longer than width. A paragraph is what stands between blank lines; one that is indented stays
// as it is.
func fold(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") {
			paragraphs[i] = strings.Join(wrap(p, width), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
