package cli

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"nonet/model/sudoku"
)

// A csvPrinter prints a header and one row per puzzle, or per solution where all are asked for. A field that does not apply is empty.
type csvPrinter struct {
	asking
}

func (p csvPrinter) header() string {
	columns := "solution"
	switch p.question {
	case askUnique:
		columns = "verdict,solution,other"
	case askCount:
		columns = "count,exact"
	}
	return "index,puzzle,size,method,status," + columns + ",seconds,error\n"
}

func (csvPrinter) alone() bool { return false }

func (p csvPrinter) solution(b []byte, a *answer, g sudoku.Grid, _ int64) []byte {
	return p.row(b, a, "sat", []string{lineOf(a.puzzle.Shape, g)}, "", "")
}

func (p csvPrinter) answer(b []byte, a *answer) []byte {
	if a.item.err != nil {
		return p.row(b, a, "", make([]string, strings.Count(p.header(), ",")-6), "", plainly(a.item.err))
	}
	if a.all && a.result.Solutions > 0 && a.err == nil {
		return b
	}
	fields := []string{gridField(a, a.solution)}
	switch p.question {
	case askUnique:
		fields = []string{a.verdict.String(), fields[0], gridField(a, a.other)}
	case askCount:
		fields = []string{"", strconv.FormatBool(a.result.Complete)}
		if a.count != nil {
			fields[0] = a.count.String()
		}
	}
	why := ""
	if a.err != nil {
		why = plainly(a.err)
		if a.all {
			fields[0] = "" // the solutions have rows of their own
		}
	}
	preprocess, encode, solve := a.phases()
	seconds := string(appendSeconds(nil, preprocess+encode+solve))
	return p.row(b, a, a.status().String(), fields, seconds, why)
}

func (p csvPrinter) row(b []byte, a *answer, status string, fields []string, seconds, why string) []byte {
	puzzle, size, method := "", "", ""
	if a.item.err == nil {
		puzzle, size, method = lineOf(a.puzzle.Shape, a.puzzle.Clues), strconv.Itoa(a.puzzle.Shape.N()), a.method
	}
	record := append([]string{strconv.Itoa(a.index), puzzle, size, method, status}, fields...)
	w := bytes.NewBuffer(b)
	c := csv.NewWriter(w)
	c.Write(append(record, seconds, why)) // to memory: cannot fail
	c.Flush()
	return w.Bytes()
}

func gridField(a *answer, g sudoku.Grid) string {
	if g == nil {
		return ""
	}
	return lineOf(a.puzzle.Shape, g)
}
