package figure

// A Figure is a chart with a name and words around it.
type Figure struct {
	Name    string // file name without ending: "figure-4-1"
	Title   string
	Caption string // what the figure shows, and what follows from it
	Chart   Chart
}

// A Chart is one of [Lines], [Histogram], [Dots], [Scatter], [HeatMap], [Panels].
type Chart interface {
	draw(*board)
	table() table
}

// An Axis of a chart.
type Axis struct {
	Label    string // with the unit: "time (s)"
	Log      bool
	Min, Max float64  // both 0: the range of the data
	Names    []string // of the values 0, 1, 2 ... in place of numbers; nil for an axis of numbers
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
	Reference bool      // published values: dashed and grey; several are as those of Dots
}

// A Histogram of the values of a sample with a name.
type Histogram struct {
	X, Y   Axis // linear
	Name   string
	Values []float64
	Bins   int
}

// Dots are marks with intervals. Groups are rows from top to bottom; Series[s].X[g] is the mark of series s in the row
// Groups[g]. Marks show their value by position, so the axis may be logarithmic; there the length of a bar means
// nothing.
type Dots struct {
	X      Axis
	Groups []string
	Series []DotSeries
}

// A DotSeries is the marks of one colour and shape, with intervals where Lo and Hi are given. A NaN leaves a gap.
type DotSeries struct {
	Name      string
	X, Lo, Hi []float64
	Reference bool // published values: hollow
}

// Scatter shows points, with the diagonal where both axes have the same meaning.
type Scatter struct {
	X, Y     Axis
	Diagonal bool
	Groups   []Cloud
}

// A Cloud is a group of points of one colour. Y[i] has the interval Lo[i] to Hi[i], and a grey strip shows the range
// From[i] to To[i], in which it is expected; a NaN or a missing item leaves either out.
type Cloud struct {
	Name      string
	X, Y      []float64
	Lo, Hi    []float64 // may be nil
	From, To  []float64 // may be nil
	Reference bool      // hollow and grey
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
