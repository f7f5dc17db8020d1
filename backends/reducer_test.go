package backends

import "nonet/model/deduce"

// Without this, a change of either side would go unnoticed but for the time it costs.
var (
	_ reducer     = deduce.Reduction(nil)
	_ slowReducer = (*deduce.Ladder)(nil)
)
