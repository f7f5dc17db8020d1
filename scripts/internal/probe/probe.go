// Package probe starts nonet for the scripts that measure how it ends, sends it a signal, and finds the processes and
// files that it leaves.
package probe

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"nonet/backends/methods"
	"nonet/backends/process"
)

// mark is the variable of the environment that names the folder of a probe. All processes below it inherit it.
const mark = "NONET_PROBE"

// A Probe is the program, and the folder in which it runs and writes the files of formulas.
type Probe struct{ Program, Folder string }

// New returns a probe in a folder of its own below parent. Mark lets it find the processes that this process starts,
// too; Close removes the folder.
func New(program, parent string) (p Probe, err error) {
	p.Folder, err = os.MkdirTemp(parent, "probe-")
	if err == nil {
		err = os.Mkdir(p.staging(), 0o777)
	}
	if err == nil && program != "" {
		p.Program, err = filepath.Abs(program)
	}
	process.AdoptOrphans()
	return p, err
}

// staging is the folder of the files of formulas.
func (p Probe) staging() string { return filepath.Join(p.Folder, "staging") }

// Mark makes this process and its children part of the probe.
func (p Probe) Mark() { _, _ = os.Setenv(mark, p.Folder), os.Setenv("TMPDIR", p.staging()) }

// Close kills the processes that are left and removes the folder.
func (p Probe) Close() {
	for _, pid := range p.processes() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	os.RemoveAll(p.Folder)
}

// An End is how a run of the program ended.
type End struct {
	Out     []byte        `json:"-"` // standard output
	Message string        // the last line of standard error
	Elapsed time.Duration // from the start or, if a signal was sent, from it
	Sent    bool          // the signal was sent: the program had not ended before
	Killed  bool          // it did not end by itself
	Code    int           // exit status; -1 if a signal ended it
	Memory  int64         // peak resident set, in bytes
}

// Run runs the program. After a time it sends the signal, unless the signal is 0; after patience, or when ctx ends, it
// kills the program with its children.
func (p Probe) Run(ctx context.Context, signal syscall.Signal, after, patience time.Duration, args ...string) (
	e End, err error,
) {
	cmd := exec.Command(p.Program, args...)
	cmd.Dir, cmd.Env = p.Folder, append(os.Environ(), mark+"="+p.Folder, "TMPDIR="+p.staging())
	cmd.WaitDelay = time.Second // for what is left and keeps the streams open
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out, message bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &message
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return e, err
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	if signal != 0 {
		select {
		case <-ended:
		case <-time.After(after):
			e.Sent, start = true, time.Now()
			_ = cmd.Process.Signal(signal)
		}
	}
	select {
	case <-ended:
	case <-ctx.Done():
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	case <-time.After(patience):
		e.Killed = true
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	<-ended
	e.Elapsed, e.Code, e.Out = time.Since(start), cmd.ProcessState.ExitCode(), out.Bytes()
	text := strings.TrimSpace(message.String())
	e.Message = text[strings.LastIndexByte(text, '\n')+1:]
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		e.Memory = usage.Maxrss << 10
	}
	return e, ctx.Err()
}

// processes returns the processes of the probe. Those whose parents have ended are children of this process, since New
// adopts them.
func (p Probe) processes() (all []int) {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		children, _ := os.ReadFile(list)
		for child := range strings.FieldsSeq(string(children)) {
			text, err := os.ReadFile("/proc/" + child + "/environ")
			if err == nil && slices.Contains(strings.Split(string(text), "\x00"), mark+"="+p.Folder) {
				pid, _ := strconv.Atoi(child)
				all = append(all, pid)
			}
		}
	}
	return all
}

// Left returns the processes and the files of formulas that are left.
func (p Probe) Left() (all []string) {
	for _, pid := range p.processes() {
		all = append(all, fmt.Sprint("process ", pid))
	}
	files, _ := os.ReadDir(p.staging())
	for _, f := range files {
		all = append(all, f.Name())
	}
	return all
}

// Methods returns the methods that are available here, among all and those of further names.
func Methods(ctx context.Context, all []methods.Method, further ...string) (available []methods.Method, err error) {
	for _, name := range further {
		m, err := methods.Parse(name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	for _, a := range methods.Available(ctx, all) {
		if a.Err == nil {
			available = append(available, a.Method)
		}
	}
	return available, nil
}
