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

// A session is a program whose output is read while it runs. What run does in one go is in two calls here, start and end, which one
// goroutine must make.
type session struct {
	program    Program
	cmd        *exec.Cmd
	ctx        context.Context    // of the caller
	cancel     context.CancelFunc // ends the program
	in         io.WriteCloser     // to the program; nil if it was given a file
	out        *os.File           // from the program
	stderr     *capture
	dir        string
	stopCloser func() bool // takes back that the end of ctx closes out
	eof        bool        // the program has closed its output
}

// Read reads what the program prints.
func (s *session) Read(b []byte) (int, error) {
	n, err := s.out.Read(b)
	s.eof = s.eof || err == io.EOF
	return n, err
}

// start starts p on a file with what write writes or, if write is nil, on what will be written to in.
func (p Program) start(ctx context.Context, write func(io.Writer) error) (s *session, err error) {
	path, err := p.Find()
	if err != nil {
		return nil, err
	}
	s = &session{program: p, ctx: ctx}
	args := p.Args
	if write != nil {
		var file string
		if s.dir, file, err = stage("model"+p.Input.extension(), write); err != nil {
			return nil, fmt.Errorf("process: %s: %w", p.Name, err)
		}
		args = p.expand(file, "", 1)
	}
	running, cancel := context.WithCancel(ctx)
	s.cancel = cancel
	s.cmd = command(running, path, s.dir, args...)
	if err = s.launch(); err != nil {
		cancel()
		os.RemoveAll(s.dir)
		return nil, fmt.Errorf("process: %s: %w", p.Name, err)
	}
	// A process that has left the group may hold the pipe: see capture.
	s.stopCloser = context.AfterFunc(ctx, func() { time.AfterFunc(killDelay+pipeTimeout, func() { s.out.Close() }) })
	return s, nil
}

// launch makes the pipes and starts the program.
func (s *session) launch() error {
	out, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer write.Close() // the program has its own
	stderr, err := newCapture(maxOutput, s.cancel)
	if err != nil {
		out.Close()
		return err
	}
	s.cmd.Stdout, s.cmd.Stderr = write, stderr.write
	if s.dir == "" {
		s.in, err = s.cmd.StdinPipe()
	}
	runtime.LockOSThread() // see execute
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		runtime.UnlockOSThread()
		out.Close()
		stderr.wait()
		return err
	}
	s.out, s.stderr = out, stderr
	return nil
}

// end ends the program and what it started, and says how it ended. With finish, a program that has closed its output may come to its own
// end first. The error is that of ctx.
func (s *session) end(finish bool) (output, error) {
	defer runtime.UnlockOSThread()
	defer os.RemoveAll(s.dir)
	if !finish {
		s.cancel()
	}
	s.stopCloser()
	s.out.Close()
	if s.in != nil {
		s.in.Close()
	}
	_ = s.cmd.Wait() // the exit code says it better
	s.cancel()
	var o output
	o.finish(s.cmd)
	o.stderr = s.stderr.wait()
	return o, s.ctx.Err()
}

// abort ends the program and says why what it said is no answer. If ctx has ended, that is the reason. The program may take a moment to come
// to its own end: its exit code, and what it writes to standard error, say more about what is wrong.
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
