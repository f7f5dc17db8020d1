package campaign

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"
)

// A faultyDriver passes calls on to SQLite, and fails at one of them, or from it on.
type faultyDriver struct {
	inner  driver.Driver
	calls  atomic.Int64
	at     int64 // the call that fails, from 1
	sticky bool  // so do those after it
	late   bool  // a commit that fails was done
}

var errFault = errors.New("an injected fault")

func (d *faultyDriver) fault() error {
	if n := d.calls.Add(1); n == d.at || d.sticky && n > d.at {
		return errFault
	}
	return nil
}

func (d *faultyDriver) Open(name string) (driver.Conn, error) {
	if err := d.fault(); err != nil {
		return nil, err
	}
	c, err := d.inner.Open(name)
	if err != nil {
		return nil, err
	}
	return &faultyConn{c.(sqliteConn), d}, nil
}

type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

type faultyConn struct {
	sqliteConn
	d *faultyDriver
}

func (c *faultyConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if err := c.d.fault(); err != nil {
		return nil, err
	}
	tx, err := c.sqliteConn.BeginTx(ctx, o)
	return &faultyTx{tx, c.d}, err
}

func (c *faultyConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.d.fault(); err != nil {
		return nil, err
	}
	s, err := c.sqliteConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return &faultyStmt{s.(sqliteStmt), c.d}, nil
}

func (c *faultyConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.d.fault(); err != nil {
		return nil, err
	}
	return c.sqliteConn.ExecContext(ctx, query, args)
}

func (c *faultyConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.d.fault(); err != nil {
		return nil, err
	}
	rows, err := c.sqliteConn.QueryContext(ctx, query, args)
	return &faultyRows{rows, c.d}, err
}

type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type faultyStmt struct {
	sqliteStmt
	d *faultyDriver
}

func (s *faultyStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if err := s.d.fault(); err != nil {
		return nil, err
	}
	return s.sqliteStmt.ExecContext(ctx, args)
}

func (s *faultyStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if err := s.d.fault(); err != nil {
		return nil, err
	}
	rows, err := s.sqliteStmt.QueryContext(ctx, args)
	return &faultyRows{rows, s.d}, err
}

type faultyRows struct {
	driver.Rows
	d *faultyDriver
}

func (r *faultyRows) Next(values []driver.Value) error {
	if err := r.d.fault(); err != nil {
		return err
	}
	return r.Rows.Next(values)
}

type faultyTx struct {
	driver.Tx
	d *faultyDriver
}

func (t *faultyTx) Commit() error {
	err := t.d.fault()
	if err != nil && !t.d.late {
		return errors.Join(err, t.Tx.Rollback())
	}
	return errors.Join(err, t.Tx.Commit())
}

// An error at any call of the database loses no record that Add has accepted, and leaves no part of a group of records.
// A file that is there is whole. Reading reports an error, or all records.
func TestFaultsOfTheDatabase(t *testing.T) {
	p := many(t, 20)
	all := run(t, Runner{Queue: Local{Executor: Executor{Tasks: trivial(func(context.Context, int64) {})}}},
		filepath.Join(t.TempDir(), "whole.sqlite"), p)
	var records []Record
	for _, key := range keys(p) {
		records = append(records, all[key])
	}
	const group = 5
	d := &faultyDriver{inner: &sqlite.Driver{}}
	sql.Register("faulty", d)
	defer func() { sqliteDriver = "sqlite" }()
	for at := int64(1); ; at++ {
		finished := false
		modes := []string{"once", "from then on", "after the commit"}
		if os.Getenv("NONET_LONG") == "" {
			modes = modes[at%3 : at%3+1]
		}
		for _, mode := range modes {
			d.calls.Store(0)
			d.at, d.sticky, d.late = at, mode == "from then on", mode == "after the commit"
			path := filepath.Join(t.TempDir(), "c.sqlite")
			where := fmt.Sprintf("call %d, %s", at, mode)
			sqliteDriver = "faulty"
			accepted, err := fill(t.Context(), path, p, records, group)
			sqliteDriver = "sqlite"
			finished = d.calls.Load() < at
			if err != nil && !errors.Is(err, errFault) {
				t.Errorf("%s: %v", where, err)
			}
			if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) && accepted == nil {
				continue
			}
			again, err := Open(t.Context(), path)
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			found := map[string]bool{}
			for r, err := range again.Records(t.Context()) {
				if err != nil {
					t.Fatalf("%s: %v", where, err)
				}
				found[r.Key] = true
			}
			for _, r := range accepted {
				if !found[r.Key] {
					t.Errorf("%s: the record %s is lost", where, r.Key)
				}
			}
			if len(found)%group != 0 {
				t.Errorf("%s: %d records, a part of a group of %d", where, len(found), group)
			}
			if plan, err := again.Plan(t.Context()); err != nil || !slices.Equal(keys(plan), keys(p)) {
				t.Errorf("%s: another plan, error %v", where, err)
			}
			if err := errors.Join(again.CheckIntegrity(t.Context()), again.Close()); err != nil {
				t.Errorf("%s: %v", where, err)
			}
		}
		if finished {
			t.Logf("%d calls", at-1)
			return
		}
	}
}

// fill creates a store with records, in groups, and reads them. It returns the accepted records.
func fill(ctx context.Context, path string, p *Plan, records []Record, group int) (accepted []Record, err error) {
	s, err := Create(ctx, path, p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for part := range slices.Chunk(records, group) {
		refused := s.Add(ctx, part...)
		if err = errors.Join(err, refused); refused == nil {
			accepted = append(accepted, part...)
		}
	}
	n := 0
	for _, failed := range s.Records(ctx) {
		if failed != nil {
			return accepted, errors.Join(err, failed)
		}
		n++
	}
	if n < len(accepted) {
		err = errors.Join(err, fmt.Errorf("read %d of %d records", n, len(accepted)))
	}
	return accepted, err
}
