//go:build clp && linux && amd64

package clp

import (
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/encode/ip"
)

// TestStartsWithoutLibrary checks that the operating system does not load CLP with the program, so that stubs has all
// functions. The linker takes a function that stubs lacks from the library, which the program then needs to start.
func TestStartsWithoutLibrary(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	needed, err := f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	isCoin := func(l string) bool { return strings.HasPrefix(l, "libC") || strings.Contains(l, "stdc++") }
	if slices.ContainsFunc(needed, isCoin) {
		t.Errorf("the program needs %v to start: stubs_linux_amd64.S lacks a function of CLP", needed)
	}
}

// TestLibraryMissing runs TestUnavailable in a process that does not find the library, and in a process that loads
// another library.
func TestLibraryMissing(t *testing.T) {
	for name, want := range map[string]string{
		filepath.Join(t.TempDir(), "libClp.so.1"): "cannot open shared object file",
		"libc.so.6": "Clp_Version",
	} {
		c := exec.Command(os.Args[0], "-test.run=^TestUnavailable$", "-test.v")
		c.Env = append(os.Environ(), "NONET_CLP="+name, "NONET_CLP_ERROR="+want)
		if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS") {
			t.Errorf("NONET_CLP=%s: %v\n%s", name, err, out)
		}
	}
}

func TestUnavailable(t *testing.T) {
	want := os.Getenv("NONET_CLP_ERROR")
	if want == "" {
		t.Skip("TestLibraryMissing runs it without the library")
	}
	for _, e := range []Engine{{}, {Plain: true}} {
		r, err := e.Solve(t.Context(), empty(2), func(ip.Point) bool { t.Error("a solution"); return true })
		if !errors.Is(err, backends.ErrUnavailable) || r.Complete {
			t.Errorf("%+v: %+v, error %v", e, r, err)
		}
	}
	_, err := Version()
	if !errors.Is(err, backends.ErrUnavailable) || !strings.Contains(err.Error(), "coinor-libclp1") ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error %v does not say what is missing and what to install", err)
	}
	if BuiltFor() == "" {
		t.Error("the program is built with CLP, but BuiltFor returns nothing")
	}
}
