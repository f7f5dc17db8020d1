package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
)

// executable returns the beginning of the hash of the file of this program, or "" if that cannot be read. It reads the file once.
var executable = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
})
