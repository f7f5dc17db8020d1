// Package packed compresses files with gzip and unpacks them, also files of users.
package packed

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Reader returns a reader of what r has packed. Its errors name the damage, or are those of r.
func Reader(r io.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	return reader{z}, damage(err)
}

type reader struct{ *gzip.Reader }

func (r reader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	return n, damage(err)
}

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
