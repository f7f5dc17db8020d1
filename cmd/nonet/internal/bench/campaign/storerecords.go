package campaign

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"nonet/model"
)

// query calls each for every row of a query.
func (s *Store) query(ctx context.Context, query string, each func(*sql.Rows) error) error {
	rows, err := s.db.QueryContext(ctx, query)
	if err == nil {
		defer rows.Close()
		for err == nil && rows.Next() {
			err = each(rows)
		}
		err = errors.Join(err, rows.Err())
	}
	if err != nil {
		return s.explain("cannot be read", err)
	}
	return nil
}

// write calls do in a transaction. If write returns nil, the transaction is on disk; otherwise it was rolled back.
func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	if s.lock == nil {
		return s.explain("cannot be written", errors.New("it is open for reading only"))
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err == nil {
		defer tx.Rollback() // no effect after Commit
		if err = do(tx); err == nil {
			err = tx.Commit()
		}
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return s.explain("cannot be written", err)
}

// inserter prepares a statement that inserts rows with the given number of columns. verb is INSERT or INSERT OR IGNORE.
func inserter(ctx context.Context, tx *sql.Tx, verb, table string, columns int) (*sql.Stmt, error) {
	return tx.PrepareContext(ctx, verb+" INTO "+table+" VALUES (?"+strings.Repeat(", ?", columns-1)+")")
}

// jsonColumn is a column with the JSON form of the value that the pointer refers to.
type jsonColumn struct{ to any }

func (j jsonColumn) Value() (driver.Value, error) {
	text, err := json.Marshal(j.to)
	return string(text), err
}

func (j jsonColumn) Scan(column any) error {
	text, _ := column.(string)
	return json.Unmarshal([]byte(text), j.to)
}

// uintColumn is a column with an unsigned number, which SQLite stores as a signed one.
type uintColumn struct{ to *uint64 }

func (n uintColumn) Value() (driver.Value, error) { return int64(*n.to), nil }

func (n uintColumn) Scan(value any) error {
	number, ok := value.(int64)
	*n.to = uint64(number)
	if !ok {
		return fmt.Errorf("%v is not a number", value)
	}
	return nil
}

// A storedRecord is a row of the records table.
type storedRecord struct {
	Record
	extra
	started int64
}

// extra has the fields of model.Stats except the times, which have their own columns; and fields that few runs have.
type extra struct {
	Size     map[string]int64 `json:"size,omitempty"`
	Effort   map[string]int64 `json:"effort,omitempty"`
	Cost     int              `json:"cost,omitempty"`
	By       model.AnsweredBy `json:"answered_by,omitempty"`
	Removed  int              `json:"removed,omitempty"`
	Cube     string           `json:"cube,omitempty"`
	Count    string           `json:"count,omitempty"`
	Solution string           `json:"solution,omitempty"`
	Other    string           `json:"other,omitempty"`
}

// columns returns pointers to the values of the columns.
func (r *storedRecord) columns() []any {
	return []any{
		&r.Key, &r.Grid, &r.Set, &r.Index, &r.Method, &r.Task, &r.Replicate, uintColumn{&r.Seed}, &r.Outcome, &r.Detail,
		&r.Wall, &r.CPU, &r.Stats.Preprocess, &r.Stats.Encode, &r.Stats.Solve, jsonColumn{&r.extra},
		jsonColumn{&r.Values},
		&r.Environment, &r.started,
	}
}

// Add commits records in one transaction: when it returns nil, all are on disk; after an error, none. A record whose
// key exists is ignored.
func (s *Store) Add(ctx context.Context, records ...Record) error {
	return s.write(ctx, func(tx *sql.Tx) error { return addRecords(ctx, tx, records) })
}

func addRecords(ctx context.Context, tx *sql.Tx, records []Record) error {
	insert, err := inserter(ctx, tx, "INSERT OR IGNORE", "records", len(new(storedRecord).columns()))
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, r := range records {
		row := storedRecord{Record: r.Portable(), started: r.Started.UnixNano()}
		row.extra = extra{nonZeroCounters(r.Stats.Size), nonZeroCounters(r.Stats.Effort), r.Stats.Cost, r.AnsweredBy,
			r.Stats.Removed, r.Cube, r.Count, r.Solution, r.Other}
		if _, err := insert.ExecContext(ctx, row.columns()...); err != nil {
			return err
		}
	}
	return nil
}

// Discard deletes the records with the given outcomes and returns their number. A Runner then executes their runs
// again, and forgets the unclean ends of all runs. After an error nothing is deleted. Discarding a successful outcome is an error.
func (s *Store) Discard(ctx context.Context, outcomes ...Outcome) (total int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, uncleanTable+"; DELETE FROM unclean"); err != nil {
			return err
		}
		for _, o := range outcomes {
			if o.Success() {
				return fmt.Errorf("records with the outcome %s cannot be discarded", o)
			}
			for _, name := range o.names() {
				result, err := tx.ExecContext(ctx, "DELETE FROM records WHERE outcome = ?", name)
				if err != nil {
					return err
				}
				n, err := result.RowsAffected()
				if err != nil {
					return err
				}
				total += int(n)
			}
		}
		return nil
	})
	if err != nil {
		total = 0
	}
	return total, err
}

// finite returns the values that are neither NaN nor infinite.
func finite(values map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for k, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[k] = v
		}
	}
	return out
}

// Records iterates over the records in commit order. It stops after an error.
func (s *Store) Records(ctx context.Context) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		known := map[instanceID]Record{} // the fields that depend on the instance
		err := s.query(ctx, "SELECT set_name, idx, name, height, width, givens, tags FROM instances",
			func(row *sql.Rows) error {
				var r Record
				var width int
				if err := row.Scan(&r.Set, &r.Index, &r.Instance, &r.Order, &width, &r.Clues,
					jsonColumn{&r.Tags}); err != nil {
					return err
				}
				if r.Order != width {
					r.Order = 0
				}
				known[instanceID{r.Set, r.Index}] = r
				return nil
			})
		stop := errors.New("stop")
		if err == nil {
			err = s.query(ctx, "SELECT * FROM records ORDER BY rowid", func(row *sql.Rows) error {
				var stored storedRecord
				r, x := &stored.Record, &stored.extra
				if err := row.Scan(stored.columns()...); err != nil {
					return fmt.Errorf("record %s: %w", r.Key, err)
				}
				in := known[instanceID{r.Set, r.Index}]
				r.Instance, r.Order, r.Clues, r.Tags = in.Instance, in.Order, in.Clues, in.Tags
				setCounters(&r.Stats.Size, x.Size)
				setCounters(&r.Stats.Effort, x.Effort)
				r.Stats.Cost, r.Cube, r.Count, r.Solution, r.Other = x.Cost, x.Cube, x.Count, x.Solution, x.Other
				r.AnsweredBy, r.Stats.Removed = x.By, x.Removed
				r.Stats.Settled = x.By == model.ByPreprocessor
				r.Started = time.Unix(0, stored.started)
				if s.version < explicitVersion {
					r.makeExplicit(true)
				}
				if !yield(*r, nil) {
					return stop
				}
				return nil
			})
		}
		if err != nil && !errors.Is(err, stop) {
			yield(Record{}, err)
		}
	}
}

// WallTimes returns the wall time of every record, by key.
func (s *Store) WallTimes(ctx context.Context) (map[string]time.Duration, error) {
	if s.version < explicitVersion {
		all := map[string]time.Duration{}
		for r, err := range s.Records(ctx) {
			if err != nil {
				return nil, err
			}
			all[r.Key] = r.Wall
		}
		return all, nil
	}
	return queryMap[string, time.Duration](ctx, s, "SELECT key, wall FROM records")
}

// Outcomes returns the number of records of each outcome.
func (s *Store) Outcomes(ctx context.Context) (map[Outcome]int, error) {
	all := map[Outcome]int{}
	return all, s.query(ctx, "SELECT outcome, count(*) FROM records GROUP BY outcome", func(row *sql.Rows) error {
		var outcome Outcome
		var n int
		err := row.Scan(&outcome, &n)
		all[outcome] += n // records of earlier versions may have another name for it
		return err
	})
}

// queryMap returns the result of a query with two columns as a map from the first to the second.
func queryMap[K comparable, V any](ctx context.Context, s *Store, query string) (map[K]V, error) {
	all := map[K]V{}
	return all, s.query(ctx, query, func(row *sql.Rows) error {
		var key K
		var value V
		err := row.Scan(&key, &value)
		all[key] = value
		return err
	})
}

// columns returns pointers to the values of the columns.
func (e *Environment) columns() []any {
	return []any{&e.ID, &e.Version, &e.Commit, &e.Go, &e.OS, &e.Arch, &e.CPU, &e.Cores, jsonColumn{&e.Solvers}}
}

// Environments returns the environments of the records, ordered by ID.
func (s *Store) Environments(ctx context.Context) ([]Environment, error) {
	var all []Environment
	err := s.query(ctx, "SELECT * FROM environments ORDER BY id", func(row *sql.Rows) error {
		var e Environment
		err := row.Scan(e.columns()...)
		all = append(all, e)
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// AddEnvironment returns the ID of an environment. It adds the environment unless an equal one exists.
func (s *Store) AddEnvironment(ctx context.Context, e Environment) (id int64, err error) {
	all, err := s.Environments(ctx)
	if err != nil {
		return 0, err
	}
	for _, f := range all {
		if e.ID = f.ID; f.equal(e) {
			return f.ID, nil
		}
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		columns := e.columns()
		insert, err := inserter(ctx, tx, "INSERT", "environments", len(columns))
		if err != nil {
			return err
		}
		defer insert.Close()
		columns[0] = nil // SQLite assigns the ID
		result, err := insert.ExecContext(ctx, columns...)
		if err != nil {
			return err
		}
		id, err = result.LastInsertId()
		return err
	})
	return id, err
}
