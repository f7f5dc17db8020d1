package campaign

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/pelletier/go-toml/v2"
	"modernc.org/sqlite" // registers the driver
	sqlite3 "modernc.org/sqlite/lib"
)

// A Store keeps a campaign and its records in an SQLite file. What was committed survives the end of the program, however it comes, and the
// loss of power. One process writes at a time; any number may read meanwhile. Its methods may be called from many goroutines.
type Store struct {
	Spec    *Spec
	Scale   Scale
	Seed    uint64
	Created time.Time

	path string
	db   *sql.DB
	lock *lock // nil if it is open for reading only
}

//go:embed schema.sql
var schema string

const (
	// version is that of the schema. Older ones that this program knows would be converted when they are opened.
	version = 1
	// application marks the file as ours: "nonC", see PRAGMA application_id.
	application = 0x6e6f6e43
)

// A StoreError says what is wrong with the file of a store.
type StoreError struct {
	Path string
	Msg  string
	Err  error // may be nil
}

func (e *StoreError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("campaign: %s: %s", e.Path, e.Msg)
	}
	return fmt.Sprintf("campaign: %s: %s: %v", e.Path, e.Msg, e.Err)
}
func (e *StoreError) Unwrap() error { return e.Err }

// Errors that a *StoreError may wrap.
var (
	ErrExists = errors.New("there is a file already")
	ErrInUse  = errors.New("another process is writing to it")
)

// Create makes the file of a campaign and keeps it open for writing. A file that is there already is not touched: ErrExists.
func Create(ctx context.Context, path string, plan *Plan) (*Store, error) {
	l, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	s := &Store{Spec: plan.Spec, Scale: plan.Scale, Seed: plan.Seed, Created: time.Now(), path: path, lock: l}
	if _, err := os.Lstat(path); err == nil {
		s.Close()
		return nil, &StoreError{Path: path, Msg: "cannot be made", Err: ErrExists}
	}
	// The file appears under its name when it is complete.
	draft := path + ".new"
	os.Remove(draft) // of a program that was killed while it wrote one
	if err = s.create(ctx, draft, plan); err == nil {
		err = os.Rename(draft, path)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err == nil {
		s.db, err = open(path, "rw")
	}
	if err == nil {
		_, err = s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
	}
	if err != nil {
		os.Remove(draft)
		s.Close()
		return nil, s.explain("cannot be written", err)
	}
	return s, nil
}

// create writes the file of a new campaign.
func (s *Store) create(ctx context.Context, path string, plan *Plan) (err error) {
	db, err := open(path, "rwc")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", application, version)); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after the commit
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return err
	}
	spec := plan.Spec
	text := spec.Text
	if text == "" { // it was put together by a program
		written, err := toml.Marshal(spec)
		if err != nil {
			return err
		}
		text = string(written)
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO campaign VALUES (1, ?, ?, ?, ?, ?, ?)", spec.Name, spec.File, text, string(s.Scale),
		strconv.FormatUint(s.Seed, 10), s.Created.UTC().Format(time.RFC3339Nano)); err != nil {
		return err
	}
	if err := writeInstances(ctx, tx, plan); err != nil {
		return err
	}
	return tx.Commit()
}

// Open opens the file of a campaign for writing.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := present(path); err != nil {
		return nil, err
	}
	l, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, lock: l}
	if err := s.open(ctx, "rw"); err != nil {
		s.Close()
		return nil, s.explain("cannot be opened", err)
	}
	if _, err = s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		s.Close()
		return nil, s.explain("cannot be written", err)
	}
	return s, nil
}

// Read opens the file of a campaign for reading, also while another process writes to it.
func Read(ctx context.Context, path string) (*Store, error) {
	if err := present(path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	if err := s.open(ctx, "ro"); err != nil {
		s.Close()
		return nil, s.explain("cannot be read", err)
	}
	return s, nil
}

func present(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, os.ErrNotExist):
		return &StoreError{Path: path, Msg: "no such file"}
	case err != nil:
		return &StoreError{path, "cannot be read", errors.Unwrap(err)}
	case !info.Mode().IsRegular():
		return &StoreError{Path: path, Msg: "is no database"}
	}
	return nil
}

// open returns the database in a file. Commits are on the disk when they return; who finds it locked waits a little.
func open(path, mode string) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: "mode=" + mode + "&_pragma=busy_timeout(2000)&_pragma=synchronous(full)"}
	db, err := sql.Open("sqlite", u.String())
	if err == nil {
		db.SetMaxOpenConns(2) // one that reads records while they are written
	}
	return db, err
}

// open opens the file and reads what the campaign is.
func (s *Store) open(ctx context.Context, mode string) (err error) {
	if s.db, err = open(s.path, mode); err != nil {
		return err
	}
	var id, v int
	if err := s.db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := s.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v); err != nil {
		return err
	}
	switch {
	case id != application:
		return &StoreError{Path: s.path, Msg: "is a database, but not of a campaign"}
	case v != version:
		return &StoreError{Path: s.path, Msg: fmt.Sprintf("was written by another version of nonet (its schema is %d, this program knows %d)", v, version)}
	}
	var name, file, text, seed, created string
	row := s.db.QueryRowContext(ctx, "SELECT name, file, spec, scale, seed, created FROM campaign")
	if err := row.Scan(&name, &file, &text, &s.Scale, &seed, &created); err != nil {
		return err
	}
	if s.Spec, err = Parse(file, text); err != nil {
		return err
	}
	if s.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return err
	}
	s.Created, err = time.Parse(time.RFC3339Nano, created)
	return err
}

// Path returns the name of the file.
func (s *Store) Path() string { return s.path }

// Close closes the file.
func (s *Store) Close() (err error) {
	if s.db != nil {
		if s.lock != nil { // leave one file, which can be read in a folder that cannot be written; not while somebody reads
			_, _ = s.db.Exec("PRAGMA journal_mode = DELETE")
		}
		err = s.db.Close()
	}
	s.lock.release()
	return err
}

// Digest returns a number that changes when the spec says something else. Comments and the order of keys do not matter.
func (s *Spec) Digest() string {
	text, err := json.Marshal(s)
	if err != nil {
		panic("campaign: " + err.Error()) // a spec holds nothing that cannot be written
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:8])
}

// Match returns an error if spec is not the campaign of the store.
func (s *Store) Match(spec *Spec) error {
	if spec.Digest() == s.Spec.Digest() {
		return nil
	}
	if spec.Name != s.Spec.Name {
		return &StoreError{Path: s.path, Msg: fmt.Sprintf("holds the records of %s, not of %s: give each a database of its own", s.Spec.Label(), spec.Label())}
	}
	return &StoreError{Path: s.path, Msg: fmt.Sprintf("holds the records of another version of %s: the campaign has changed since %s; give it a database of "+
		"its own, or restore the file", spec.File, s.Created.Format("2006-01-02 15:04"))}
}

// explain says what an error of the database means.
func (s *Store) explain(msg string, err error) error {
	var known *StoreError
	if errors.As(err, &known) {
		return known
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_FULL:
			return &StoreError{s.path, "the disk is full; what was recorded before is kept", err}
		case sqlite3.SQLITE_IOERR:
			return &StoreError{s.path, "the disk is full or faulty; what was recorded before is kept", err}
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return &StoreError{s.path, "is locked by another program", err}
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
			return &StoreError{s.path, "no permission, or no such folder", err}
		case sqlite3.SQLITE_NOTADB:
			return &StoreError{Path: s.path, Msg: "is no database"}
		case sqlite3.SQLITE_CORRUPT:
			return &StoreError{s.path, "is damaged", err}
		}
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &StoreError{s.path, msg, err}
}
