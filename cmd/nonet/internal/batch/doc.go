// Package batch works on a stream of items with several goroutines and writes what they print in the order of the items.
//
// It is made for lists of puzzles whose answers take a microsecond or an hour, often mixed. [Run] therefore
//
//   - hands items to idle workers at once, and in larger chunks only when they prove quick, so that the cost per item vanishes;
//   - writes the output of an item as soon as those before it are written, also from within a chunk, and flushes when nothing
//     more is ready, so that a reader on the other side of a pipe waits for no one and a fast batch needs few system calls; a worker that
//     knows that an item takes microseconds may have its output wait for the next ([Out.Later]);
//   - holds a bounded number of items and a bounded amount of output, whatever the length of the stream: whoever is ahead waits;
//   - allocates nothing for an item or a chunk once it is going.
//
// The package knows nothing of puzzles.
//
//	err := batch.Run(ctx, batch.Options{}, batch.OneByOne(next), func() batch.Worker[string] {
//		return func(ctx context.Context, line *string, out *batch.Out) {
//			fmt.Fprintln(out, strings.ToUpper(*line))
//		}
//	}, os.Stdout, os.Stderr)
package batch
