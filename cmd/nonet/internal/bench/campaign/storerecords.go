package campaign

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"nonet/model"
)

// query calls each for the rows of a query.
func (s *Store) query(ctx context.Context, query string, each func(*sql.Rows) error) error {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Add commits records. They are on the disk when it returns nil, all of them; after an error none is. A record whose key is there already
// changes nothing.
func (s *Store) Add(ctx context.Context, records ...Record) error {
	if err := s.add(ctx, records); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return s.explain("cannot be written", err)
	}
	return nil
}

func (s *Store) add(ctx context.Context, records []Record) error {
	if s.lock == nil {
		return errors.New("it is open for reading only")
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after the commit
	insert, err := tx.PrepareContext(ctx, "INSERT OR IGNORE INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for i := range records {
		r := &records[i]
		stats, err := json.Marshal(storedStats{compact(r.Stats.Size), compact(r.Stats.Effort), r.Stats.Cost, r.Cube, r.Count, r.Solution, r.Other})
		if err != nil {
			return err
		}
		values, err := json.Marshal(finite(r.Values))
		if err != nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, r.Key, r.Grid, r.Set, r.Index, r.Method, r.Task, r.Replicate, int64(r.Seed), string(r.Outcome),
			strings.ToValidUTF8(r.Detail, "\uFFFD"), int64(r.Wall), int64(r.CPU), int64(r.Stats.Preprocess), int64(r.Stats.Encode), int64(r.Stats.Solve),
			string(stats), string(values), r.Environment, r.Started.UnixNano()); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// TakeBack removes the records with these outcomes, and returns how many there were: their runs have no record again, and a Runner executes them.
// After an error all are still there. To take back the record of a Success is an error.
func (s *Store) TakeBack(ctx context.Context, outcomes ...Outcome) (int, error) {
	n, err := s.takeBack(ctx, outcomes)
	if err != nil {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		return 0, s.explain("cannot be written", err)
	}
	return n, nil
}

func (s *Store) takeBack(ctx context.Context, outcomes []Outcome) (int, error) {
	if s.lock == nil {
		return 0, errors.New("it is open for reading only")
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback() // without effect after the commit
	total := 0
	for _, o := range outcomes {
		if o.Success() {
			return 0, fmt.Errorf("records with the outcome %s are not taken back", o)
		}
		result, err := tx.ExecContext(ctx, "DELETE FROM records WHERE outcome = ?", string(o))
		if err != nil {
			return 0, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return 0, err
		}
		total += int(n)
	}
	return total, tx.Commit()
}

// storedStats are model.Stats but for the times, which have columns of their own; and what few runs have.
type storedStats struct {
	Size     map[string]int64 `json:"size,omitempty"`
	Effort   map[string]int64 `json:"effort,omitempty"`
	Cost     int              `json:"cost,omitempty"`
	Cube     string           `json:"cube,omitempty"`
	Count    string           `json:"count,omitempty"`
	Solution string           `json:"solution,omitempty"`
	Other    string           `json:"other,omitempty"`
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
		type facts struct {
			name          string
			order, givens int
			tags          map[string]string
		}
		known := map[instanceID]facts{}
		err := s.query(ctx, "SELECT set_name, idx, name, height, width, givens, tags FROM instances", func(row *sql.Rows) error {
			var p instanceID
			var f facts
			var height, width int
			var tags string
			if err := row.Scan(&p.set, &p.index, &f.name, &height, &width, &f.givens, &tags); err != nil {
				return err
			}
			if height == width {
				f.order = height
			}
			known[p] = f
			if err := json.Unmarshal([]byte(tags), &f.tags); err != nil {
				return err
			}
			known[p] = f
			return nil
		})
		stop := errors.New("stop")
		if err == nil {
			err = s.query(ctx, "SELECT * FROM records ORDER BY rowid", func(row *sql.Rows) error {
				var r Record
				var seed, wall, cpu, preprocess, encode, solve, started int64
				var stats, values string
				if err := row.Scan(&r.Key, &r.Grid, &r.Set, &r.Index, &r.Method, &r.Task, &r.Replicate, &seed, &r.Outcome, &r.Detail, &wall, &cpu,
					&preprocess, &encode, &solve, &stats, &values, &r.Environment, &started); err != nil {
					return err
				}
				var parts storedStats
				if err := errors.Join(json.Unmarshal([]byte(stats), &parts), json.Unmarshal([]byte(values), &r.Values)); err != nil {
					return fmt.Errorf("record %s: %w", r.Key, err)
				}
				f := known[instanceID{r.Set, r.Index}]
				r.Instance, r.Order, r.Clues, r.Tags = f.name, f.order, f.givens, f.tags
				r.Seed, r.Wall, r.CPU, r.Started = uint64(seed), time.Duration(wall), time.Duration(cpu), time.Unix(0, started)
				r.Stats = model.Stats{Preprocess: time.Duration(preprocess), Encode: time.Duration(encode), Solve: time.Duration(solve), Cost: parts.Cost}
				expand(&r.Stats.Size, parts.Size)
				expand(&r.Stats.Effort, parts.Effort)
				r.Cube, r.Count, r.Solution, r.Other = parts.Cube, parts.Count, parts.Solution, parts.Other
				if !yield(r, nil) {
					return stop
				}
				return nil
			})
		}
		if err != nil && err != stop {
			yield(Record{}, s.explain("cannot be read", err))
		}
	}
}

// Done returns for each record its key and how long it took.
func (s *Store) Done(ctx context.Context) (map[string]time.Duration, error) {
	done := map[string]time.Duration{}
	err := s.query(ctx, "SELECT key, wall FROM records", func(row *sql.Rows) error {
		var key string
		var wall int64
		err := row.Scan(&key, &wall)
		done[key] = time.Duration(wall)
		return err
	})
	if err != nil {
		return nil, s.explain("cannot be read", err)
	}
	return done, nil
}

// Outcomes returns how many records there are of each outcome.
func (s *Store) Outcomes(ctx context.Context) (map[Outcome]int, error) {
	counts := map[Outcome]int{}
	err := s.query(ctx, "SELECT outcome, count(*) FROM records GROUP BY outcome", func(row *sql.Rows) error {
		var o Outcome
		var n int
		err := row.Scan(&o, &n)
		counts[o] = n
		return err
	})
	if err != nil {
		return nil, s.explain("cannot be read", err)
	}
	return counts, nil
}

// Environments returns where the records come from.
func (s *Store) Environments(ctx context.Context) ([]Environment, error) {
	var all []Environment
	err := s.query(ctx, "SELECT * FROM environments ORDER BY id", func(row *sql.Rows) error {
		var e Environment
		var solvers string
		if err := row.Scan(&e.ID, &e.Version, &e.Commit, &e.Go, &e.OS, &e.Arch, &e.CPU, &e.Cores, &solvers); err != nil {
			return err
		}
		err := json.Unmarshal([]byte(solvers), &e.Solvers)
		all = append(all, e)
		return err
	})
	if err != nil {
		return nil, s.explain("cannot be read", err)
	}
	return all, nil
}

// AddEnvironment returns the number of an environment. One that is there already keeps its number.
func (s *Store) AddEnvironment(ctx context.Context, e Environment) (int64, error) {
	all, err := s.Environments(ctx)
	if err != nil {
		return 0, err
	}
	for _, f := range all {
		if e.ID = f.ID; f.same(e) {
			return f.ID, nil
		}
	}
	solvers, err := json.Marshal(e.Solvers)
	if err != nil {
		return 0, err
	}
	result, err := s.db.ExecContext(ctx, "INSERT INTO environments VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
		e.Version, e.Commit, e.Go, e.OS, e.Arch, e.CPU, e.Cores, string(solvers))
	if err != nil {
		return 0, s.explain("cannot be written", err)
	}
	return result.LastInsertId()
}
