package ip

import (
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/bounds"
)

// Shrink improves the bounds of columns by the rows if the columns have more values in all than wanted. No solution is
// lost.
func (p *Program) Shrink(wanted int) {
	for _, c := range p.Columns {
		if wanted -= c.interval().Size(); wanted < 0 {
			p.inferBounds(bounds.Often)
			return
		}
	}
}

func (p *Program) inferBounds(improvements int) {
	columns := slice.Map(p.Columns, Column.interval)
	term := func(e Entry) model.Term { return model.Term{Coef: e.Coef, Var: model.Var(e.Column)} }
	bounds.Infer(columns, slice.Map(p.Rows, func(r Row) bounds.Sum {
		return bounds.Sum{Terms: slice.Map(r.Entries, term), Interval: bounds.Interval{Lower: r.Lower, Upper: r.Upper}}
	}), improvements)
	for j, i := range columns {
		p.Columns[j].Lower, p.Columns[j].Upper = i.Lower, i.Upper
	}
}

func (c Column) interval() bounds.Interval { return bounds.Interval{Lower: c.Lower, Upper: c.Upper} }
