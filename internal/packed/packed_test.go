package packed

import (
	"strings"
	"testing"
)

func TestFile(t *testing.T) {
	text := strings.Repeat("packed and read again\n", 1000)
	if file := File([]byte(text)); len(file) > len(text)/20 || string(Bytes(file)) != text {
		t.Errorf("%d bytes are packed to %d, and read as %.60q", len(text), len(file), Bytes(file))
	}
}
