package campaign

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
)

// isolateAfter is the number of unclean ends after which a run is executed in a child process, after all others.
const isolateAfter = 2

// An underWay notes the runs that this process is executing, in a file beside the database. If the process is killed
// or runs out of memory, the file stays: an unclean end. The next session counts it for each run in the file.
//
// The file has one line per concurrent run: the key, padded with blanks. It is not synced: the system keeps what a
// killed process has written.
type underWay struct {
	file *os.File
	ends map[string]int // unclean ends by key, for runs that had some

	mu    sync.Mutex
	width int     // length of a line without its end
	lines int     // of the file
	free  []int64 // lines without a run
}

// noteRuns creates the file for the runs of a plan, and counts the unclean end of the session before, if there was one.
func (s *Store) noteRuns(ctx context.Context, plan *Plan) (*underWay, error) {
	u := &underWay{}
	name := s.path + ".running"
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, s.explain("the list of running runs cannot be read", err)
	}
	was := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		was[strings.TrimRight(line, " \n")] = true
	}
	var interrupted []string
	for run := range plan.All() {
		u.width = max(u.width, len(run.Key))
		if was[run.Key] {
			interrupted = append(interrupted, run.Key)
		}
	}
	if u.ends, err = s.countEnds(ctx, interrupted); err != nil {
		return nil, err
	}
	if u.file, err = os.Create(name); err != nil {
		return nil, s.explain("the list of running runs cannot be written", err)
	}
	return u, nil
}

// close removes the file: the session has ended cleanly.
func (u *underWay) close() {
	u.file.Close()
	os.Remove(u.file.Name())
}

// begin notes that a run is being executed, until the returned function is called. A nil *underWay notes nothing.
func (u *underWay) begin(run *Run) (end func()) {
	if u == nil {
		return func() {}
	}
	u.mu.Lock()
	if len(u.free) == 0 {
		u.free = append(u.free, int64(u.lines))
		u.lines++
	}
	last := len(u.free) - 1
	line := u.free[last]
	u.free = u.free[:last]
	u.mu.Unlock()
	u.write(line, run.Key)
	return func() {
		u.write(line, "")
		u.mu.Lock()
		u.free = append(u.free, line)
		u.mu.Unlock()
	}
}

// write writes a line. An error is ignored: the run is then executed without a note.
func (u *underWay) write(line int64, key string) {
	_, _ = u.file.WriteAt(fmt.Appendf(nil, "%-*s\n", u.width, key), line*int64(u.width+1))
}

// suspect reports whether the process died so often while it executed the run that the run may be the cause.
func (u *underWay) suspect(key string) bool { return u != nil && u.ends[key] >= isolateAfter }

// The table unclean is created with the first unclean end: databases of earlier versions have none.
const uncleanTable = "CREATE TABLE IF NOT EXISTS unclean (key TEXT PRIMARY KEY, ends INTEGER NOT NULL)"

// countEnds adds an unclean end to the runs with the given keys. It returns the unclean ends of all runs that had some.
func (s *Store) countEnds(ctx context.Context, keys []string) (map[string]int, error) {
	if len(keys) > 0 {
		if err := s.write(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, uncleanTable); err != nil {
				return err
			}
			for _, key := range slices.Sorted(slices.Values(keys)) {
				if _, err := tx.ExecContext(ctx, "INSERT INTO unclean VALUES (?, 1) "+
					"ON CONFLICT (key) DO UPDATE SET ends = ends + 1", key); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	if has, err := s.hasTable(ctx, "unclean"); err != nil || !has {
		return nil, err
	}
	return queryMap[string, int](ctx, s, "SELECT key, ends FROM unclean")
}

// hasTable reports whether the file has a table, which files of earlier versions may lack.
func (s *Store) hasTable(ctx context.Context, name string) (has bool, err error) {
	err = s.query(ctx, "SELECT 1 FROM sqlite_master WHERE name = '"+name+"'", func(*sql.Rows) error {
		has = true
		return nil
	})
	return has, err
}
