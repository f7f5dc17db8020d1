package gridn

// explain appends to dst the true literals that imply l, from its reason.
func (s *Search) explain(dst []literal, l literal) []literal {
	x := l.option()
	r := s.reasons[x]
	switch data := uint32(r &^ reasonKindMask); r & reasonKindMask {
	case byItem:
		if l.isExcluded() {
			return s.explainConfinement(dst, item(data), x)
		}
		return s.explainItem(dst, item(data), x)
	case byOption:
		return append(dst, chosen(data))
	case byClause:
		return s.antecedents(dst, data, l)
	}
	return dst
}

// explainConflict appends to dst the true literals that contradict each other in the last conflict.
func (s *Search) explainConflict(dst []literal) []literal {
	switch data := uint32(s.conflict &^ reasonKindMask); s.conflict & reasonKindMask {
	case byItem:
		return s.explainItem(dst, item(data), noOption)
	case byOption:
		return append(dst, chosen(data), chosen(s.rival))
	default:
		return s.antecedents(dst, data, literal(noOption))
	}
}

const noOption = ^uint32(0)

// explainItem appends the literal excluded(y) for every option y of item i but x.
func (s *state) explainItem(dst []literal, i item, x uint32) []literal {
	for bit := range s.n {
		if y := s.itemOption(i, bit); y != x {
			dst = append(dst, excluded(y))
		}
	}
	return dst
}

// explainConfinement explains why x was excluded: all options that item i has left are in one house of x. It appends
// the literal excluded(y) for each option y of i outside that house. If i belongs to a line, the house is the box of x.
// If i belongs to a box, the house is the row of x if that row meets the box, and otherwise the column of x.
func (s *state) explainConfinement(dst []literal, i item, x uint32) []literal {
	loc := s.locations[x>>s.shift]
	sameBand := false
	if i&itemKindMask == boxItem {
		w := s.locations[s.itemOption(i, 0)>>s.shift]
		sameBand = int(w.row)/s.Height == int(loc.row)/s.Height
	}
	for bit := range s.n {
		y := s.itemOption(i, bit)
		w := s.locations[y>>s.shift]
		shared := false
		switch {
		case i&itemKindMask != boxItem:
			shared = w.box == loc.box
		case sameBand:
			shared = w.row == loc.row
		default:
			shared = w.column == loc.column
		}
		if !shared {
			dst = append(dst, excluded(y))
		}
	}
	return dst
}
