package reseda

import "fmt"

// A shot is a row of Table 1 or 2: a puzzle, tried with one shot.
type shot struct {
	sampling string // a word of metaheur.Sampling
	alpha    float64
	success  float64 // of 100 runs
	rounds   float64 // mean of the successful ones
	known    string  // why a miss of the rate is to be expected
}

const (
	preMiss   = "Known: with pre-computation alone the rounds agree and the rates do not; a greater β raises them (see the readings)"
	zonesMiss = "Known, unexplained: partial restarts help more on the hard puzzle than published"
	bothMiss  = "Known, unexplained: no single reading of the text gives this rate and those that match"
)

var publishedTable1 = []shot{
	{"permutations", 0.99, 0.98, 574, ""},
	{"permutations", 0.9, 0.82, 67, ""},
	{"permutations", 0.7, 0.42, 25, ""},
	{"permutations", 0.5, 0.11, 17, ""},
	{"pre-computation", 0.99, 1, 522, ""},
	{"pre-computation", 0.9, 0.96, 60, preMiss},
	{"pre-computation", 0.7, 0.71, 22, preMiss},
	{"pre-computation", 0.5, 0.35, 14, preMiss},
	{"both", 0.99, 1, 188, ""},
	{"both", 0.9, 1, 25, ""},
	{"both", 0.7, 1, 9, ""},
	{"both", 0.5, 1, 6, bothMiss},
}

var publishedTable2 = []shot{
	{"both", 0.99, 0.99, 277, ""},
	{"both", 0.9, 0.81, 37, ""},
	{"both", 0.7, 0.61, 14, ""},
	{"both", 0.5, 0.43, 8, ""},
	{"both", 0.3, 0.26, 7, ""},
	{"both", 0.1, 0.12, 7, ""},
}

// A restarts is a row of Table 3 or 5, or a cell of Table 4: 1000 runs with partial restarts.
type restarts struct {
	zones   int     // 0: no partial restarts
	success float64 // of 1000 runs
	seconds float64 // mean
	ets     float64 // 0: not published
	known   string
}

var publishedTable3 = []restarts{
	{0, 0.089, 0.198, 2.225, "Known: of the same setting the text says \"3 times out of an hundred\""},
	{3, 0.474, 0.614, 1.295, zonesMiss},
	{9, 0.619, 1.113, 1.798, zonesMiss},
	{27, 0.906, 1.694, 1.869, zonesMiss},
}

// A class is a row of Table 4.
type class struct {
	name  string // of the set: kennett-NAME
	title string
	cells []restarts
}

var publishedTable4 = []class{
	{"very-easy", "very easy", []restarts{{27, 1, 0.046, 0, ""}, {9, 1, 0.049, 0, ""}, {3, 1, 0.047, 0, ""}}},
	{"easy", "easy", []restarts{{27, 1, 0.113, 0, ""}, {9, 0.994, 0.129, 0, ""}, {3, 0.982, 0.104, 0, ""}}},
	{"medium", "medium", []restarts{{27, 0.959, 1.015, 0, ""}, {9, 0.884, 0.718, 0, ""}, {3, 0.659, 0.502, 0, ""}}},
	{"hard", "hard", []restarts{{27, 0.811, 2.394, 0, ""}, {9, 0.563, 1.451, 0, ""}, {3, 0.365, 0.726, 0, ""}}},
	{"fiendish", "fiendish", []restarts{{27, 0.605, 3.458, 0, ""}, {9, 0.336, 1.831, 0, ""}, {3, 0.221, 0.824, 0, ""}}},
}

// AI Escargot. The published ETS of 27 zones is 778 s, but 7.045·1000/9 is 782.8.
var publishedTable5 = []restarts{
	{3, 0, 1.251, 0, ""},
	{9, 0.001, 2.857, 0, ""},
	{27, 0.009, 7.045, 7.045 * 1000 / 9, ""},
}

// With the right first block. The expected time over all 24 permutations is 24·1.517/0.580.
const (
	blockSuccess = 0.580
	blockSeconds = 1.517
	blockCount   = 24
)

// Ratios of the mean times with 27 zones and with 3.
const (
	ratioFiendish = 4.20
	ratioHard     = 2.76
)

// methodName is the method of a single attempt, as spec.toml writes it; more are settings behind those of the arguments.
func methodName(alpha float64, zones int, sampling, more string) string {
	name := "reseda"
	if alpha != 0.7 {
		name += fmt.Sprintf(":alpha=%v", alpha)
	}
	name += ":attempts=1"
	if zones != 27 {
		name += fmt.Sprintf(":zones=%d", zones)
	}
	if sampling != "both" {
		name += ":sampling=" + sampling
	}
	return name + more
}
