package print

import (
	"nonet/model/human"
)

// A Rated puzzle is what the command rate found out beyond the verdict.
type Rated struct {
	human.Rating
	Class human.Class
	Shown int    // number of steps in steps
	Path  []byte // as the printer puts them
}

// A Rating is how puzzles are to be rated.
type Rating struct {
	Ladder     *human.Ladder
	Uniqueness bool // rules may assume that there is one solution only
	Show       show
	Grid       bool // print the candidates before each step that is shown
}

// A show says which steps are shown.
type show int

const (
	ShowNothing show = iota
	ShowHint         // the next one
	ShowSteps        // all
)
