package instances

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"nonet/encode/problem"
)

// A ModelFile is the content of a model file: see package problem. It is immutable, so runs may share it.
type ModelFile struct {
	File    string // base name of the file, for messages
	Format  string // name of its format in package problem
	Colours int    `json:",omitempty"` // of a graph; 0 for the number in the file
	Packed  []byte // the content, compressed with gzip
}

// MaxModelBytes is the largest size of an unpacked model file.
const MaxModelBytes = 64 << 20

// FormatTag is the tag of an instance that is a model file: the name of its format, such as "fzn".
const FormatTag = "format"

// NewModelFile returns a model file with the given content.
func NewModelFile(file, format string, content []byte, colours int) (*ModelFile, error) {
	if len(content) > MaxModelBytes {
		return nil, errModelTooLarge
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(content)
	if err = errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	return &ModelFile{file, format, colours, packed.Bytes()}, nil
}

var errModelTooLarge = fmt.Errorf("a model file of a campaign has at most %d bytes", MaxModelBytes)

// Content returns the unpacked content. It is an error if that exceeds MaxModelBytes.
func (f *ModelFile) Content() ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(f.Packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, MaxModelBytes+1))
	if err == nil && len(text) > MaxModelBytes {
		err = errModelTooLarge
	}
	return text, err
}

// Problem returns what questions about the instance are about.
func (in *Instance) Problem() (*problem.Problem, error) {
	if in.Model == nil {
		return problem.Of(*in.Puzzle), nil
	}
	return in.Model.Problem()
}

// Problem parses the file.
func (f *ModelFile) Problem() (*problem.Problem, error) {
	text, err := f.Content()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.File, err)
	}
	p, err := problem.Read(bytes.NewReader(text), f.File, problem.Options{Format: f.Format, Colours: f.Colours})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.File, err)
	}
	return p, nil
}

// Digest returns a hash of the content and of the number of colours.
func (f *ModelFile) Digest() (string, error) {
	text, err := f.Content()
	if err != nil {
		return "", fmt.Errorf("%s: %w", f.File, err)
	}
	h := sha256.New()
	fmt.Fprintln(h, f.Format, f.Colours)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// errNoInstance reports an instance without content.
var errNoInstance = errors.New("expected a puzzle or a model file")

// Validate returns an error unless the instance is a valid puzzle or a model file. It does not parse a model file.
func (i *Instance) Validate() error {
	switch {
	case (i.Puzzle == nil) == (i.Model == nil):
		return errNoInstance
	case i.Puzzle != nil:
		return i.Puzzle.Validate()
	}
	return nil
}

// Empty reports whether the instance has neither a puzzle nor a model file.
func (i *Instance) Empty() bool { return i.Puzzle == nil && i.Model == nil }

// modelInstance reads one model file. path is its place, for messages; name becomes the name of the instance. The file
// is parsed, so that an error is found before any run.
func modelInstance(set, path, name, format string, in io.Reader, colours int) (one Instance, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("set %q: %s: %w", set, path, err)
		}
	}()
	text, err := readAll(in)
	if err != nil {
		return one, err
	}
	f, err := NewModelFile(filepath.Base(path), format, text, colours)
	if err != nil {
		return one, err
	}
	o := problem.Options{Format: format, Colours: colours}
	switch _, err := problem.Read(bytes.NewReader(text), f.File, o); {
	case errors.Is(err, problem.ErrNoColours):
		return one, errors.New("the file does not say how many colours there are: expected colours = N in a [[set]]")
	case err != nil:
		return one, err
	}
	return Instance{Set: set, Name: name, Model: f, Tags: map[string]string{FormatTag: format}}, nil
}

// readAll reads a file and unpacks it.
func readAll(in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, MaxModelBytes+1))
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
		return (&ModelFile{Packed: text}).Content()
	}
	return text, nil // NewModelFile checks the size
}

// openFolder returns the model files of a folder and of the folders in it, ordered by path. Other files are skipped.
func openFolder(set, folder string, colours int) (all []Instance, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("set %q: %w", set, err)
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // Stat follows links
			return nil
		}
		f, content, format, err := openDetected(set, path)
		if err != nil {
			return err
		}
		defer f.Close()
		name, err := filepath.Rel(folder, path)
		if err != nil || format == "" {
			return err
		}
		one, err := modelInstance(set, path, filepath.ToSlash(name), format, content, colours)
		one.Index = len(all)
		all = append(all, one)
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("set %q: no model file in the folder %s", set, folder)
	}
	return all, err
}

// openDetected opens a file and detects its format. format is "" if the file is no model file. The caller must close f.
func openDetected(set, path string) (f *os.File, content *bufio.Reader, format string, err error) {
	if f, err = os.Open(path); err != nil {
		return nil, nil, "", fmt.Errorf("set %q: %w", set, err)
	}
	content = bufio.NewReaderSize(f, problem.HeadSize)
	head, _ := content.Peek(problem.HeadSize) // the next read returns the error
	return f, content, problem.Detect(path, head), nil
}
