package process

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// A session is a run whose output is read while the program runs. start and end do what Program.run does in one call;
// one goroutine must make both calls.
type session struct {
	program    Program
	cmd        *exec.Cmd
	ctx        context.Context    // of the caller
	cancel     context.CancelFunc // ends the program
	in         io.WriteCloser     // the program's stdin; nil if it reads a file
	out        *os.File           // the program's stdout
	stderr     *os.File           // in the folder of file
	stopWatch  func()             // of the size of stderr
	call       *call
	keep       io.Writer // receives a copy of stdout
	file       staged
	stopCloser func() bool // cancels the closing of out at the end of ctx
	eof        bool        // the program has closed its output
	ended      bool
}

// Read reads stdout of the program.
func (s *session) Read(b []byte) (int, error) {
	n, err := s.out.Read(b)
	_, _ = s.keep.Write(b[:n]) // reports no error
	s.eof = s.eof || err == io.EOF
	return n, err
}

// start starts p on a file that write fills or, if write is nil, on stdin, which the caller writes to s.in.
func (p Program) start(ctx context.Context, write func(io.Writer) error) (s *session, err error) {
	p = p.installed()
	path, err := p.Find()
	if err != nil {
		return nil, err
	}
	s = &session{program: p, ctx: ctx}
	if s.call, err = p.newCall(ctx); err != nil {
		return nil, err
	}
	file, stdin := "model"+p.Input.extension(), ""
	if write == nil {
		file, stdin = "", "stdin"
	}
	if s.file, err = s.call.stage(file, false, interruptible(ctx, write)); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	args := p.Args
	if write != nil {
		args = p.expand(s.file.file, "", 1)
	}
	running, cancel := context.WithCancel(ctx)
	s.cancel = cancel
	s.cmd = command(running, path, s.file.dir, args...)
	s.call.started(path, args, stdin)
	if err = s.launch(write == nil); err != nil {
		cancel()
		_ = s.call.ended(output{}, err) // the first error is returned
		s.call.remove(s.file)
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	// A process that left the group may hold the pipe.
	s.stopCloser = context.AfterFunc(ctx, func() { time.AfterFunc(killDelay+pipeTimeout, func() { s.out.Close() }) })
	return s, nil
}

// pipeTimeout is how long a session waits for the end of the output after the program was killed. Only a process that
// left the process group can still hold the pipe.
const pipeTimeout = 200 * time.Millisecond

// launch makes the pipes and starts the program.
func (s *session) launch(stdin bool) error {
	out, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer write.Close() // the program has a duplicate
	if s.stderr, err = createOutput(s.file.dir, stderrFile); err != nil {
		out.Close()
		return err
	}
	s.cmd.Stdout, s.cmd.Stderr = write, s.stderr
	if stdin {
		if s.in, err = s.cmd.StdinPipe(); err == nil {
			s.in = keptPipe{s.in, s.call.open("stdin")}
		}
	}
	s.keep = s.call.open(stdoutFile)
	runtime.LockOSThread() // see execute
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		runtime.UnlockOSThread()
		out.Close()
		s.stderr.Close()
		return err
	}
	s.out, s.stopWatch = out, watchSize(maxOutput, s.cancel, s.stderr.Name())
	return nil
}

// end stops the program and its group, and returns the exit status. If finish is set and the program has closed its
// output, it may exit by itself first. The error is ctx.Err().
func (s *session) end(finish bool) (output, error) {
	s.ended = true
	defer runtime.UnlockOSThread()
	defer s.call.remove(s.file)
	if !finish {
		s.cancel()
	}
	s.stopCloser()
	s.out.Close()
	if s.in != nil {
		s.in.Close()
	}
	_ = s.cmd.Wait() // the exit status has the details
	s.cancel()
	var o output
	o.finish(s.cmd)
	s.stopWatch()
	o.stderr = readOutput(s.stderr, maxOutput, s.cancel)
	lost := s.call.ended(o, nil)
	if err := s.ctx.Err(); err != nil {
		return o, err
	}
	return o, lost
}

// close ends a session that has not ended, because the callback of the caller panicked.
func (s *session) close() {
	if !s.ended {
		_, _ = s.end(false)
	}
}

// abort stops the program and returns an *Error with the reason why its output is not an answer, or ctx.Err() if ctx
// has ended. The program gets a moment to exit by itself: its exit code and its stderr explain more than the reason.
func (s *session) abort(reason error) error {
	if s.in != nil {
		s.in.Close()
	}
	timer := time.AfterFunc(killDelay, s.cancel)
	_, _ = io.Copy(io.Discard, io.LimitReader(s, maxOutput))
	timer.Stop()
	o, err := s.end(s.eof)
	if err != nil {
		return err
	}
	return s.program.runError(o, reason)
}
