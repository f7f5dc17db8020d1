package term

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// WriteTo calls write with a file of that name, as WriteFile does, or with standard output for "-".
func (e *Env) WriteTo(name string, write func(io.Writer) error) error {
	if name == "-" {
		return e.WriteError(write(e.Data()))
	}
	return WriteFile(name, write)
}

// WriteFile writes a file atomically: the file appears under its name when it is complete, and not at all if write
// fails or the program is interrupted. A terminal, /dev/null and other files that are not regular are written directly.
// If the name ends in .gz, the file is packed with gzip. An error is a Failure with the code BadInput.
func WriteFile(name string, write func(io.Writer) error) error {
	if name == "-" {
		return Fail(BadInput, errors.New("-: expected the name of a file, since results go to standard output"))
	}
	if name == "" {
		return Fail(BadInput, errors.New("expected the name of a file, found an empty one"))
	}
	if plain := write; filepath.Ext(name) == ".gz" {
		write = func(w io.Writer) error {
			z := gzip.NewWriter(w)
			return cmp.Or(plain(z), z.Close())
		}
	}
	name, nameless, err := followLink(name)
	if err != nil {
		return WriteFailure(name, err)
	}
	if info, err := os.Stat(name); err == nil && (nameless || !info.Mode().IsRegular()) {
		if info.IsDir() {
			return Fail(BadInput, fmt.Errorf("%s: cannot be written: it is a folder", name))
		}
		file, err := openSpecial(name, info.Mode())
		if err != nil {
			return WriteFailure(name, err)
		}
		defer file.Close()
		return WriteFailure(name, writeBuffered(file, write))
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return WriteFailure(name, err)
	}
	defer os.Remove(file.Name()) // has no effect after the renaming
	err = cmp.Or(writeBuffered(file, write), file.Chmod(filePermissions(name)), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	return WriteFailure(name, err)
}

// followLink returns the file that a link leads to, so that the link stays and its target is replaced or made. nameless
// reports that the link leads to an open file without a name, as /dev/stdout may do: there is no name to replace.
func followLink(name string) (target string, nameless bool, err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target, false, nil
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return name, false, nil // a new file, or an error that its creation finds, too
	}
	if _, err := os.Stat(name); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return name, err == nil, err
	}
	target, err = os.Readlink(name)
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(name), target)
	}
	return target, false, err
}

// pipeTime is how long the opening of a named pipe waits for a reader.
const pipeTime = 2 * time.Second

// openSpecial opens a file that is not regular for writing. Opening a named pipe without a reader would block, and no
// signal could end it.
func openSpecial(name string, mode fs.FileMode) (file *os.File, err error) {
	if mode&fs.ModeNamedPipe == 0 {
		return os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	}
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		file, err = os.OpenFile(name, os.O_WRONLY|nonblock, 0)
		switch {
		case err == nil || !errors.Is(err, syscall.ENXIO):
			return file, err
		case time.Since(start) > pipeTime:
			return nil, errors.New("it is a pipe that no program reads")
		}
	}
}

// SameFile reports whether two names refer to one file, following links. The name - refers to no file.
func SameFile(a, b string) bool {
	if a == "-" || b == "-" {
		return false
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

// RefuseOverwriting returns an error if one of the written files is an input file, by its name or by links.
func RefuseOverwriting(inputs []string, written ...string) error {
	for _, w := range written {
		for _, in := range inputs {
			if w != "" && SameFile(w, in) {
				return Fail(BadInput, fmt.Errorf("%s: it is the input file %s: expected another name", w, in))
			}
		}
	}
	return nil
}

func writeBuffered(file *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(file, 1<<16)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// filePermissions returns the permissions of the existing file of that name, or else the permissions of a new file.
func filePermissions(name string) fs.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask()
}

// WriteFailure returns the Failure for an error of writing a file, or nil.
func WriteFailure(name string, err error) error {
	if err == nil || endedOtherwise(err) {
		return err
	}
	return Fail(BadInput, fmt.Errorf("%s: cannot be written: %w", name, Reason(err)))
}

// WriteText writes a text to a file, as WriteFile does.
func WriteText(name, text string) error {
	return WriteFile(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

type readCloser struct {
	io.Reader
	io.Closer
}

// OpenOne opens the file that the only argument names, or standard input for - or no argument, and returns its name for
// messages. what names the expected contents, for the error if there is no argument and standard input is a terminal.
func (e *Env) OpenOne(args []string, what string) (name string, in io.ReadCloser, err error) {
	switch {
	case len(args) > 0 && args[0] != "-":
		file, err := e.Open(args[0])
		if err != nil {
			return "", nil, Fail(BadInput, fmt.Errorf("%s: cannot be read: %w", args[0], Reason(err)))
		}
		return args[0], readCloser{e.Interruptible(file), file}, nil
	case len(args) == 0 && e.InIsTerminal():
		return "", nil, fmt.Errorf("no %s: expected a file, or - for standard input", what)
	}
	return "standard input", io.NopCloser(e.In), nil
}
