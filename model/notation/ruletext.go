package notation

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/model"
	"nonet/model/sudoku"
)

// RuleText returns r, a valid rule of grids of shape s, as one line that ParseRule reads.
func RuleText(s sudoku.Shape, r sudoku.Rule) string { return string(appendRuleText(nil, s, r)) }

func appendCells(dst []byte, s sudoku.Shape, cells []sudoku.Cell) []byte {
	for _, c := range cells {
		dst = append(append(dst, ' '), s.Name(c)...)
	}
	return dst
}

func appendRuleText(dst []byte, s sudoku.Shape, r sudoku.Rule) []byte {
	dst = append(dst, r.Kind...)
	for i, alternative := range r.Any {
		for k, q := range alternative {
			separator := " "
			switch {
			case k > 0:
				separator = " & "
			case i > 0:
				separator = " | "
			}
			dst = appendRuleText(append(dst, separator...), s, q)
		}
	}
	if r.Kind == "regions" {
		return appendRegions(dst, s, r, " ", " /")
	}
	if kind := sudoku.RuleKindByName(r.Kind); r.Number != 0 || kind.Number != "" && !kind.Optional {
		dst = strconv.AppendInt(append(dst, ' '), int64(r.Number), 10)
	}
	dst = appendCells(dst, s, r.Cells)
	for i, group := range r.Groups {
		if i > 0 {
			dst = append(dst, " /"...)
		}
		dst = appendCells(dst, s, group)
	}
	if len(r.Values) > 0 {
		dst = append(dst, " :"...)
		for _, v := range r.Values {
			dst = strconv.AppendInt(append(dst, ' '), int64(v), 10)
		}
	}
	name := func(v model.Var) string { return s.Name(sudoku.Cell(v)) }
	switch c := r.Core.(type) {
	case model.Linear:
		for i, t := range c.Terms {
			dst = append(dst, ' ')
			switch {
			case t.Coef < 0:
				dst = append(dst, "- "...)
			case i > 0:
				dst = append(dst, "+ "...)
			}
			if size := max(t.Coef, -t.Coef); size != 1 {
				dst = append(strconv.AppendInt(dst, int64(size), 10), '*')
			}
			dst = append(dst, name(t.Var)...)
		}
		if len(c.Terms) == 0 {
			dst = append(dst, " 0"...)
		}
		dst = fmt.Appendf(dst, " %s %d", c.Relation, c.Bound)
	case model.NotEqual:
		dst = append(append(append(append(dst, ' '), name(c.A)...), ' '), name(c.B)...)
		if c.Offset != 0 {
			dst = fmt.Appendf(dst, " %+d", c.Offset)
		}
	case model.Table:
		for _, v := range c.Vars {
			dst = append(append(dst, ' '), name(v)...)
		}
		dst = append(dst, " :"...)
		for _, row := range c.Rows {
			dst = append(append(append(dst, " ("...), strings.Trim(fmt.Sprint(row), "[]")...), ')')
		}
	}
	return dst
}
