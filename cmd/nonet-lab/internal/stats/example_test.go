package stats_test

import (
	"fmt"

	"nonet/cmd/nonet-lab/internal/stats"
)

// Two methods on the same eight puzzles, in seconds.
var (
	first  = []float64{0.8, 1.9, 0.4, 7.2, 3.1, 0.9, 2.2, 5.0}
	second = []float64{0.5, 1.1, 0.5, 3.9, 1.6, 0.7, 1.3, 2.1}
)

func ExampleSummarize() {
	s := stats.Summarize(first)
	fmt.Printf("n = %d, mean %.3f, sd %.3f, median %.2f, quartiles %.3f and %.2f\n",
		len(first), s.Mean, s.SD, s.Median, s.Q1, s.Q3)
	// Output: n = 8, mean 2.688, sd 2.352, median 2.05, quartiles 0.875 and 3.58
}

func ExampleWilson() {
	i := stats.Wilson(89, 1000)
	fmt.Printf("8.9 %% (%.1f to %.1f %%)\n", 100*i.Lo, 100*i.Hi)
	// Output: 8.9 % (7.3 to 10.8 %)
}

func ExampleWilcoxon() {
	w := stats.Wilcoxon(first, second)
	s := stats.Sign(first, second)
	fmt.Printf("W+ = %v, p = %.5f, effect %.3f\n", w.WPlus, w.P, w.RankBiserial)
	fmt.Printf("slower on %d of %d, p = %.4f\n", s.Positive, s.Positive+s.Negative, s.P)
	p := stats.Holm([]float64{w.P, s.P})
	fmt.Printf("after Holm: %.5f, %.4f\n", p[0], p[1])
	// Output:
	// W+ = 35, p = 0.01562, effect 0.944
	// slower on 7 of 8, p = 0.0703
	// after Holm: 0.03125, 0.0703
}

func ExampleBootstrapPaired() {
	ratio := func(x, y []float64) float64 { return stats.Mean(x) / stats.Mean(y) }
	i := stats.BootstrapPaired(first, second, ratio, 1)
	fmt.Printf("slower by a factor of %.2f (%.1f to %.1f)\n", ratio(first, second), i.Lo, i.Hi)
	// Output: slower by a factor of 1.84 (1.6 to 2.1)
}

func ExampleKaplanMeier() {
	moves := []float64{120, 350, 350, 800, 1000, 1000}
	stopped := []bool{false, false, false, false, true, true} // at the limit of 1000
	c := stats.KaplanMeier(moves, stopped)
	for i, t := range c.Times {
		fmt.Printf("%4v moves: %.3f still running (%.2f to %.2f)\n", t, c.Survival[i], c.Lo[i], c.Hi[i])
	}
	fmt.Printf("median %v\n", c.Quantile(0.5))
	// Output:
	//  120 moves: 0.833 still running (0.27 to 0.97)
	//  350 moves: 0.500 still running (0.11 to 0.80)
	//  800 moves: 0.333 still running (0.05 to 0.68)
	// median 350
}

func ExampleETS() {
	times := []float64{7, 7, 3, 7, 5}
	solved := []bool{false, false, true, false, true}
	fmt.Println(stats.ETS(times, solved), "s to a success;", "PAR2", stats.PAR(times, solved, 7, 2), "s")
	// Output: 14.5 s to a success; PAR2 10 s
}
