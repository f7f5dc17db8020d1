package packed

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFile(t *testing.T) {
	text := strings.Repeat("packed and read again\n", 1000)
	if file := File([]byte(text)); len(file) > len(text)/20 || string(Bytes(file)) != text {
		t.Errorf("%d bytes are packed to %d, and read as %.60q", len(text), len(file), Bytes(file))
	}
}

func TestReader(t *testing.T) {
	const text = "packed and read again"
	file := File([]byte(text))
	damaged := bytes.Clone(file)
	damaged[len(file)-8] ^= 1 // in the checksum
	failure := errors.New("a disk fails")
	for _, c := range []struct {
		file io.Reader
		want string
	}{
		{bytes.NewReader(file), ""},
		{bytes.NewReader(file[:5]), "the file is packed with gzip, and cut off: unexpected EOF"},
		{bytes.NewReader(file[:len(file)-3]), "the file is packed with gzip, and cut off: unexpected EOF"},
		{bytes.NewReader(damaged), "the file is packed with gzip, and damaged: gzip: invalid checksum"},
		{iotest.OneByteReader(bytes.NewReader(file)), ""},
		{iotest.DataErrReader(bytes.NewReader(file)), ""},
		{strings.NewReader(text), ""},
		{io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF)), "unexpected EOF"},
		{strings.NewReader("\x1f" + text), "the file is packed with gzip, and damaged: gzip: invalid header"},
		{io.MultiReader(bytes.NewReader(file[:15]), iotest.ErrReader(failure)), "a disk fails"},
	} {
		r := Reader(c.file)
		got, err := io.ReadAll(r)
		if err != nil {
			_, err = io.ReadAll(r) // another read reports it, too
		}
		message := ""
		if err != nil {
			message = err.Error()
		}
		if message != c.want || message == "" && string(got) != text {
			t.Errorf("read %q, %q, want the error %q", got, message, c.want)
		}
	}
}
