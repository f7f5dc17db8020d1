package papers

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/internal/slice"
)

// Options of a run of an experiment.
type Options struct {
	Scale    campaign.Scale
	Only     []string // names of grids to run; empty means all
	Out      string   // folder for the report and the records; runs with a record there are not repeated
	Progress func(campaign.Progress)
	Command  string         // of the user, for the report
	Queue    campaign.Queue // executes the runs; nil means this process
}

// Names of files in the folder of an experiment.
const (
	database = "records.sqlite"
	exported = "records.csv.gz"
)

// Campaign returns the campaign of the experiment.
func (e Experiment) Campaign() (*campaign.Spec, error) { return campaign.Parse(e.Name+".toml", e.Spec) }

// Parts returns the names of the grids of the experiment.
func (e Experiment) Parts() []string {
	spec, err := e.Campaign()
	if err != nil {
		return nil
	}
	return gridNames(spec)
}

func gridNames(spec *campaign.Spec) []string {
	return Each(spec.Grids, func(g campaign.Grid) string { return g.Name })
}

// Plan returns the runs of the experiment at a scale.
func (e Experiment) Plan(ctx context.Context, scale campaign.Scale) (*campaign.Plan, error) {
	spec, err := e.Campaign()
	if err != nil {
		return nil, err
	}
	return spec.Expand(ctx, scale)
}

// Run executes the runs that have no record yet, and writes the report and the records into o.Out. If ctx is cancelled,
// it reports on the records so far, and returns that report together with the error of ctx.
func (e Experiment) Run(ctx context.Context, o Options) (*report.Document, error) {
	plan, err := e.Plan(ctx, o.Scale)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return nil, err
	}
	store, plan, err := open(ctx, filepath.Join(o.Out, database), plan)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	chosen, err := Only(plan, o.Only)
	if err != nil {
		return nil, err
	}
	runner := campaign.Runner{Queue: o.Queue, Progress: o.Progress, Command: o.Command}
	if runner.Queue == nil {
		runner.Queue = campaign.Local{Executor: campaign.Executor{Tasks: e.Tasks}}
	}
	runErr := runner.Run(ctx, chosen, store)
	if runErr != nil && ctx.Err() == nil {
		return nil, runErr
	}
	// After cancellation, still write a report of the records so far.
	doc, err := e.write(context.WithoutCancel(ctx), store, o.Out)
	return doc, errors.Join(err, runErr)
}

// open opens the store of a plan, or creates it. It returns the plan of the store, with the puzzles of the first run.
// The given plan may have other puzzles, since lists of puzzles may have been added or removed.
func open(ctx context.Context, path string, plan *campaign.Plan) (*campaign.Store, *campaign.Plan, error) {
	store, err := campaign.Create(ctx, path, plan)
	if !errors.Is(err, campaign.ErrExists) {
		return store, plan, err
	}
	if store, err = campaign.Open(ctx, path); err != nil {
		return nil, nil, err
	}
	err = store.Match(plan.Spec)
	if err == nil && store.Scale != plan.Scale {
		err = fmt.Errorf("experiment: %s has the records of scale %s: expected --scale %s, or another folder", path,
			store.Scale, store.Scale)
	}
	if err == nil {
		plan, err = store.Plan(ctx)
	}
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return store, plan, nil
}

// Only returns the part of a plan with the runs of some grids. Without names it returns the whole plan.
func Only(plan *campaign.Plan, grids []string) (*campaign.Plan, error) {
	if len(grids) == 0 {
		return plan, nil
	}
	known := gridNames(plan.Spec)
	for _, name := range grids {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("experiment: %s has no grid %q: expected %s", plan.Spec.Name, name,
				strings.Join(known, ", "))
		}
	}
	part := *plan
	part.Stages = nil
	inGrids := func(runs []*campaign.Run) []*campaign.Run {
		return slice.Filter(runs, func(r *campaign.Run) bool { return slices.Contains(grids, r.Grid) })
	}
	for _, s := range plan.Stages {
		s.Runs, s.Warmup = inGrids(s.Runs), inGrids(s.Warmup)
		if len(s.Runs) > 0 {
			part.Stages = append(part.Stages, s)
		}
	}
	return &part, nil
}

// Read reads the records of an earlier run from a folder: records.sqlite, or else one of the CSV files. A CSV file does
// not state the scale of the run, so the caller does.
func (e Experiment) Read(ctx context.Context, dir string, scale campaign.Scale) (*Data, error) {
	store, err := campaign.Read(ctx, filepath.Join(dir, database))
	if err == nil {
		defer store.Close()
		if store.Spec.Name != e.Name {
			return nil, fmt.Errorf("experiment: %s has the records of %s, not of %s", store.Path(), store.Spec.Label(),
				e.Name)
		}
		return ReadStore(ctx, store)
	}
	packed, text, openErr := openExported(dir)
	if openErr != nil {
		if errors.Is(openErr, fs.ErrNotExist) {
			return nil, err
		}
		return nil, fmt.Errorf("experiment: %s: %w", dir, openErr)
	}
	defer packed.Close()
	d := &Data{Scale: scale}
	if d.Provenance, err = readProvenance(dir); err != nil {
		return nil, err
	}
	if d.Spec, err = e.Campaign(); err != nil {
		return nil, err
	}
	if d.Records, d.Environments, err = campaign.ReadCSV(text); err != nil {
		return nil, fmt.Errorf("experiment: %s: %w", packed.Name(), err)
	}
	parts := e.Parts()
	for i := range d.Records {
		if grid := d.Records[i].Grid; !slices.Contains(parts, grid) {
			return nil, fmt.Errorf("experiment: %s is not of %s: it has records of a part %q", packed.Name(), e.Name,
				grid)
		}
	}
	return d, nil
}

// openExported opens the records of a folder without a database, and returns their CSV. The caller closes the file.
func openExported(dir string) (*os.File, io.Reader, error) {
	decode := func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }
	f, err := os.Open(filepath.Join(dir, exported))
	if errors.Is(err, fs.ErrNotExist) {
		f, err = os.Open(filepath.Join(dir, kept))
		decode = unpack
	}
	if err != nil {
		return nil, nil, err
	}
	text, err := decode(f)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, text, nil
}

// ReadStore reads all records of a database. It makes the plan, which is as large as the records, only if it must.
func ReadStore(ctx context.Context, store *campaign.Store) (*Data, error) {
	d := &Data{Spec: store.Spec, Scale: store.Scale}
	var err error
	if _, d.Planned, err = store.Planned(ctx); err == nil {
		d.Provenance, err = provenanceOf(ctx, store)
	}
	if err != nil {
		return nil, err
	}
	for r, err := range store.Records(ctx) {
		if err != nil {
			return nil, err
		}
		if d.Planned > 0 {
			r.Key = "" // which the plan alone needs
		}
		d.Records = append(d.Records, &r)
	}
	d.Provenance.date(d.Records)
	if d.Planned == 0 {
		plan, err := store.Plan(ctx)
		if err != nil {
			return nil, err
		}
		d.Planned = plan.Runs()
		if d.Wholes, err = plan.Combine(ctx, campaign.Sequence(d.Records)); err != nil {
			return nil, err
		}
	}
	d.Environments, err = store.Environments(ctx)
	return d, err
}

// write writes the report on a store, and its records, into a folder.
func (e Experiment) write(ctx context.Context, store *campaign.Store, dir string) (*report.Document, error) {
	d, err := ReadStore(ctx, store)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(writeRecords(filepath.Join(dir, exported), d), d.Provenance.Write(dir)); err != nil {
		return nil, err
	}
	doc, err := e.Describe(d)
	if err != nil {
		return nil, err
	}
	return doc, doc.WriteFolder(dir)
}

// Describe returns the report. It begins with a warning if runs are missing.
func (e Experiment) Describe(d *Data) (*report.Document, error) {
	write := General
	if e.Report != nil {
		write = e.document
	}
	doc, err := write(d)
	if err == nil && len(d.Records) < d.Planned {
		warning := fmt.Sprintf("Not complete: %d of %d runs are recorded. The experiment was stopped, "+
			"or only parts of it were asked for.", len(d.Records), d.Planned)
		doc.Lead = append([]string{warning}, doc.Lead...)
	}
	return doc, err
}

// writeRecords writes records as compressed CSV. The file appears under its name when it is complete.
func writeRecords(path string, d *Data) error {
	return report.WriteFile(path, func(w io.Writer) error {
		z := gzip.NewWriter(w)
		return errors.Join(campaign.ExportCSV(z, campaign.Sequence(d.Records), d.Environments), z.Close())
	})
}

// kept is the name of the file of records from which the reports in the repository are made. It holds the CSV of the
// records, transposed: each line is a column, since a column compresses better than a row. The records of the six
// reports take 6 MB instead of 18.
//
// Columns that a report does not need are left out. These are the times at which runs began, the seeds, and columns
// without any value. The seeds follow from the keys of the runs. Runs are sorted by grid, set, method, instance and
// replicate.
const kept = "records.columns.csv.gz"

// unpack returns the CSV of the records in such a file, row by row.
func unpack(r io.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	columns, err := csv.NewReader(z).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no columns: %w", io.ErrUnexpectedEOF)
	}
	var text bytes.Buffer
	return &text, csv.NewWriter(&text).WriteAll(transpose(columns))
}

// transpose swaps rows and columns of a table whose rows have the same length.
func transpose(rows [][]string) [][]string {
	return slice.Make(len(rows[0]), func(i int) []string {
		return slice.Map(rows, func(row []string) string { return row[i] })
	})
}
