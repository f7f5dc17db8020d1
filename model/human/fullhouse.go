package human

import (
	"fmt"
	"math/bits"
)

// fullHouse fills the last blank cell of a house.
var fullHouse = &Rule{
	Name:       "full-house",
	Title:      "full house",
	Definition: "one cell of a house is blank: it takes the value that is left",
	Source:     "folklore",
	Explainer:  1.0, Score: 4, Level: Easy,
	find: func(p *Position, yield func(*Step) bool) bool {
		return p.eachHidden(func(h, x int) bool {
			left := p.done[h]
			return bits.OnesCount64(left) == len(p.houses[h].cells)-1
		}, yield)
	},
	explain: func(s *Step) string {
		return fmt.Sprintf("only %s is blank in %s", s.names(s.Parts[0]), s.Parts[0].House)
	},
}
