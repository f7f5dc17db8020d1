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

// killDelay is the time between asking a cancelled program to end and killing it.
const killDelay = 300 * time.Millisecond

// maxOutput is how much a program may write beyond what its answer takes. It is generous, since some report progress for hours.
const maxOutput = 64 << 20

// An output is what a program that has ended left behind.
type output struct {
	stdout, stderr []byte
	answer         []byte // stdout, or what the answer file holds
	code           int    // exit code; -1 if a signal ended it
	exit           string // "exit code 1", "signal: killed"; "" if it did not start
}

// run hands a formula over vars variables, which write puts into a file, to p, asks for n solutions, and waits for its end. The error is
// that of ctx, or says that the program could not be started, wrote too much, or wrote no answer file; the exit code is not looked at.
// Neither the program nor a process of its group is left, nor a file.
func (p Program) run(ctx context.Context, n, vars int, write func(io.Writer) error) (output, error) {
	path, err := p.Find()
	if err != nil {
		return output{}, err
	}
	dir, in, err := stage("formula"+p.Input.extension(), write)
	if err != nil {
		return output{}, fmt.Errorf("process: %s: %w", p.Name, err)
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "answer")

	limit := maxOutput + 32*int64(vars)
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := func() {}
	if p.hasPlaceholder("{out}") {
		stop = watchSize(out, limit, cancel)
	}
	o, err := execute(command(running, path, dir, p.expand(in, out, n)...), limit, cancel)
	stop()
	switch {
	case ctx.Err() != nil:
		return o, ctx.Err()
	case running.Err() != nil:
		return o, p.runError(o, &outputLimitError{limit})
	case err != nil:
		return o, fmt.Errorf("process: %s: %w", p.Name, err)
	}
	o.answer = o.stdout
	if p.hasPlaceholder("{out}") {
		if o.answer, err = readFile(out, limit); err != nil {
			return o, p.runError(o, err)
		}
	}
	return o, nil
}

// command prepares a program to run in a process group of its own, with its temporary files in dir unless that is "". When ctx ends, the
// group is asked to end, and killed after the grace.
func command(ctx context.Context, path, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	if dir != "" {
		cmd.Env = append(cmd.Env, "TMPDIR="+dir)
	}
	cmd.WaitDelay = killDelay
	isolate(cmd)
	return cmd
}

// finish fills in how cmd, which has ended, came to its end, after killing what is left of its group.
func (o *output) finish(cmd *exec.Cmd) {
	killGroup(cmd)
	if o.code, o.exit = cmd.ProcessState.ExitCode(), cmd.ProcessState.String(); o.code >= 0 {
		o.exit = fmt.Sprintf("exit code %d", o.code)
	}
}

// execute runs cmd and returns when it and all processes of its group have ended. An exit code is not an error.
func execute(cmd *exec.Cmd, limit int64, onLimit func()) (o output, err error) {
	stdout, err := newCapture(limit, onLimit)
	if err != nil {
		return o, err
	}
	defer func() { o.stdout = stdout.wait() }()
	stderr, err := newCapture(limit, onLimit)
	if err != nil {
		return o, err
	}
	defer func() { o.stderr = stderr.wait() }()
	cmd.Stdout, cmd.Stderr = stdout.write, stderr.write

	// The kernel ties the program to this thread, see dieWithParent.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return o, err
	}
	if err = cmd.Wait(); errors.As(err, new(*exec.ExitError)) {
		err = nil
	}
	o.finish(cmd)
	return o, err
}
