package term

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A FileWriter collects a file that is being written.
type FileWriter struct {
	*bufio.Writer
}

// WriteFile writes a file in one step: it appears under its name when it is complete, and not at all if write fails or the program is
// interrupted. What is no regular file, such as a terminal or /dev/null, is written to directly. An error is one of the output.
func WriteFile(name string, write func(*FileWriter) error) error {
	if name == "-" {
		return Fail(BadInput, errors.New("-: expected the name of a file, since results go to standard output"))
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return Fail(BadInput, fmt.Errorf("%s: cannot be written: it is a folder", name))
		}
		file, err := os.OpenFile(name, os.O_WRONLY, 0)
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
	defer os.Remove(file.Name()) // of no use after the renaming, and then without effect
	err = cmp.Or(writeBuffered(file, write), file.Chmod(filePermissions(name)), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	return WriteFailure(name, err)
}

func writeBuffered(file *os.File, write func(*FileWriter) error) error {
	w := &FileWriter{bufio.NewWriterSize(file, 1<<16)}
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// filePermissions returns those of the file that is there, or else those of any new file.
func filePermissions(name string) fs.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask()
}

func WriteFailure(name string, err error) error {
	if err == nil {
		return nil
	}
	return Fail(BadInput, fmt.Errorf("%s: cannot be written: %w", name, Reason(err)))
}

// WriteText writes a file that holds a text.
func WriteText(name, text string) error {
	return WriteFile(name, func(w *FileWriter) error {
		_, err := w.WriteString(text)
		return err
	})
}

// OpenOne opens the file that the only argument names, or standard input for - or no argument, and returns what to call it in messages. An
// error for want of an argument says what was expected, in a word.
func (e *Env) OpenOne(args []string, what string) (name string, in io.ReadCloser, err error) {
	switch {
	case len(args) > 0 && args[0] != "-":
		file, err := os.Open(args[0])
		if err != nil {
			return "", nil, Fail(BadInput, fmt.Errorf("%s: cannot be read: %w", args[0], Reason(err)))
		}
		return args[0], file, nil
	case len(args) == 0 && e.InIsTerminal():
		return "", nil, fmt.Errorf("no %s: expected a file, or - for standard input", what)
	}
	return "standard input", io.NopCloser(e.In), nil
}
