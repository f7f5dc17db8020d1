package methods

import "nonet/encode/cnf"

// ExportFormat returns the file format and the encoding, by their names in package encode, of the formula that m
// solves: "cnf" and "minimal", "opb" and "plain". ok is false if m works on the model itself.
func (m Method) ExportFormat() (format, encoding string, ok bool) {
	switch m.Kind {
	case SAT:
		if m.Encoding == "" {
			return "cnf", cnf.Encoder{}.Name(), true
		}
		return "cnf", m.Encoding, true
	case ZeroOne:
		if m.Encoding == "plain" {
			return "lp", "thesis", true
		}
		return "lp", "plain", true
	case Pseudo:
		return "opb", "plain", true
	case ExactCover:
		return "cover", "plain", true
	case Coloring:
		return "col", "precoloured", true
	}
	return "", "", false
}
