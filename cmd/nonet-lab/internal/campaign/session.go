package campaign

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/cmd/internal/build"
	"nonet/cmd/nonet-lab/internal/instances"
)

// A Session is one execution of runs of a campaign by a Runner: when, where, and by which command. The memory, the
// clock and the load are those of the machine of the Runner; if workers executed the runs, theirs are not known.
type Session struct {
	Command string    `json:"command,omitempty"` // as given to the shell
	Began   time.Time `json:"began"`
	Ended   time.Time `json:"ended,omitzero"`   // zero if the program was killed
	Memory  int64     `json:"memory,omitempty"` // bytes; 0: unknown
	Clock   float64   `json:"clock_mhz,omitempty"`
	// Load is the load average of a minute at the start and at the end, as the system prints it; "" if unknown.
	LoadBefore string `json:"load_before,omitempty"`
	LoadAfter  string `json:"load_after,omitempty"`
	Lists      bool   `json:"lists"` // NONET_DATA names a folder of puzzle lists
}

// beginSession returns a session that begins now.
func beginSession(command string) Session {
	s := Session{Command: command, Began: time.Now().UTC().Truncate(time.Second), LoadBefore: loadAverage()}
	s.Memory = 1024 * int64(procNumber("/proc/meminfo", "MemTotal"))
	s.Clock = procNumber("/proc/cpuinfo", "cpu MHz")
	if info, err := os.Stat(os.Getenv("NONET_DATA")); err == nil {
		s.Lists = info.IsDir()
	}
	return s
}

// loadAverage returns the load average of the last minute, or "" if the system does not report it.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// procNumber returns the number after the first "NAME:" of a file of /proc, 0 if there is none.
func procNumber(path, name string) float64 {
	text, _, _ := strings.Cut(build.ProcValue(path, name), " ")
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

// A ListDigest identifies the instances of a set that a campaign uses.
type ListDigest struct {
	Name      string `json:"name"`
	Instances int    `json:"instances"`
	SHA256    string `json:"sha256"` // of the clues, or of the digest of a model file, a line for each instance
}

// Digests returns the digests of the sets that the campaign uses, by name.
func (s *Store) Digests(ctx context.Context) (all []ListDigest, err error) {
	sizes, err := queryMap[string, int](ctx, s, "SELECT name, size FROM lists")
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		n, h := 0, sha256.New()
		err = errors.Join(err, s.query(ctx, "SELECT iif(model = '', clues, model) FROM instances "+
			"WHERE list = ? ORDER BY position", func(row *sql.Rows) error {
			var text string
			err := row.Scan(&text)
			if strings.HasPrefix(text, "{") { // a model file, no clues
				file := new(instances.ModelFile)
				err = jsonColumn{file}.Scan(text)
				var faulty error // no run of it can succeed
				if text, faulty = file.Digest(); faulty != nil {
					text = faulty.Error()
				}
			}
			h.Write(append([]byte(text), '\n'))
			n++
			return err
		}, name))
		all = append(all, ListDigest{name, n, hex.EncodeToString(h.Sum(nil))})
	}
	return all, err
}

// The table sessions is created with the first session, so that databases of earlier versions can have it, too.
const sessionTable = "CREATE TABLE IF NOT EXISTS sessions (id INTEGER PRIMARY KEY, facts TEXT NOT NULL)" // JSON

// saveSession stores a session, under a new ID if id is 0, and returns the ID.
func (s *Store) saveSession(ctx context.Context, id int64, session Session) (int64, error) {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, sessionTable); err != nil {
			return err
		}
		result, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO sessions VALUES (nullif(?, 0), ?)", id,
			jsonColumn{&session})
		if err == nil {
			id, err = result.LastInsertId()
		}
		return err
	})
	return id, err
}

// Sessions returns the sessions in which runs were executed. Databases of earlier versions have none.
func (s *Store) Sessions(ctx context.Context) ([]Session, error) {
	if has, err := s.hasTable(ctx, "sessions"); err != nil || !has {
		return nil, err
	}
	return queryList(ctx, s, "SELECT facts FROM sessions ORDER BY id",
		func(session *Session) []any { return []any{jsonColumn{session}} })
}

// DetectEnvironment returns the environment of this process, with the solver versions of the given methods. For methods
// whose solver is not installed it returns the errors, by method name.
func DetectEnvironment(ctx context.Context, names []string) (e Environment, missing map[string]error) {
	e = Environment{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: build.CPU(),
		Cores: runtime.NumCPU(), Solvers: map[string]string{}}
	e.Version, e.Commit = build.Version, build.Commit()
	missing = map[string]error{}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, name := range names {
		m, err := methods.Parse(name)
		if err != nil || e.Solvers[m.Backend] != "" {
			continue
		}
		switch v, err := m.Version(ctx); {
		case err == nil:
			e.Solvers[m.Backend] = v
		case errors.Is(err, backends.ErrUnavailable):
			missing[name] = err
		}
	}
	return e, missing
}

func (e Environment) equal(f Environment) bool {
	return e.ID == f.ID && e.Version == f.Version && e.Commit == f.Commit && e.Go == f.Go && e.OS == f.OS &&
		e.Arch == f.Arch && e.CPU == f.CPU && e.Cores == f.Cores && maps.Equal(e.Solvers, f.Solvers)
}
