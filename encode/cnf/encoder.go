package cnf

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"nonet/encode"
	"nonet/model"
)

// An Encoder turns models into clauses. The zero Encoder is Extended with Pairwise, on which solvers do best.
//
// Encode supports every constraint over any finite domains. An objective becomes auxiliary variables that count its
// value, and Formula.CutOff states that a solution has a better value than the last one. Shown variable k+1 is true
// exactly when Map.Shown[k] holds. Shown variables are ordered by variable of the model. All presets but Order and Log
// use the direct encoding, with a shown variable for each value; on the empty 9x9 grid the variable for row r, column c
// and the v-th value is (r*9+c)*9+v+1, all counted from 0. Auxiliary variables follow.
//
// A variable of the model with one value in its domain and a Given of that value is a constant: it takes no variable of
// the formula. Its consequences become unit clauses, unless the domains show them already. Other Givens are unit
// clauses. The empty clause stands for an obvious contradiction, such as an empty domain or an AllDifferent with too
// few values.
//
// The model must be valid (model.Validate). The same model gives the same formula, literal by literal.
type Encoder struct {
	Preset    Preset         // which clauses; zero means Extended
	AtMostOne AtMostOne      // the form of "at most one"; nil means Pairwise
	Linear    LinearEncoding // the encoding of Linear constraints; zero means Totalizer

	// Dedup leaves out clauses that repeat an earlier one, such as those of two cells that share both a row and a box.
	// Published sizes count the repeated clauses.
	Dedup bool
}

// Name returns the name of the encoding, which Parse parses. It consists of the preset, "-dedup" if Dedup is set, a
// slash and the at-most-one form unless that is pairwise, and a slash and the linear encoding unless that is totalizer:
// "minimal", "extended-dedup", "triad/commander-4", "order/diagram", "minimal/product/diagram".
func (e Encoder) Name() string {
	name := e.Preset.String()
	if e.Dedup {
		name += "-dedup"
	}
	if e.AtMostOne != nil && e.AtMostOne != (Pairwise{}) {
		name += "/" + e.AtMostOne.String()
	}
	if e.Linear != Totalizer {
		name += "/" + e.Linear.String()
	}
	return name
}

// Parse returns the encoder with the given name, PRESET[-dedup][/ATMOSTONE][/SUM]. The empty name gives the zero
// Encoder.
func Parse(name string) (Encoder, error) {
	if name == "" {
		return Encoder{}, nil
	}
	preset, forms, found := strings.Cut(name, "/")
	preset, dedup := strings.CutSuffix(preset, "-dedup")
	p, err := parseName(Presets(), "encoding", preset)
	if err != nil {
		return Encoder{}, err
	}
	e := Encoder{Preset: p, Dedup: dedup}
	if !found {
		return e, nil
	}
	form, sum, found := strings.Cut(forms, "/")
	if e.Linear, err = ParseLinearEncoding(form); err == nil && !found {
		return e, nil
	}
	if e.AtMostOne, err = ParseAtMostOne(form); err != nil {
		return Encoder{}, fmt.Errorf("%w; or a linear encoding, %s", err, joinNames(LinearEncodings()))
	}
	if found {
		if e.Linear, err = ParseLinearEncoding(sum); err != nil {
			return Encoder{}, err
		}
	}
	return e, nil
}

// Encode returns m as a formula that the caller owns. It returns an *encode.UnsupportedError if m has a Linear
// constraint with numbers beyond 2^53, or if the formula would exceed the limit of encode.WithLimit. To encode many
// models over the same constraints, see Prepare.
func (e Encoder) Encode(ctx context.Context, m *model.Model) (encode.Encoding[*Formula, Valuation], error) {
	b, _ := builders.Get().(*builder)
	if b == nil {
		b = new(builder)
	}
	b.configure(e)
	if err := b.encodeContext(ctx, m); err != nil {
		return encode.Encoding[*Formula, Valuation]{}, err
	}
	f, mp := b.f.Formula, b.mp
	b.release()
	builders.Put(b)
	return newEncoding(&f, mp), nil
}

func newEncoding(f *Formula, mp encode.Map) encode.Encoding[*Formula, Valuation] {
	return encode.Encoding[*Formula, Valuation]{
		Formula: f,
		Map:     mp,
		Decode:  func(v Valuation) (model.Assignment, error) { return decode(mp, v) },
		Size:    f.Size(),
	}
}

// builders recycles the scratch memory of finished encodings.
var builders sync.Pool

// comment describes the encoding, for the head of a file.
func (e Encoder) comment() string {
	duplicates := "as published, with its duplicate clauses"
	switch {
	case e.Dedup:
		duplicates = "without duplicate clauses"
	case e.Preset == Support || e.Preset == Order || e.Preset == Log:
		duplicates = "each pair of different variables once"
	}
	form := AtMostOne(Pairwise{})
	if e.AtMostOne != nil {
		form = e.AtMostOne
	}
	kinds := map[encode.AtomKind]string{encode.Equal: "direct", encode.AtLeast: "order", encode.Bit: "log"}
	comment := fmt.Sprintf("%s encoding, preset %s, at-most-one %s, %s",
		kinds[presets[e.Preset].shown], e.Preset, form, duplicates)
	if e.Linear != Totalizer {
		comment += ", sums " + e.Linear.String()
	}
	return comment
}

// decode returns the assignment that v stands for.
func decode(mp encode.Map, v Valuation) (model.Assignment, error) {
	if n := len(mp.Shown); len(v) <= n {
		return nil, fmt.Errorf("decode: valuation of %d variables, want %d", max(0, len(v)-1), n)
	}
	return mp.Assignment(func(k int) bool { return v[k+1] })
}

// prepared encodes many models over the constraints of one. It reuses its buffers, so it stops allocating after a
// while.
type prepared struct {
	b      builder
	result encode.Encoding[*Formula, Valuation]
}

var _ encode.Preparer[*Formula, Valuation] = Encoder{}

// Prepare implements encode.Preparer. The returned encoder takes any model. It is fast for models whose AllDifferents
// are those of the previous model, that is, share their Vars slices; the caller must not modify these in between.
func (e Encoder) Prepare(*model.Model) (encode.Encoder[*Formula, Valuation], error) {
	p := &prepared{}
	p.b.configure(e)
	p.result.Formula = &p.b.f.Formula
	p.result.Decode = func(v Valuation) (model.Assignment, error) { return decode(p.b.mp, v) }
	return p, nil
}

// Encode is like Encoder.Encode, but the result is valid only until the next call.
func (p *prepared) Encode(ctx context.Context, m *model.Model) (encode.Encoding[*Formula, Valuation], error) {
	if err := p.b.encodeContext(ctx, m); err != nil {
		e := p.b.encoder // the buffers may be in any state: see encodeContext
		p.b = builder{}
		p.b.configure(e)
		return encode.Encoding[*Formula, Valuation]{}, err
	}
	p.result.Map, p.result.Size = p.b.mp, p.b.f.Size()
	return p.result, nil
}
