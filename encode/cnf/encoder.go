package cnf

import (
	"fmt"
	"strings"
	"sync"

	"nonet/encode"
	"nonet/model"
)

// An Encoder turns models into clauses. The zero Encoder is Extended with Pairwise, which is what solvers like best.
//
// Encode supports AllDifferent, NotEqual, Table and Given over any finite domains, and no objective. It uses the direct encoding: the
// shown variable k+1 says that Map.Shown[k] holds, variable by variable of the model and value by value, both increasing; on the empty
// 9x9 grid the one for row r, column c and the v-th value is (r*9+c)*9+v+1, all counted from 0. Auxiliary variables follow.
//
// A variable of the model with one value in its domain and a Given constraint that says so is a constant: it takes no variable, and
// what it implies for others is stated as unit clauses where the domains do not show it already. Other Givens are unit clauses. The
// empty clause stands for what cannot be met at all, such as a variable with an empty domain or an AllDifferent with too few values.
//
// The model must be valid (model.Validate). The same model gives the same formula, literal by literal.
type Encoder struct {
	Preset    Preset    // which clauses; zero means Extended
	AtMostOne AtMostOne // how "at most one" is stated; nil means Pairwise

	// Dedup leaves out clauses that repeat an earlier one, such as the pairs of cells that share both a row and a box. Published sizes
	// count them.
	Dedup bool
}

// Name returns the name of the encoding, which Parse reads back: the preset, "-dedup" if it is so, and after a slash the at-most-one
// form unless that is pairwise, as in "minimal", "extended-dedup", "triad/commander-4".
func (e Encoder) Name() string {
	name := e.Preset.String()
	if e.Dedup {
		name += "-dedup"
	}
	if e.AtMostOne != nil && e.AtMostOne != (Pairwise{}) {
		name += "/" + e.AtMostOne.String()
	}
	return name
}

// Parse returns the encoder with the given name: PRESET, PRESET-dedup, each with or without /ATMOSTONE. The empty name is that of the
// zero Encoder.
func Parse(name string) (Encoder, error) {
	if name == "" {
		return Encoder{}, nil
	}
	preset, form, found := strings.Cut(name, "/")
	preset, dedup := strings.CutSuffix(preset, "-dedup")
	p, err := ParsePreset(preset)
	if err != nil {
		return Encoder{}, err
	}
	e := Encoder{Preset: p, Dedup: dedup}
	if found {
		if e.AtMostOne, err = ParseAtMostOne(form); err != nil {
			return Encoder{}, err
		}
	}
	return e, nil
}

// Encode returns m as a formula that is the caller's to keep. It returns an *encode.UnsupportedError if m has a Linear constraint or
// an objective. For many models over the same constraints, see Prepare.
func (e Encoder) Encode(m *model.Model) (encode.Encoding[*Formula, Valuation], error) {
	b, _ := builders.Get().(*builder)
	if b == nil {
		b = new(builder)
	}
	b.use(e)
	if err := b.encode(m); err != nil {
		return encode.Encoding[*Formula, Valuation]{}, err
	}
	f, mp := b.f, b.mp
	b.release()
	builders.Put(b)
	return encode.Encoding[*Formula, Valuation]{
		Formula: &f,
		Map:     mp,
		Decode:  func(v Valuation) (model.Assignment, error) { return decode(mp, v) },
		Size:    f.Size(),
	}, nil
}

// builders keeps the scratch memory of encodings that are done.
var builders sync.Pool

// comment describes the encoding at the head of a file.
func (e Encoder) comment() string {
	duplicates := "as published, with its duplicate clauses"
	if e.Dedup {
		duplicates = "without duplicate clauses"
	}
	form := AtMostOne(Pairwise{})
	if e.AtMostOne != nil {
		form = e.AtMostOne
	}
	return fmt.Sprintf("direct encoding, preset %s, at-most-one %s, %s", e.Preset, form, duplicates)
}

// decode returns the assignment that v stands for.
func decode(mp encode.Map, v Valuation) (model.Assignment, error) {
	if n := len(mp.Shown); len(v) <= n {
		return nil, fmt.Errorf("cnf: decode: valuation of %d variables, %d are needed", max(0, len(v)-1), n)
	}
	return mp.Assignment(func(k int) bool { return v[k+1] })
}
