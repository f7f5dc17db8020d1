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
	"syscall"
	"time"

	"github.com/pelletier/go-toml/v2"
	"modernc.org/sqlite" // registers the driver
	sqlite3 "modernc.org/sqlite/lib"
)

// A Store keeps a campaign and its records in an SQLite file. Committed records survive any end of the program, and the
// loss of power. One process may write at a time; any number may read meanwhile. The methods are safe for concurrent
// use.
type Store struct {
	Spec    *Spec
	Scale   Scale
	Seed    uint64
	Created time.Time

	path string
	db   *sql.DB
	lock *lock // nil if the store is open for reading only
}

//go:embed schema.sql
var schema string

const (
	// schemaVersion is the version of the schema. Files of other versions are rejected.
	schemaVersion = 4
	// applicationID identifies the file as a campaign: "nonC", see PRAGMA application_id.
	applicationID = 0x6e6f6e43
)

// A StoreError describes a problem with the file of a store.
type StoreError struct {
	Path string
	Msg  string
	Err  error // may be nil
	Disk bool  // the disk is full or faulty
}

func (e *StoreError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %s", e.Path, e.Msg)
	}
	return fmt.Sprintf("%s: %s: %v", e.Path, e.Msg, e.Err)
}
func (e *StoreError) Unwrap() error { return e.Err }

// Errors that a *StoreError may wrap.
var (
	ErrExists = errors.New("the file already exists")
	ErrInUse  = errors.New("another process is writing to it")
)

// Create creates the file of a campaign and opens it for writing. If the file exists, it is left unchanged and the
// error wraps ErrExists.
func Create(ctx context.Context, path string, plan *Plan) (*Store, error) {
	l, err := lockFile(ctx, path)
	if err != nil {
		return nil, err
	}
	s := &Store{Spec: plan.Spec, Scale: plan.Scale, Seed: plan.Seed, Created: time.Now(), path: path, lock: l}
	if _, err := os.Lstat(path); err == nil {
		s.Close()
		return nil, &StoreError{Path: path, Msg: "cannot be created", Err: ErrExists}
	}
	// Write to a temporary name and rename, so that the file is never incomplete.
	draft := path + ".new"
	os.Remove(draft) // left by a killed program
	if err = s.create(ctx, draft, plan); err == nil {
		err = os.Rename(draft, path)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err == nil {
		s.db, err = openDatabase(path, "rw")
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
	db, err := openDatabase(path, "rwc")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx,
		fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, schemaVersion)); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // no effect after Commit
	if _, err := tx.ExecContext(ctx, schema+tallyIndex); err != nil {
		return err
	}
	spec := plan.Spec
	text, err := spec.toml()
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO campaign VALUES (1, ?, ?, ?, ?, ?, ?)", spec.Name, spec.File, text,
		string(s.Scale), strconv.FormatUint(s.Seed, 10), s.Created.UTC().Format(time.RFC3339Nano)); err != nil {
		return err
	}
	if err := writeInstances(ctx, tx, plan); err != nil {
		return err
	}
	return tx.Commit()
}

// toml returns the text of the file of the spec, or a text with its meaning if a program defined it.
func (s *Spec) toml() (string, error) {
	if s.Text != "" {
		return s.Text, nil
	}
	text, err := toml.Marshal(s)
	return string(text), err
}

// Open opens the file of a campaign for writing.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	l, err := lockFile(ctx, path)
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

// Read opens the file of a campaign for reading. Another process may be writing to it.
func Read(ctx context.Context, path string) (*Store, error) {
	if err := checkFile(path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	if err := s.open(ctx, "ro"); err != nil {
		s.Close()
		return nil, s.explain("cannot be read", err)
	}
	return s, nil
}

func checkFile(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, os.ErrNotExist):
		return &StoreError{Path: path, Msg: "no such file"}
	case err != nil:
		return &StoreError{Path: path, Msg: "cannot be read", Err: errors.Unwrap(err)}
	case !info.Mode().IsRegular():
		return &StoreError{Path: path, Msg: "is not a database"}
	}
	return nil
}

// sqliteDriver is the driver of SQLite. Tests replace it by one that fails.
var sqliteDriver = "sqlite"

// openDatabase opens an SQLite file. Commits are synced to disk; a locked database is retried for two seconds.
func openDatabase(path, mode string) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{
		Scheme: "file", Path: filepath.ToSlash(absolute),
		RawQuery: "mode=" + mode + "&_pragma=busy_timeout(2000)&_pragma=synchronous(full)",
	}
	db, err := sql.Open(sqliteDriver, u.String())
	if err == nil {
		db.SetMaxOpenConns(2) // one reads records while the other writes
	}
	return db, err
}

// open opens the file and reads the campaign.
func (s *Store) open(ctx context.Context, mode string) (err error) {
	if s.db, err = openDatabase(s.path, mode); err != nil {
		return err
	}
	var id, version int
	if err := s.db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := s.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	switch {
	case id != applicationID:
		return &StoreError{Path: s.path, Msg: "is a database, but not a campaign"}
	case version != schemaVersion:
		return &StoreError{Path: s.path, Msg: fmt.Sprintf(
			"was written by another version of nonet (schema %d, expected %d)", version, schemaVersion)}
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
		if s.lock != nil { // leave a single file, readable in a read-only folder; fails while another process reads
			_, _ = s.db.Exec("PRAGMA journal_mode = DELETE")
		}
		err = s.db.Close()
	}
	s.lock.release()
	return err
}

// Digest returns a hash of the spec. It does not depend on comments or the order of keys, nor on whether the spec was
// written and read again: then an empty list may have become a missing one.
func (s *Spec) Digest() string {
	var again Spec
	text, err := toml.Marshal(s)
	if err == nil {
		err = toml.Unmarshal(text, &again)
	}
	if err == nil {
		text, err = json.Marshal(again)
	}
	if err != nil {
		panic("campaign: " + err.Error()) // every spec can be marshaled
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:8])
}

// Match returns an error unless spec is the campaign of the store.
func (s *Store) Match(spec *Spec) error {
	if spec.Digest() == s.Spec.Digest() {
		return nil
	}
	if spec.Name != s.Spec.Name {
		return &StoreError{Path: s.path,
			Msg: fmt.Sprintf("has the records of %s, not of %s: use separate databases", s.Spec.Label(), spec.Label())}
	}
	return &StoreError{Path: s.path,
		Msg: fmt.Sprintf("has the records of another version of %s: the file has changed since %s; use "+
			"another database, or restore the file", spec.File, s.Created.Format("2006-01-02 15:04"))}
}

// explain converts an error of the database to a *StoreError with a message for users.
func (s *Store) explain(msg string, err error) error {
	if known, ok := errors.AsType[*StoreError](err); ok {
		return known
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_FULL:
			return &StoreError{s.path, "the disk is full; earlier records are kept", err, true}
		case sqlite3.SQLITE_IOERR:
			return &StoreError{s.path, "the disk is full or faulty; earlier records are kept", err, true}
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return &StoreError{Path: s.path, Msg: "is locked by another program", Err: err}
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
			return &StoreError{Path: s.path, Msg: "no permission, or the folder does not exist", Err: err}
		case sqlite3.SQLITE_NOTADB:
			return &StoreError{Path: s.path, Msg: "is not a database"}
		case sqlite3.SQLITE_CORRUPT:
			return &StoreError{Path: s.path, Msg: "is damaged", Err: err}
		}
	}
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err
	}
	return &StoreError{s.path, msg, err, errors.Is(err, syscall.ENOSPC)}
}
