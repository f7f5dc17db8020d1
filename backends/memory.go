package backends

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"sync"

	"nonet/encode"
)

// A Sizer is an engine over clauses that knows how much memory it takes.
type Sizer interface {
	// BytesPerLiteral returns the memory that the engine takes for each literal of a formula, the formula itself
	// included, measured on large empty grids.
	BytesPerLiteral() int64
}

// bytesPerLiteral is assumed of engines that are no Sizer.
const bytesPerLiteral = 24

// FormulaOnly is the Sizer of a formula that is written to a file. Clauses are streamed, so the limit is on the file.
type FormulaOnly struct{}

// BytesPerLiteral implements Sizer.
func (FormulaOnly) BytesPerLiteral() int64 { return 6 }

type memoryKey struct{}

// WithMemory returns a context under which Bind builds no formula that takes more than the given memory, in bytes,
// together with its engine. 0 means no limit. Without it, the limit is DefaultMemory.
func WithMemory(ctx context.Context, bytes int64) context.Context {
	return context.WithValue(ctx, memoryKey{}, bytes)
}

// WithBudget returns a context with the limit for the formulas of an engine, for its encoder.
func WithBudget(ctx context.Context, engine any) context.Context {
	l := encode.Limit{Bytes: MemoryLimit(ctx), PerLiteral: bytesPerLiteral}
	if s, ok := engine.(Sizer); ok {
		l.PerLiteral = s.BytesPerLiteral()
	}
	return encode.WithLimit(ctx, l)
}

// MemoryLimit returns the limit of WithMemory, or DefaultMemory. 0 means no limit.
func MemoryLimit(ctx context.Context) int64 {
	if set, ok := ctx.Value(memoryKey{}).(int64); ok {
		return set
	}
	return DefaultMemory()
}

// DefaultMemory returns half of the memory of this machine, or of the control group of this process. If the system does
// not report it, that is 4 GiB.
var DefaultMemory = sync.OnceValue(func() int64 {
	if total := machineMemory(); total > 0 {
		return total / 2
	}
	return 4 << 30
})

// machineMemory returns the memory of the machine or of the control group, as Linux reports it, or 0.
func machineMemory() (total int64) {
	text, _ := os.ReadFile("/proc/meminfo")
	if _, rest, found := bytes.Cut(text, []byte("MemTotal:")); found {
		if fields := bytes.Fields(rest); len(fields) > 0 {
			kb, _ := strconv.ParseInt(string(fields[0]), 10, 64)
			total = kb << 10
		}
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, _ := os.ReadFile(file)
		n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
		if err == nil && n > 0 && (total == 0 || n < total) {
			total = n
		}
	}
	return total
}
