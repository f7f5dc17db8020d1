package text

import (
	"context"
	"slices"

	"nonet/encode"
	"nonet/model"
)

// Encoder is the identity encoding, for engines that take the model itself.
type Encoder struct{}

var _ encode.Encoder[*model.Model, model.Assignment] = Encoder{}

// Encode implements encode.Encoder. It returns a *model.InvalidError if m is ill-formed.
func (Encoder) Encode(_ context.Context, m *model.Model) (encode.Encoding[*model.Model, model.Assignment], error) {
	if err := m.Validate(); err != nil {
		return encode.Encoding[*model.Model, model.Assignment]{}, err
	}
	return encode.Encoding[*model.Model, model.Assignment]{
		Formula: m,
		Map:     encode.Map{Vars: len(m.Vars)},
		Decode:  func(a model.Assignment) (model.Assignment, error) { return slices.Clone(a), nil },
		Size:    m.Size(),
	}, nil
}
