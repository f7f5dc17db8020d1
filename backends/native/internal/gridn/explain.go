package gridn

// because appends to dst the true literals that l was assigned because of.
func (s *Search) because(dst []literal, l literal) []literal {
	x := l.option()
	why := s.why[x]
	switch what := uint32(why &^ reasons); why & reasons {
	case byItem:
		if l.isOut() {
			return s.confinement(dst, item(what), x)
		}
		return s.outs(dst, item(what), x)
	case byOption:
		return append(dst, stands(what))
	case byClause:
		return s.antecedents(dst, what, l)
	}
	return dst
}

// contradiction appends to dst the true literals that the last failure has shown to contradict each other.
func (s *Search) contradiction(dst []literal) []literal {
	switch what := uint32(s.conflict &^ reasons); s.conflict & reasons {
	case byItem:
		return s.outs(dst, item(what), none)
	case byOption:
		return append(dst, stands(what), stands(s.rival))
	default:
		return s.antecedents(dst, what, literal(none))
	}
}

const none = ^uint32(0)

// outs appends that the options of an item other than x are out.
func (s *state) outs(dst []literal, i item, x uint32) []literal {
	for bit := range s.n {
		if y := s.optionOf(i, bit); y != x {
			dst = append(dst, out(y))
		}
	}
	return dst
}

// confinement appends that those options of an item are out that x shares no item with: those left are all in the other house of x.
func (s *state) confinement(dst []literal, i item, x uint32) []literal {
	at := s.where[x>>s.shift]
	sameBand := false
	if i&kinds == ofBox {
		w := s.where[s.optionOf(i, 0)>>s.shift]
		sameBand = int(w.row)/s.Height == int(at.row)/s.Height
	}
	for bit := range s.n {
		y := s.optionOf(i, bit)
		w := s.where[y>>s.shift]
		shared := false
		switch {
		case i&kinds != ofBox:
			shared = w.box == at.box
		case sameBand:
			shared = w.row == at.row
		default:
			shared = w.column == at.column
		}
		if !shared {
			dst = append(dst, out(y))
		}
	}
	return dst
}
