package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// killDelay is the time between SIGTERM and SIGKILL on cancellation.
const killDelay = 300 * time.Millisecond

// maxOutput limits the output beyond the size of the answer. It is generous, since some programs report progress for
// hours.
const maxOutput = 64 << 20

// An output is the outcome of a program that has ended.
type output struct {
	stdout, stderr []byte
	answer         []byte // stdout, or the contents of the answer file
	fromFile       bool   // answer is the contents of the answer file
	code           int    // exit code; -1 if a signal ended it
	exit           string // "exit code 1", "signal: killed"; "" if it did not start
	timedOut       bool   // the program has used up its own time limit
}

// undecided returns the error of a run without a proof: of ctx, whose end it waits for, if the program ended a little
// before by its own time limit.
func (o output) undecided(ctx context.Context) error {
	if !o.timedOut {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

// run writes a formula over vars variables to a file by write, runs p on it, asking for n solutions, and waits for p to
// end. The run is traced; see Trace. The error is ctx.Err(), or reports that the program could not be started, wrote
// too much, or wrote no answer file. The caller checks the exit code. No process of the group is left, and no file but
// kept files.
func (p Program) run(ctx context.Context, n, vars int, write func(io.Writer) error) (output, error) {
	p = p.installed()
	path, err := p.Find()
	if err != nil {
		return output{}, err
	}
	c, err := p.newCall(ctx)
	if err != nil {
		return output{}, err
	}
	in, err := c.stage("formula"+p.Input.extension(), p.readsDescriptor && os.Getenv(p.Env()) == "",
		interruptible(ctx, write))
	switch {
	case ctx.Err() != nil:
		c.remove(in)
		return output{}, ctx.Err()
	case err != nil:
		return output{}, fmt.Errorf("%s: %w", p.Name, err)
	}
	defer c.remove(in)
	out := filepath.Join(in.dir, answerFile)
	limit := maxOutput + 32*int64(vars)
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	p, own := p.limited(ctx)
	args := p.expand(in.file, out, n)
	c.started(path, args, "")
	cmd := command(running, path, in.dir, args...)
	if in.open != nil {
		cmd.ExtraFiles = []*os.File{in.open}
	}
	start := time.Now()
	o, err := execute(cmd, in.dir, limit, cancel)
	o.timedOut = own > 0 && time.Since(start) >= own
	lost := c.ended(o, err)
	switch {
	case ctx.Err() != nil:
		return o, ctx.Err()
	case running.Err() != nil:
		return o, p.runError(o, &outputLimitError{limit})
	case err != nil:
		return o, fmt.Errorf("%s: %w", p.Name, err)
	case lost != nil:
		return o, lost
	}
	o.answer = o.stdout
	if p.hasPlaceholder("{out}") {
		answer, err := readFile(out, limit)
		switch {
		case p.custom && (errors.Is(err, errNoAnswerFile) || err == nil && len(answer) == 0):
			return o, nil // Gurobi writes no file if there is no solution
		case err != nil:
			return o, p.runError(o, err)
		}
		o.answer, o.fromFile = answer, true
	}
	return o, nil
}

// command prepares a program to run in a process group of its own, with its temporary files in dir unless dir is "".
// When ctx ends, the group gets SIGTERM, and SIGKILL after killDelay.
func command(ctx context.Context, path, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	if dir != "" {
		cmd.Env = append(cmd.Env, "TMPDIR="+dir)
	}
	cmd.WaitDelay = killDelay
	Isolate(cmd)
	return cmd
}

// finish kills the rest of the process group of cmd, which has ended, and what has left it. It records the exit status.
func (o *output) finish(cmd *exec.Cmd) {
	KillGroup(cmd)
	KillMarked(cmd)
	if o.code, o.exit = cmd.ProcessState.ExitCode(), cmd.ProcessState.String(); o.code >= 0 {
		o.exit = fmt.Sprintf("exit code %d", o.code)
	}
}

// execute runs cmd to its end. Its output goes to files in dir: a pipe would wake this process for each line. If the
// program writes more than limit bytes to one of them, or to its answer file, execute calls onLimit.
func execute(cmd *exec.Cmd, dir string, limit int64, onLimit func()) (o output, err error) {
	stdout, err := createOutput(dir, stdoutFile)
	if err != nil {
		return o, err
	}
	defer stdout.Close()
	stderr, err := createOutput(dir, stderrFile)
	if err != nil {
		return o, err
	}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	stop := watchSize(limit, onLimit, stdout.Name(), stderr.Name(), filepath.Join(dir, answerFile))
	defer func() {
		stop()
		o.stdout, o.stderr = readOutput(stdout, limit, onLimit), readOutput(stderr, limit, onLimit)
	}()
	// The kernel ties the program to this thread; see dieWithParent.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := startAndPark(cmd); err != nil {
		return o, err
	}
	if err = cmd.Wait(); errors.As(err, new(*exec.ExitError)) {
		err = nil
	}
	o.finish(cmd)
	return o, err
}
