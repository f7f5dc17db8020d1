package figure

// A Figure is a chart with a name and words around it.
type Figure struct {
	Name    string // file name without ending: "figure-4-1"
	Title   string
	Caption string // what the figure shows, and what follows from it
	Alt     string // text alternative for screen readers; "" means the caption
	Chart   Chart
}

// A Chart is one of [Lines], [Histogram], [Bars], [Cactus], [Scatter], [Survival], [Boxes], [HeatMap], [Panels].
type Chart interface {
	draw(*board)
	table() table
}

// An Axis of a chart.
type Axis struct {
	Label    string // with the unit: "time (s)"
	Log      bool
	Min, Max float64 // both 0: the range of the data
}

// Lines are curves, with confidence bands where Lo and Hi are given.
type Lines struct {
	X, Y   Axis
	Curves []Curve
}

// A Curve of [Lines]. Y[i], Lo[i] and Hi[i] belong to X[i]; a NaN leaves a gap.
type Curve struct {
	Name      string
	X, Y      []float64
	Lo, Hi    []float64 // may be nil
	Points    bool      // marks at the points
	NoLine    bool      // marks only, for measurements beside a fitted curve
	Reference bool      // published values: dashed and grey
}

// A Histogram of one sample or several.
type Histogram struct {
	X, Y    Axis // X.Log: bins of equal width in the logarithm
	Samples []Sample
	Bins    int // 0: by the rule of Freedman and Diaconis
}

// A Sample is a set of numbers with a name.
type Sample struct {
	Name   string
	Values []float64
}

// Bars in groups: Series[s].Y[g] is the bar of series s in group Groups[g].
type Bars struct {
	Y      Axis
	Groups []string
	Series []BarSeries
}

// A BarSeries is the bars of one colour, with error bars where Lo and Hi are given. A NaN leaves a gap.
type BarSeries struct {
	Name      string
	Y, Lo, Hi []float64
}

// Cactus is a cactus plot: for each sample, how many instances were solved within a time. The values of a sample are
// the times of its solved instances.
type Cactus struct {
	Y         Axis // time or effort, usually Log
	Instances int  // number of instances that each method was run on
	Samples   []Sample
}

// Scatter shows points, with the diagonal where both axes have the same meaning.
type Scatter struct {
	X, Y     Axis
	Diagonal bool
	Groups   []Cloud
}

// A Cloud is a group of points of one colour.
type Cloud struct {
	Name string
	X, Y []float64
}

// Survival shows the proportion of runs not yet solved against time or effort, with censored runs (Kaplan and Meier)
// and Greenwood's confidence bands.
type Survival struct {
	X, Y   Axis // Y.Log: straight lines are exponential tails
	Groups []Lifetimes
	Fit    bool // also draw a fitted exponential for each group
}

// Lifetimes are run times, some of them censored: Censored[i] means that the run was stopped at Times[i].
type Lifetimes struct {
	Name     string
	Times    []float64
	Censored []bool // nil: all runs ended
}

// Boxes are box plots, one for each sample.
type Boxes struct {
	Y       Axis
	Samples []Sample
}

// HeatMap is a grid of numbers: Values[r][c] in row r, counted from the top, and column c. NaN cells are blank.
type HeatMap struct {
	Rows    []string // names, on the left; may be nil
	Columns []string // names, above; may be nil
	Values  [][]float64
	Labels  [][]string // text in the cells; may be nil
	Box     [2]int     // heavier lines every Box[0] rows and Box[1] columns; 0: none
	Scale   Axis       // of the colours
}

// Panels are charts side by side, each with its title.
type Panels struct {
	Titles []string
	Charts []Chart
}
