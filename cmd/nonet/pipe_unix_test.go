//go:build unix

package main

import (
	"syscall"
	"testing"
)

func makePipe(t *testing.T, name string) {
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
}
