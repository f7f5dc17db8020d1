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
)

// query calls each for the rows of a query.
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

// write calls do with a transaction, which is on the disk when write returns nil. After an error nothing has changed.
func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	if s.lock == nil {
		return s.explain("cannot be written", errors.New("it is open for reading only"))
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err == nil {
		defer tx.Rollback() // without effect after the commit
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

// inserter prepares a statement that adds rows of so many columns to a table; verb is INSERT, or INSERT OR IGNORE.
func inserter(ctx context.Context, tx *sql.Tx, verb, table string, columns int) (*sql.Stmt, error) {
	return tx.PrepareContext(ctx, verb+" INTO "+table+" VALUES (?"+strings.Repeat(", ?", columns-1)+")")
}

// inJSON is a column with the JSON form of what the pointer refers to.
type inJSON struct{ to any }

func (j inJSON) Value() (driver.Value, error) {
	text, err := json.Marshal(j.to)
	return string(text), err
}

func (j inJSON) Scan(column any) error {
	text, _ := column.(string)
	return json.Unmarshal([]byte(text), j.to)
}

// signed is a column with a number that SQLite has as a signed one.
type signed struct{ to *uint64 }

func (n signed) Value() (driver.Value, error) { return int64(*n.to), nil }

func (n signed) Scan(value any) error {
	number, ok := value.(int64)
	*n.to = uint64(number)
	if !ok {
		return fmt.Errorf("%v is no number", value)
	}
	return nil
}

// A storedRecord is a row of the table of records.
type storedRecord struct {
	Record
	extra
	started int64
}

// extra are model.Stats but for the times, which have columns of their own; and what few runs have.
type extra struct {
	Size     map[string]int64 `json:"size,omitempty"`
	Effort   map[string]int64 `json:"effort,omitempty"`
	Cost     int              `json:"cost,omitempty"`
	Cube     string           `json:"cube,omitempty"`
	Count    string           `json:"count,omitempty"`
	Solution string           `json:"solution,omitempty"`
	Other    string           `json:"other,omitempty"`
}

// columns returns where the values of the columns are.
func (r *storedRecord) columns() []any {
	return []any{
		&r.Key, &r.Grid, &r.Set, &r.Index, &r.Method, &r.Task, &r.Replicate, signed{&r.Seed}, &r.Outcome, &r.Detail,
		&r.Wall, &r.CPU, &r.Stats.Preprocess, &r.Stats.Encode, &r.Stats.Solve, inJSON{&r.extra}, inJSON{&r.Values},
		&r.Environment, &r.started,
	}
}

// Add commits records. They are on the disk when it returns nil, all of them; after an error none is. A record whose key is
// there already changes nothing.
func (s *Store) Add(ctx context.Context, records ...Record) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		insert, err := inserter(ctx, tx, "INSERT OR IGNORE", "records", len(new(storedRecord).columns()))
		if err != nil {
			return err
		}
		defer insert.Close()
		for _, r := range records {
			row := storedRecord{Record: r.Portable(), started: r.Started.UnixNano()}
			row.extra = extra{compact(r.Stats.Size), compact(r.Stats.Effort), r.Stats.Cost, r.Cube, r.Count, r.Solution, r.Other}
			if _, err := insert.ExecContext(ctx, row.columns()...); err != nil {
				return err
			}
		}
		return nil
	})
}

// TakeBack removes the records with these outcomes, and returns how many there were: their runs have no record again, and a
// Runner executes them. After an error all are still there. To take back the record of a Success is an error.
func (s *Store) TakeBack(ctx context.Context, outcomes ...Outcome) (total int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		for _, o := range outcomes {
			if o.Success() {
				return fmt.Errorf("records with the outcome %s are not taken back", o)
			}
			for _, word := range o.words() {
				result, err := tx.ExecContext(ctx, "DELETE FROM records WHERE outcome = ?", word)
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

// finite returns the values that are numbers.
func finite(values map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for k, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[k] = v
		}
	}
	return out
}

// Records iterates over the records, in the order in which they were committed. After an error it ends.
func (s *Store) Records(ctx context.Context) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		known := map[instanceID]Record{} // what records have of their instance
		err := s.query(ctx, "SELECT set_name, idx, name, height, width, givens, tags FROM instances", func(row *sql.Rows) error {
			var r Record
			var width int
			if err := row.Scan(&r.Set, &r.Index, &r.Instance, &r.Order, &width, &r.Clues, inJSON{&r.Tags}); err != nil {
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
				of := known[instanceID{r.Set, r.Index}]
				r.Instance, r.Order, r.Clues, r.Tags = of.Instance, of.Order, of.Clues, of.Tags
				expand(&r.Stats.Size, x.Size)
				expand(&r.Stats.Effort, x.Effort)
				r.Stats.Cost, r.Cube, r.Count, r.Solution, r.Other = x.Cost, x.Cube, x.Count, x.Solution, x.Other
				r.Started = time.Unix(0, stored.started)
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

// Done returns for each record its key and how long it took.
func (s *Store) Done(ctx context.Context) (map[string]time.Duration, error) {
	return pairs[string, time.Duration](ctx, s, "SELECT key, wall FROM records")
}

// Outcomes returns the number of records of each outcome.
func (s *Store) Outcomes(ctx context.Context) (map[Outcome]int, error) {
	all := map[Outcome]int{}
	return all, s.query(ctx, "SELECT outcome, count(*) FROM records GROUP BY outcome", func(row *sql.Rows) error {
		var outcome Outcome
		var n int
		err := row.Scan(&outcome, &n)
		all[outcome] += n // records of earlier versions may have another word for it
		return err
	})
}

// pairs returns the answer to a query of two columns, of which the first is a key.
func pairs[K comparable, V any](ctx context.Context, s *Store, query string) (map[K]V, error) {
	all := map[K]V{}
	return all, s.query(ctx, query, func(row *sql.Rows) error {
		var key K
		var value V
		err := row.Scan(&key, &value)
		all[key] = value
		return err
	})
}

// columns returns where the values of the columns are.
func (e *Environment) columns() []any {
	return []any{&e.ID, &e.Version, &e.Commit, &e.Go, &e.OS, &e.Arch, &e.CPU, &e.Cores, inJSON{&e.Solvers}}
}

// Environments returns where the records come from.
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

// AddEnvironment returns the number of an environment. One that is there already keeps its number.
func (s *Store) AddEnvironment(ctx context.Context, e Environment) (id int64, err error) {
	all, err := s.Environments(ctx)
	if err != nil {
		return 0, err
	}
	for _, f := range all {
		if e.ID = f.ID; f.same(e) {
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
		columns[0] = nil // SQLite numbers the rows
		result, err := insert.ExecContext(ctx, columns...)
		if err != nil {
			return err
		}
		id, err = result.LastInsertId()
		return err
	})
	return id, err
}
