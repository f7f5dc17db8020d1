// Package packed compresses files with gzip and unpacks them, also files of users.
package packed

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Reader returns a reader of r, which unpacks what gzip has packed. Errors name the damage, or are those of r.
func Reader(r io.Reader) io.Reader { return &reader{in: r} }

type reader struct {
	in            io.Reader
	begun, packed bool
}

func (r *reader) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if !r.begun && n > 0 {
		r.begun, r.packed = true, b[0] == 0x1f // no text begins so
		if r.packed {
			z, err := gzip.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(b[:n])), rest(r.in, err)))
			r.in = rest(z, err)
			return r.Read(b)
		}
	}
	if r.packed {
		err = damage(err)
	}
	return n, err
}

// rest returns what is left of r after a read with the error err.
func rest(r io.Reader, err error) io.Reader {
	if err != nil {
		return failure{err}
	}
	return r
}

type failure struct{ error }

func (f failure) Read([]byte) (int, error) { return 0, f.error }

// damage explains an error about packed data.
func damage(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == io.ErrUnexpectedEOF:
		return fmt.Errorf("the file is packed with gzip, and cut off: %w", err)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return fmt.Errorf("the file is packed with gzip, and damaged: %w", err)
	}
	return err
}

// Ending is filepath.Ext for a file that is packed if its name ends in .gz: .lp for model.lp and for model.lp.gz.
func Ending(name string) string { return filepath.Ext(strings.TrimSuffix(name, ".gz")) }

// File packs data as small as gzip can.
func File(data []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	z.Write(data)                                         // to memory, so there is no error
	z.Close()
	return b.Bytes()
}

// Bytes unpacks an embedded file. It panics if the file is damaged, since it is a part of the program.
func Bytes(file []byte) []byte {
	var data []byte
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err == nil {
		data, err = io.ReadAll(r)
	}
	if err != nil {
		panic("packed: " + err.Error())
	}
	return data
}
