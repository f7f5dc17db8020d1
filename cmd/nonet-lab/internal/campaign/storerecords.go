package campaign

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"nonet/model"
)

// query calls each for every row of a query with arguments.
func (s *Store) query(ctx context.Context, query string, each func(*sql.Rows) error, args ...any) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
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

// jsonColumn is a column with the JSON form of the value that the pointer refers to. Scan of an empty object leaves the
// value unchanged.
type jsonColumn struct{ to any }

func (j jsonColumn) Value() (driver.Value, error) {
	text, err := json.Marshal(j.to)
	return string(text), err
}

func (j jsonColumn) Scan(column any) error {
	text, _ := column.(string)
	if text == "{}" { // as nearly all are
		return nil
	}
	return json.Unmarshal([]byte(text), j.to)
}

// assign sets what dest points to, a column of a record, to the value with the given text.
func assign(dest any, text string) (err error) {
	switch dest := dest.(type) {
	case *time.Duration:
		err = assign((*int64)(dest), text)
	case uintColumn:
		var signed int64
		err = assign(&signed, text)
		*dest.to = uint64(signed)
	case sql.Scanner:
		err = dest.Scan(text)
	default:
		err = field{dest: dest}.set(text)
	}
	return err
}

// uintColumn is a column with an unsigned number, which SQLite stores as a signed one.
type uintColumn struct{ to *uint64 }

func (n uintColumn) Value() (driver.Value, error) { return int64(*n.to), nil }

// A storedRecord is a row of the records table.
type storedRecord struct {
	Record
	extra   extra
	started int64
}

// extra has the fields of model.Stats except the times, which have their own columns; and fields that few runs have.
type extra struct {
	Size    map[string]int64 `json:"size,omitempty"`
	Effort  map[string]int64 `json:"effort,omitempty"`
	Cost    int              `json:"cost,omitempty"`
	By      model.AnsweredBy `json:"answered_by,omitempty"`
	Removed int              `json:"removed,omitempty"`
	Cube    string           `json:"cube,omitempty"`
	Answer
	Digest string `json:"digest,omitempty"` // of the row; added and checked as text, see sealed
}

// A statsReader reads the column stats. Most texts have only the fields counters, which need no reader of JSON.
type statsReader struct {
	counters map[string]*field // by name, at any depth
	all      any               // for json.Unmarshal
}

func newStatsReader(r *storedRecord) statsReader {
	x := &r.extra
	c := statsReader{map[string]*field{}, &struct { // as extra, without maps
		*extra
		Size   *model.Size   `json:"size"`
		Effort *model.Effort `json:"effort"`
	}{x, &r.Stats.Size, &r.Stats.Effort}}
	for _, f := range slices.Concat(counters(&r.Stats.Size), counters(&r.Stats.Effort), []field{
		{name: "cost", dest: &x.Cost}, {name: "removed", dest: &x.Removed}, {name: "answered_by", dest: &x.By}}) {
		c.counters[f.name] = &f
	}
	return c
}

// Scan takes a fifth of the time of json.Unmarshal if all fields are counters. A digest, or the caller, has shown that
// the text is JSON.
func (c statsReader) Scan(column any) error {
	var value *field // that the next word is the value of
	text, _ := column.(string)
	punctuation := func(r rune) bool { return r == '"' || r == ':' || r == ',' || r == '{' || r == '}' }
	for word := range strings.FieldsFuncSeq(text, punctuation) {
		switch {
		case value == nil:
			value = c.counters[word]
			if value == nil && word != "size" && word != "effort" {
				return json.Unmarshal([]byte(text), c.all)
			}
		case value.set(word) != nil:
			return json.Unmarshal([]byte(text), c.all)
		default:
			value = nil
		}
	}
	return nil
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

// The positions of two of the columns, and their number.
const (
	detailColumn = 9
	statsColumn  = 15
	allColumns   = 19
)

// selectRecords returns the columns of each record as one text, the detail last, because it may have any characters.
// SQLite takes several locks for each value that it returns.
const selectRecords = `SELECT concat_ws(char(0), key, grid, set_name, idx, method, task, replicate, seed, outcome, wall,
	cpu, preprocess, encode, solve, stats, "values", environment, started, detail) FROM records ORDER BY rowid`

// scanTexts sets values to the texts of the columns in a row of selectRecords.
func scanTexts(row *sql.Rows, values []string) error {
	rest, found := "", false
	if err := row.Scan(&rest); err != nil {
		return err
	}
	for i := range values {
		if i == detailColumn {
			continue
		}
		if values[i], rest, found = strings.Cut(rest, "\x00"); !found {
			return errors.New("it is damaged: a value is missing")
		}
	}
	values[detailColumn] = rest
	return nil
}

// sealed returns the values of the columns as the database stores them. The JSON text of the column stats ends with a
// digest of all values: SQLite has no checksums, so that a flipped bit in a number would stay unnoticed.
func (r *storedRecord) sealed() (values []any, err error) {
	values = r.columns()
	texts := make([]string, len(values))
	for i, column := range values {
		if values[i], err = driver.DefaultParameterConverter.ConvertValue(column); err != nil {
			return nil, err
		}
		texts[i] = fmt.Sprint(values[i])
	}
	stats := strings.TrimSuffix(texts[statsColumn], "}")
	comma := ","
	if stats == "{" {
		comma = ""
	}
	values[statsColumn] = stats + comma + digestKey + digestOf(texts) + `"}`
	return values, nil
}

// checkDigest returns an error if the digest of a row does not match its values, and removes the digest. It reports
// whether the row has one: records of earlier versions have none.
func checkDigest(values []string) (has bool, err error) {
	stats := values[statsColumn]
	start := len(stats) - len(digestKey) - digestLength - len(`"}`)
	if start < 1 || !strings.HasPrefix(stats[start:], digestKey) {
		return false, nil
	}
	digest := strings.TrimSuffix(stats[start+len(digestKey):], `"}`)
	values[statsColumn] = strings.TrimSuffix(stats[:start], ",") + "}"
	if computed := digestOf(values); computed != digest {
		return true, errDigest
	}
	return true, nil
}

var errDigest = errors.New("it is damaged: its digest does not match its values")

const (
	digestKey    = `"digest":"`
	digestLength = 16
)

// digestOf returns a digest of the values of a row: hexadecimal digits.
func digestOf(values []string) string {
	text := make([]byte, 0, 1<<10)
	for _, v := range values {
		text = append(append(text, v...), 0)
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:digestLength/2])
}

// CheckIntegrity returns an error if the structure of the file is damaged. It reads the whole file. It does not compare
// the indexes with the tables: Records reads the tables alone, and finds damaged values.
func (s *Store) CheckIntegrity(ctx context.Context) error {
	return s.query(ctx, "PRAGMA quick_check(1)", func(row *sql.Rows) error {
		var text string
		if err := row.Scan(&text); err != nil || text == "ok" {
			return err
		}
		return &StoreError{Path: s.path, Msg: "is damaged: " + strings.ReplaceAll(text, "\n", " ")}
	})
}

// Add commits records in one transaction: when it returns nil, all are on disk; after an error, none. A record whose
// key exists is ignored.
func (s *Store) Add(ctx context.Context, records ...Record) error {
	return s.write(ctx, func(tx *sql.Tx) error { return addRecords(ctx, tx, records) })
}

func addRecords(ctx context.Context, tx *sql.Tx, records []Record) error {
	insert, err := inserter(ctx, tx, "INSERT OR IGNORE", "records", allColumns)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, r := range records {
		row := storedRecord{Record: r.Portable(), started: r.Started.UnixNano()}
		row.extra = extra{Size: nonZeroCounters(r.Stats.Size), Effort: nonZeroCounters(r.Stats.Effort),
			Cost: r.Stats.Cost, By: r.AnsweredBy, Removed: r.Stats.Removed, Cube: r.Cube, Answer: r.Answer}
		values, err := row.sealed()
		if err != nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	return nil
}

// Discard deletes the records with the given outcomes and the unclean ends of all runs, and returns the number of
// records. A Runner then executes their runs again. After an error nothing is deleted. Discarding a successful outcome
// is an error.
func (s *Store) Discard(ctx context.Context, outcomes ...Outcome) (total int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, uncleanTable+"; DELETE FROM unclean"); err != nil {
			return err
		}
		for _, o := range outcomes {
			if o.Success() {
				return fmt.Errorf("records with the outcome %s cannot be discarded", o)
			}
			result, err := tx.ExecContext(ctx, "DELETE FROM records WHERE outcome = ?", string(o))
			if err != nil {
				return err
			}
			n, err := result.RowsAffected()
			if err != nil {
				return err
			}
			total += int(n)
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
	maps.Copy(out, values)
	maps.DeleteFunc(out, func(_ string, v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	return out
}

// Records iterates over the records in commit order. It stops after an error.
func (s *Store) Records(ctx context.Context) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		type facts struct { // the fields that depend on the instance
			name         string
			order, clues int
			tags         map[string]string
		}
		known := map[string]map[int]facts{} // by set and index
		err := s.query(ctx, "SELECT set_name, idx, name, iif(height = width, height, 0), givens, tags FROM instances",
			func(row *sql.Rows) error {
				var set string
				var index int
				var f facts
				err := row.Scan(&set, &index, &f.name, &f.order, &f.clues, jsonColumn{&f.tags})
				if known[set] == nil {
					known[set] = map[int]facts{}
				}
				known[set][index] = f
				return err
			})
		stop := errors.New("stop")
		values := make([]string, allColumns)
		var stored storedRecord
		r, x := &stored.Record, &stored.extra
		columns, stats := stored.columns(), newStatsReader(&stored)
		columns[statsColumn] = stats
		texts := map[string]string{} // one copy of each text that many records have
		if err == nil {
			err = s.query(ctx, selectRecords, func(row *sql.Rows) error {
				stored = storedRecord{}
				err := scanTexts(row, values)
				has := false
				if err == nil {
					has, err = checkDigest(values)
				}
				if err == nil && !has { // the name of a field may be damaged
					strict := json.NewDecoder(strings.NewReader(values[statsColumn]))
					strict.DisallowUnknownFields()
					err = strict.Decode(stats.all)
				}
				for i, dest := range columns {
					if err == nil {
						err = assign(dest, values[i])
					}
				}
				r.Key = strings.Clone(r.Key)
				for _, text := range []*string{&r.Grid, &r.Set, &r.Method, &r.Task, &r.Detail, (*string)(&r.Outcome),
					(*string)(&x.By)} {
					shared, seen := texts[*text]
					if !seen {
						shared = strings.Clone(*text)
						texts[shared] = shared
					}
					*text = shared
				}
				if err == nil && !has && x.Digest != "" { // its key is damaged
					err = errDigest
				}
				if err != nil {
					return fmt.Errorf("record %s: %w", values[0], err)
				}
				in := known[r.Set][r.Index]
				r.Instance, r.Order, r.Clues, r.Tags = in.name, in.order, in.clues, in.tags
				r.Stats.Cost, r.Cube, r.Answer = x.Cost, x.Cube, x.Answer
				r.AnsweredBy, r.Stats.Removed = x.By, x.Removed
				r.Stats.Settled = x.By == model.ByPreprocessor
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

// WallTimes returns the wall time of every record, by key.
func (s *Store) WallTimes(ctx context.Context) (map[string]time.Duration, error) {
	return queryMap[string, time.Duration](ctx, s, "SELECT key, wall FROM records")
}

// Outcomes returns the number of records of each outcome.
func (s *Store) Outcomes(ctx context.Context) (map[Outcome]int, error) {
	return queryMap[Outcome, int](ctx, s, "SELECT outcome, count(*) FROM records GROUP BY outcome")
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

// queryList returns the rows of a query. columns returns pointers to the parts of an element that the columns have.
func queryList[T any](ctx context.Context, s *Store, query string, columns func(*T) []any, args ...any) ([]T, error) {
	var all []T
	err := s.query(ctx, query, func(row *sql.Rows) error {
		var x T
		err := row.Scan(columns(&x)...)
		all = append(all, x)
		return err
	}, args...)
	return all, err
}

// columns returns pointers to the values of the columns.
func (e *Environment) columns() []any {
	return []any{&e.ID, &e.Version, &e.Commit, &e.Go, &e.OS, &e.Arch, &e.CPU, &e.Cores, jsonColumn{&e.Solvers}}
}

// Environments returns the environments of the records, ordered by ID.
func (s *Store) Environments(ctx context.Context) ([]Environment, error) {
	return queryList(ctx, s, "SELECT * FROM environments ORDER BY id", (*Environment).columns)
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
