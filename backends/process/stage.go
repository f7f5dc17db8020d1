package process

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"nonet/encode"
)

// A staged is a file with a formula in a private folder.
type staged struct {
	dir  string   // has the file and what the program writes; "" if there is none
	file string   // the path that the program gets
	open *os.File // the file without a name that the program gets as descriptor 3; nil if the file has a name
	lock *os.File // held while the folder is in use; see claim
	size int64    // bytes counted in inMemory
}

// memoryFolder is a file system in memory. On a disk, creating and removing a folder with a file took 1 to 2 ms, as
// long as a SAT solver needs for an easy puzzle; in memory it takes 0.1 ms.
const memoryFolder = "/dev/shm"

// memoryLimit bounds the size of all formulas that this process has in memoryFolder at a time. inMemory counts it.
const memoryLimit = 256 << 20

var inMemory atomic.Int64

// errMemoryLimit reports that a formula does not fit into memoryLimit.
var errMemoryLimit = errors.New("the formulas in memory are too large")

// descriptorFile is the path of a file that a program inherits as descriptor 3.
const descriptorFile = "/dev/fd/3"

// stage writes a formula to a file of the given name in a new private folder; without a name the folder is empty. The
// caller removes it. If the program can read a descriptor, the file has no name, so that the system frees it when both
// processes end, however they end.
//
// The folder is in memoryFolder, if that exists and has room and TMPDIR is not set, and otherwise in the temporary
// folder.
func stage(name string, descriptor bool, write func(io.Writer) error) (s staged, err error) {
	sweepOnce()
	parents := []string{memoryFolder, os.TempDir()}
	if os.Getenv("TMPDIR") != "" {
		parents = parents[1:]
	}
	for _, parent := range parents {
		s = staged{}
		if s.dir, s.lock, err = claim(parent); err != nil {
			continue
		}
		if name == "" {
			return s, nil
		}
		s.file = filepath.Join(s.dir, name)
		var count *atomic.Int64
		if parent == memoryFolder {
			count = &inMemory
		}
		if err = s.write(descriptor && canReadDescriptor, count, write); err == nil {
			return s, nil
		}
		s.remove()
	}
	return staged{}, err
}

// write creates the file and fills it.
func (s *staged) write(descriptor bool, count *atomic.Int64, write func(io.Writer) error) error {
	f, err := os.OpenFile(s.file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if descriptor {
		if err := os.Remove(s.file); err != nil {
			f.Close()
			return err
		}
	}
	counted := &countedWriter{to: f, total: count}
	err = buffered(counted, write)
	s.size = counted.size
	if descriptor && err == nil {
		s.open, s.file = f, descriptorFile
		return nil
	}
	return errors.Join(err, f.Close())
}

// A countedWriter adds what it writes to total, up to memoryLimit. total may be nil.
type countedWriter struct {
	to    io.Writer
	total *atomic.Int64
	size  int64
}

func (w *countedWriter) Write(b []byte) (int, error) {
	if w.total != nil {
		w.size += int64(len(b))
		if w.total.Add(int64(len(b))) > memoryLimit {
			return 0, errMemoryLimit
		}
	}
	return w.to.Write(b)
}

// remove removes the folder and all that is in it. Unless the program has written files of its own, it needs no file
// descriptor, so that it works if there is none left.
func (s *staged) remove() {
	if s.open != nil { // a file without a name, of which the program has a duplicate
		s.open.Close()
		s.open = nil
	}
	inMemory.Add(-s.size)
	s.size = 0
	if s.dir == "" {
		return
	}
	for _, name := range []string{filepath.Base(s.file), stdoutFile, stderrFile, answerFile, lockFile} {
		os.Remove(filepath.Join(s.dir, name))
	}
	if os.Remove(s.dir) != nil {
		os.RemoveAll(s.dir)
	}
	if s.lock != nil {
		s.lock.Close()
	}
}

// interruptible returns a function that calls write, and ends it when ctx ends.
func interruptible(ctx context.Context, write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error { return encode.Write(ctx, w, write) }
}

// buffered calls write with a buffered writer to w.
func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// Names in the folders of stage.
const (
	folderPrefix = "nonet-" // of the folder itself; a random number follows
	lockFile     = "lock"   // its lock is held by the process that uses the folder
	stdoutFile   = "stdout" // what the program prints
	stderrFile   = "stderr"
	answerFile   = "answer.sol" // Gurobi infers the format of its answer from the extension
)

// claim creates a private folder and locks it. The kernel releases the lock when this process ends, however it ends:
// then Sweep removes the folder.
func claim(parent string) (dir string, lock *os.File, err error) {
	for range 3 { // Sweep in another process may take the lock first
		if dir, err = os.MkdirTemp(parent, folderPrefix); err != nil {
			return "", nil, err
		}
		if lock, err = lockFolder(dir); err == nil {
			return dir, lock, nil
		}
		os.Remove(filepath.Join(dir, lockFile))
		os.Remove(dir)
	}
	return "", nil, err
}

// sweepOnce calls Sweep once per process.
var sweepOnce = sync.OnceFunc(Sweep)

// Sweep removes the folders of formulas that processes of this user have left behind: processes that were killed. A
// folder is removed if no process holds its lock. Links, files and folders of other users stay.
func Sweep() {
	for _, parent := range []string{memoryFolder, os.TempDir()} {
		entries, err := os.ReadDir(parent)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.IsDir() && strings.HasPrefix(e.Name(), folderPrefix) {
				removeAbandoned(filepath.Join(parent, e.Name()))
			}
		}
	}
}
