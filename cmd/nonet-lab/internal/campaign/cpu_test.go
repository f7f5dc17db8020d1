//go:build unix

package campaign

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/model/sudoku"
)

// TestProcessorTimeOfChildren checks that the processor time of a run alone includes the programs that it starts, and
// that a run beside others has none.
func TestProcessorTimeOfChildren(t *testing.T) {
	var used time.Duration // by the program
	spin := Task{Name: "spin", Do: func(ctx context.Context, _ *Run, record *Record) {
		cmd := exec.CommandContext(ctx, "sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done")
		record.Outcome = Measured
		if err := cmd.Run(); err != nil {
			record.SetError(ctx, err)
			return
		}
		used = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}}
	for _, alone := range []bool{true, false} {
		p := &sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
		record := runInProcess(t.Context(), spin, &Run{Alone: alone, Instance: instances.Instance{Puzzle: p}})
		switch {
		case record.Outcome != Measured:
			t.Fatalf("outcome %s: %s", record.Outcome, record.Detail)
		case used == 0:
			t.Fatal("the program used no processor time")
		case alone && record.CPU < used:
			t.Errorf("processor time %v, want at least the %v of the program", record.CPU, used)
		case !alone && record.CPU != 0:
			t.Errorf("beside other runs: processor time %v, want none", record.CPU)
		}
	}
}
