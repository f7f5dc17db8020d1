package thein

import "nonet/cmd/nonet/internal/bench/report"

// levels are the levels of the thesis, easiest first. Their puzzles are the sets "thein-easy" and so on.
var levels = []string{"easy", "medium", "hard", "evil"}

// statistics are the rows of each of its tables.
var statistics = []string{"mean", "median", "standard deviation", "minimum", "maximum"}

// A column has the five statistics of a column, in seconds.
type column [5]float64

// The tables of the thesis, by level.
var (
	// publishedCP is Table 4.1: constraint programming.
	publishedCP = map[string]column{
		"easy":   {0.05212, 0.05200, 0.01034, 0.03481, 0.06815},
		"medium": {0.14628, 0.12798, 0.08693, 0.04164, 0.30634},
		"hard":   {0.34467, 0.23807, 0.25957, 0.08287, 0.86603},
		"evil":   {0.92403, 0.79115, 0.76987, 0.19204, 2.22008},
	}
	// publishedIP is Table 4.2: integer programming. The other columns are illegible.
	publishedIP = map[string]column{
		"evil": {0.18211, 0.18270, 0.00254, 0.17598, 0.18507},
	}
	// publishedHeuristic is Tables 4.3 to 4.6: the heuristic, then constraint programming.
	publishedHeuristic = map[string]column{
		"easy":   {0.01749, 0.01753, 0.00148, 0.01427, 0.02047},
		"medium": {0.02856, 0.03043, 0.00505, 0.02059, 0.03377},
		"hard":   {0.05089, 0.04260, 0.02113, 0.03629, 0.10538},
		"evil":   {0.27150, 0.14235, 0.25068, 0.05163, 0.81147},
	}
	// publishedGain is the columns "% less time" and "% faster" of the same tables, of the means and of the medians.
	publishedGain = map[string][2]struct{ less, faster float64 }{
		"easy":   {{66.4510, 198.0713}, {66.2916, 196.6623}},
		"medium": {{80.4769, 412.2142}, {76.2244, 320.5994}},
		"hard":   {{85.2354, 577.2969}, {82.1067, 458.8685}},
		"evil":   {{70.6181, 240.3461}, {82.0076, 455.7896}},
	}
	// finished is which share of the puzzles of a level the heuristic finishes alone: all, all, most, none or few. Most is more than half;
	// few is taken to be three of ten at most.
	finished = map[string]struct {
		words string
		value float64
		rule  report.Between
	}{
		"easy":   {"all", 1, report.Between{Lo: 1, Hi: 1}},
		"medium": {"all", 1, report.Between{Lo: 1, Hi: 1}},
		"hard":   {"most", 0.75, report.Between{Lo: 0.501, Hi: 1}},
		"evil":   {"none or few", 0, report.Between{Lo: 0, Hi: 0.3}},
	}
)

// ratioRule is the rule for ratios of times and of efforts: that for mean numbers of iterations.
var ratioRule = report.Ratio{Lo: 0.67, Hi: 1.5}

// Why some numbers cannot agree.
const (
	whyCP = "Constraint programming was interpreted Python and is compiled here, the simplex method was compiled in both: " +
		"every ratio between them shrinks with the interpreter"
	whyHeuristic = "The heuristic was interpreted Python like the search, and its few passes cost more beside a compiled search " +
		"than they did beside that one"
	whyTail     = "The puzzles are not his, and few: a search that takes far longer than the others moves the mean of its level"
	whyPresolve = "The program glpsol reduces the program before it solves the relaxation, so that what is left depends on the puzzle, and " +
		"differences of a few milliseconds count; ours branches where the relaxation is fractional"
	whyNoise = "A process of milliseconds on a shared machine varies by more than this; his solver ran within the program"
)
