package report

// A Verdict says whether a number reproduces a published one.
type Verdict string

const (
	None          Verdict = ""
	Matched       Verdict = "matched"
	Missed        Verdict = "missed"
	NotComparable Verdict = "not comparable" // depends on the machine: printed beside ours, never required to match
	NotRun        Verdict = "not run"        // at this scale, or because something is missing
)

// A Published number, and the rule by which ours is held to it.
type Published struct {
	Value float64
	Rule  Rule
	Known string // why a miss was to be expected, if it was: shown with the verdict, which stays Missed
}

// A Rule decides whether a measured number reproduces a published one.
type Rule interface {
	judge(published float64, o Ours) Verdict
}

// Ours is a measured number, with what rules and readers need to know about it.
type Ours struct {
	Value  float64
	Lo, Hi float64 // interval of 95 %; both 0: none
	Runs   int     // behind a rate
}

// Rules. The tolerance of Rate is max(0.05, 2·sqrt(p̄(1-p̄)(1/m₀+1/m))), p̄ being the pooled rate.
type (
	Rate    struct{ Runs int }          // a success rate of so many runs
	Ratio   struct{ Lo, Hi float64 }    // ours divided by the published number lies between Lo and Hi; means of iterations: 0.67 and 1.5
	Within  struct{ Tolerance float64 } // absolute difference
	Between struct{ Lo, Hi float64 }    // ours lies between Lo and Hi, whatever the published number
	Machine struct{}                    // depends on the machine
)
