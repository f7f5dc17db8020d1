package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"nonet/internal/parse"
	"nonet/internal/slice"
)

// A Trace shows the runs of external programs and keeps their files. [WithTrace] sets it for all runs under a context.
// Calls of a program for its version are no runs.
type Trace struct {
	// Folder is where each run keeps its files, in a folder of its own: the formula, what the program prints ("stdout",
	// "stderr"), its answer file and other files that it writes, what it reads from standard input ("stdin"), the
	// command line ("command", to be run by a shell), and its exit status and time ("status"). All but the status are
	// written while the program runs, so that they remain if it is killed, or nonet itself. Folders are created; no
	// folder is emptied or used again. "" keeps nothing.
	Folder string

	// Log receives a line when a program starts and a line when it ends. It may be called by several goroutines at the
	// same time. nil logs nothing.
	Log func(line string)
}

type (
	traceKey struct{}
	labelKey struct{}
)

// WithTrace returns a context under which runs are traced.
func WithTrace(ctx context.Context, t Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// WithLabel returns a context under which the folders of runs are LABEL/LABEL/.../001 and so on, instead of 001. Labels
// may contain any characters; characters that file names should not contain become underscores.
func WithLabel(ctx context.Context, labels ...string) context.Context {
	if _, traced := ctx.Value(traceKey{}).(Trace); !traced {
		return ctx
	}
	return context.WithValue(ctx, labelKey{}, labels)
}

// A call is one run of a program, from the staging of its files on. Without a trace it keeps and logs nothing.
type call struct {
	trace  Trace
	name   string // of the program, or the labels and the number of the run
	folder string // where the files are kept; "" if they are not
	start  time.Time

	mu    sync.Mutex
	files []*os.File // open files of the folder
	err   error      // the first error of keeping a file
}

// newCall begins a run of p.
func (p Program) newCall(ctx context.Context) (*call, error) {
	c := &call{name: p.Name}
	c.trace, _ = ctx.Value(traceKey{}).(Trace)
	if c.trace.Folder == "" {
		return c, nil
	}
	labels, _ := ctx.Value(labelKey{}).([]string)
	parts := append([]string{c.trace.Folder}, slice.Map(labels, fileName)...)
	parent, err := filepath.Abs(filepath.Join(parts...))
	if err == nil {
		err = os.MkdirAll(parent, 0o777)
	}
	for n := 1; err == nil; n++ {
		c.folder = filepath.Join(parent, fmt.Sprintf("%03d", n))
		if err = os.Mkdir(c.folder, 0o777); err == nil {
			c.name = filepath.Join(append(parts[1:], filepath.Base(c.folder))...)
			return c, nil
		}
		if errors.Is(err, fs.ErrExist) {
			err = nil
		}
	}
	return nil, fmt.Errorf("keep files: %w", err)
}

// notInFileNames matches what is replaced in labels.
var notInFileNames = parse.Pattern(`[^\pL\pN+.,:=@_-]+`)

// fileName returns a label as a file name of at most 100 characters.
func fileName(label string) string {
	name := []rune(notInFileNames().ReplaceAllString(label, "_"))
	if s := string(name[:min(len(name), 100)]); strings.Trim(s, ".") != "" {
		return s
	}
	return "_"
}

// stage is the function stage in the folder of the call, if files are kept.
func (c *call) stage(name string, descriptor bool, write func(io.Writer) error) (staged, error) {
	if c.folder == "" {
		return stage(name, descriptor, write)
	}
	s := staged{dir: c.folder, file: filepath.Join(c.folder, name)}
	if name == "" {
		return s, nil
	}
	return s, s.write(false, nil, write)
}

// remove removes a folder of stage, unless files are kept.
func (c *call) remove(s staged) {
	if c.folder == "" {
		s.remove()
	}
}

// started logs the command line and keeps it, with the kept file that the program reads from standard input, or "". It
// is called before the program starts.
func (c *call) started(path string, args []string, stdin string) {
	c.start = time.Now()
	line := quote(append([]string{path}, args...))
	if c.folder != "" && stdin != "" {
		line += " <" + quote([]string{filepath.Join(c.folder, stdin)})
	}
	if c.trace.Log != nil {
		c.trace.Log(line)
	}
	c.write("command", line+"\n")
}

// ended logs and keeps the exit status, and closes the files. The error is the first error of keeping a file.
func (c *call) ended(o output, err error) error {
	status := o.exit
	if status == "" && err != nil {
		status = err.Error()
	}
	status += fmt.Sprintf(", %.3f s", time.Since(c.start).Seconds())
	if c.trace.Log != nil {
		c.trace.Log(c.name + ": " + status)
	}
	c.write("status", status+"\n")
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.files {
		c.err = cmp.Or(c.err, f.Close())
	}
	if c.err != nil {
		return fmt.Errorf("keep files: %w", c.err)
	}
	return nil
}

// note records an error of keeping a file.
func (c *call) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = cmp.Or(c.err, err)
}

// write keeps a text in a file.
func (c *call) write(name, text string) {
	if c.folder != "" {
		c.note(os.WriteFile(filepath.Join(c.folder, name), []byte(text), 0o666))
	}
}

// open returns a writer to a new file of the folder. If files are not kept, it drops what is written.
func (c *call) open(name string) io.Writer {
	if c.folder == "" {
		return io.Discard
	}
	f, err := os.OpenFile(filepath.Join(c.folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		c.note(err)
		return io.Discard
	}
	c.files = append(c.files, f)
	return keeper{f, c}
}

// A keeper writes to a file of a call. It reports errors to the call only, so that the program is read to its end.
type keeper struct {
	file *os.File
	call *call
}

func (k keeper) Write(b []byte) (int, error) {
	if _, err := k.file.Write(b); err != nil {
		k.call.note(err)
	}
	return len(b), nil
}

// A keptPipe is a pipe to a program whose data are kept, too.
type keptPipe struct {
	io.WriteCloser
	copy io.Writer
}

func (p keptPipe) Write(b []byte) (int, error) {
	n, err := p.WriteCloser.Write(b)
	_, _ = p.copy.Write(b[:n])
	return n, err
}

// plainWord matches words that a shell takes as they are.
var plainWord = parse.Pattern(`^[A-Za-z0-9_./:=@%+,-]+$`)

// quote returns words as a command line for a POSIX shell.
func quote(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; !plainWord().MatchString(w) {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
