// Package packed compresses files with gzip, and unpacks the files that the program embeds in this form.
package packed

import (
	"bytes"
	"compress/gzip"
	"io"
)

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
