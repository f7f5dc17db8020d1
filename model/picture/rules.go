package picture

import (
	"strconv"
	"strings"
	"unicode"

	"nonet/internal/slice"
	"nonet/model/notation"
	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// A drawer draws a rule.
type drawer func(c *canvas, r sudoku.Rule)

// drawers has the drawer of each kind of rule with a picture. Where solvers of puzzles have a custom, such as a grey
// circle for odd cells, the picture follows it.
var drawers = map[string]drawer{
	"regions":          func(*canvas, sudoku.Rule) {}, // part of the grid
	"diagonals":        diagonals([]int{0}, true, true),
	"diagonal-down":    diagonals([]int{0}, true, false),
	"diagonal-up":      diagonals([]int{0}, false, true),
	"windoku":          drawWindows,
	"argyle":           drawArgyle,
	"girandola":        pattern(0, 8, 13, 37, 40, 43, 67, 72, 80),
	"asterisk":         pattern(13, 20, 24, 37, 40, 43, 56, 60, 67),
	"all-different":    tinted(palette.Ochre, palette.Sky, palette.Green, palette.Pink, palette.Violet),
	"row-indexer":      tinted(palette.Green),
	"column-indexer":   tinted(palette.Vermilion),
	"box-indexer":      tinted(palette.Violet),
	"minimum":          drawExtremes(1),
	"maximum":          drawExtremes(-1),
	"even":             drawEven,
	"odd":              circled(Areas, Style{Fill: palette.Dim, Opacity: 0.3}, Unit/2-8),
	"counting-circles": circled(Lines, Style{Stroke: palette.Dim, Width: 3}, Unit/2-7),
	"clone":            drawGroups(""),
	"same-values":      drawGroups("="),
	"equal-sums":       drawGroups("Σ"),

	"cage":          drawCage,
	"sum":           drawSum,
	"lunchbox":      outlined(func(_ *canvas, r sudoku.Rule) string { return "(" + strconv.Itoa(r.Number) + ")" }),
	"rellik":        outlined(func(_ *canvas, r sudoku.Rule) string { return "≠" + strconv.Itoa(r.Number) }),
	"equality-cage": outlined(func(*canvas, sudoku.Rule) string { return "=" }),
	"product":       outlined(func(_ *canvas, r sudoku.Rule) string { return strconv.Itoa(r.Number) + "×" }),
	"contains":      outlined(func(c *canvas, r sudoku.Rule) string { return "{" + c.values(r.Values, " ") + "}" }),
	"look-and-say":  outlined(lookAndSayText),
	"candidates":    drawCandidates,
	"quadruple":     drawQuadruple,
	"battenburg":    drawBattenburg,

	"difference":       drawDot(palette.Paper, palette.Text),
	"ratio":            drawDot(palette.Text, palette.Paper),
	"less":             drawLess,
	"thermometer":      drawThermometer(false),
	"slow-thermometer": drawThermometer(true),
	"arrow":            drawArrow,
	"double-arrow":     lineWith(Style{Stroke: palette.Pink, Width: 3.5}, 0, drawRing),
	"palindrome":       lineOf(palette.Dim, Medium, 0),
	"whisper":          lineOf(palette.Green, Medium, 5),
	"renban":           lineOf(palette.Pink, Medium, 0),
	"nabner":           lineOf(palette.Ochre, Medium, 0),
	"parity-line":      lineOf(palette.Brown, Medium, 0),
	"entropic":         lineOf(palette.Vermilion, Medium, 0),
	"modular":          lineOf(palette.Sky, Medium, 3),
	"region-sum":       lineOf(palette.Blue, Medium, 0),
	"zipper":           lineOf(palette.Violet, Medium, 0),
	"sequence":         lineOf(palette.Brown, Pale, 0),
	"same-difference":  lineOf(palette.Violet, Pale, 0),
	"sum-line":         lineOf(palette.Ochre, Pale, 0),
	"sum-loop":         drawLoop,
	"between":          lineWith(Style{Stroke: palette.Dim, Tint: Medium, Width: 6}, 0, drawDisc),
	"lockout":          lineWith(Style{Stroke: palette.Sky, Tint: Medium, Width: 6}, 4, drawDiamond),
	"automaton":        lineOf(palette.Dim, Pale, 0),
	"value-indexing":   drawCounted(palette.Sky),
	"count-distinct":   drawCounted(palette.Green),

	"little-killer":     drawLittleKiller,
	"sandwich":          outsideNumber("sandwich"),
	"skyscraper":        outsideNumber("sky"),
	"hidden-skyscraper": outsideNumber("hidden"),
	"x-sum":             outsideNumber("x-sum"),
	"rank":              outsideNumber("rank"),
	"shared-rank":       outsideNumber("shared"),
	"numbered-room":     outsideNumber("room"),
}

// labelled lists the kinds whose label stands at the top left of a cell.
var labelled = []string{"cage", "sum", "product", "contains", "look-and-say", "equal-sums", "same-values", "lunchbox",
	"rellik", "equality-cage"}

// maxRuleText is the length of a rule in a caption, in characters; a table may have thousands of rows.
const maxRuleText = 200

// ruleInWords returns a sentence for a kind without data, and otherwise the rule as a line of the format nonet.
func ruleInWords(s sudoku.Shape, r sudoku.Rule) string {
	if r.Core != nil || r.Number > 0 || len(r.Values) > 0 || len(r.Cells) > 0 || len(r.Groups) > 0 ||
		len(r.Any) > 0 {
		text := notation.RuleText(s, r)
		if runes := []rune(text); len(runes) > maxRuleText {
			text = string(runes[:maxRuleText-1]) + "…"
		}
		return text
	}
	text := []rune(sudoku.RuleKindByName(r.Kind).Summary)
	text[0] = unicode.ToUpper(text[0])
	return string(text) + "."
}

// values joins the symbols of the values of a rule.
func (c *canvas) values(values []int, separator string) string {
	return strings.Join(slice.Map(values, c.number), separator)
}

// number returns the symbol of a value of a rule, which is a number.
func (c *canvas) number(number int) string { return c.Alphabet.Symbol(number - c.Shape.Offset) }

func lookAndSayText(c *canvas, r sudoku.Rule) string {
	var all []string
	for i := 0; i+1 < len(r.Values); i += 2 {
		all = append(all, strconv.Itoa(r.Values[i])+"×"+c.number(r.Values[i+1]))
	}
	return strings.Join(all, " ")
}

// HasPicture reports whether rules of a kind are drawn. Caption states others in words.
func HasPicture(kind string) bool { return drawers[kind] != nil }
