package campaign

import "context"

func (r *Runner) isolated(ctx context.Context, run *Run) Record {
	record := newRecord(run)
	record.Outcome = Failed
	return record
}
