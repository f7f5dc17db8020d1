// Package packed reads files that are embedded in the program and compressed with gzip, so that the program is smaller.
package packed

import (
	"bytes"
	"compress/gzip"
	"io"
)

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
