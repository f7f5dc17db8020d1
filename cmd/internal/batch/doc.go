// Package batch processes a stream of items in several goroutines and writes their output in the order of the items.
//
// It is designed for lists of puzzles whose answers take a microsecond or an hour, often mixed:
//
//   - Idle workers get items at once. The number of items per chunk grows only while chunks are fast, so the overhead
//     per item becomes negligible.
//   - The output of an item is written as soon as the output of all earlier items is written, even from within a chunk.
//     The writer flushes when no further output is ready: a reader at the other end of a pipe never waits, and a fast
//     batch needs few system calls. A worker may delay the output of a fast item until the next one
//     ([Out.WriteBuffered]).
//   - The number of items and the amount of output in memory are bounded, whatever the length of the stream: workers
//     that are ahead wait.
//   - In the steady state, items and chunks cause no allocations.
//
// The package does not depend on puzzles.
//
//	err := batch.Run(ctx, batch.Options{}, batch.OneByOne(next), func() batch.Worker[string] {
//		return func(ctx context.Context, lines []string, out *batch.Out) {
//			fmt.Fprintln(out, strings.ToUpper(lines[0]))
//		}
//	}, os.Stdout, os.Stderr)
package batch
