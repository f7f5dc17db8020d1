package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/sudoku"
)

// untold is the message about an answer that leaves out what it is about.
const untold = "it says that there is a solution and does not tell it: expected %s"

// readReply reads a solver's answer as grids. A *model.WrongAnswerError says that the answer can be read and is none.
func readReply(r io.Reader, s *encode.Sidecar) (model.Status, []sudoku.Grid, error) {
	switch s.Format {
	case "cnf":
		return readClauseReply(r, s)
	case "cover":
		return readCoverReply(r, s)
	case "col":
		return readColoringReply(r, s)
	}
	if s.Identifiers != nil && slices.Contains(text.Languages(), text.Language(s.Format)) {
		return readTextReply(r, s)
	}
	if !slices.Contains(ip.Formats(), ip.Format(s.Format)) {
		return model.Unknown, nil, fmt.Errorf("the map is of the format %q, which is not known", s.Format)
	}
	reply, err := ip.ReadSolution(r)
	if err != nil || reply.Status != model.Satisfiable {
		return reply.Status, nil, err
	}
	x, err := reply.Truth(s.Names, s.Columns)
	if err != nil {
		return model.Unknown, nil, err
	}
	g, err := gridOf(s, func(k int) bool { return x[k] })
	if err != nil {
		return model.Satisfiable, nil, err
	}
	return model.Satisfiable, []sudoku.Grid{g}, nil
}

func readClauseReply(r io.Reader, s *encode.Sidecar) (model.Status, []sudoku.Grid, error) {
	reply, err := cnf.ReadAnswer(r)
	if err != nil || reply.Status != model.Satisfiable {
		return reply.Status, nil, err
	}
	if reply.Values == nil {
		return model.Satisfiable, nil, fmt.Errorf(untold, "v lines")
	}
	var grids []sudoku.Grid
	for _, values := range append([][]cnf.Lit{reply.Values}, reply.More...) {
		truth := make([]bool, s.Columns+1)
		for _, l := range values {
			if int(l.Var()) > s.Columns {
				return model.Unknown, nil, fmt.Errorf("it gives a value to variable %d, the formula has %d: is it about another file?", l.Var(), s.Columns)
			}
			truth[l.Var()] = l > 0
		}
		g, err := gridOf(s, func(k int) bool { return truth[k+1] })
		if err != nil {
			return model.Satisfiable, grids, err
		}
		grids = append(grids, g)
	}
	return model.Satisfiable, grids, nil
}

// readCoverReply reads the options of each solution. Those that are not shown are auxiliary.
func readCoverReply(r io.Reader, s *encode.Sidecar) (model.Status, []sudoku.Grid, error) {
	reply, err := cover.ReadAnswer(r)
	if err != nil || reply.Status != model.Satisfiable {
		return reply.Status, nil, err
	}
	if len(reply.Solutions) == 0 {
		return model.Satisfiable, nil, fmt.Errorf(untold, "the options of a solution")
	}
	shown := make(map[string]int, len(s.Names))
	for k, name := range s.Names {
		shown[cover.Key(name)] = k
	}
	var grids []sudoku.Grid
	for _, options := range reply.Solutions {
		truth := make([]bool, len(s.Names))
		for _, o := range options {
			if k, known := shown[o]; known {
				truth[k] = true
			} else if s.Columns == len(s.Names) {
				return model.Unknown, nil, fmt.Errorf("it has the option %q, the file has none such: is it about another file?", o)
			}
		}
		g, err := gridOf(s, func(k int) bool { return truth[k] })
		if err != nil {
			return model.Satisfiable, grids, err
		}
		grids = append(grids, g)
	}
	return model.Satisfiable, grids, nil
}

// readColoringReply reads the colours of the vertices.
func readColoringReply(r io.Reader, s *encode.Sidecar) (model.Status, []sudoku.Grid, error) {
	shown := make([]coloring.Shown, len(s.Names))
	vertices := 0
	for k, name := range s.Names {
		var err error
		if shown[k], err = coloring.ParseShown(name); err != nil {
			return model.Unknown, nil, fmt.Errorf("the map: %w", err)
		}
		vertices = max(vertices, shown[k].Vertex+1, shown[k].As+1)
	}
	reply, err := coloring.ReadAnswer(r, vertices)
	if err != nil || reply.Status != model.Satisfiable {
		return reply.Status, nil, err
	}
	var grids []sudoku.Grid
	for _, c := range reply.Colourings {
		g, err := gridOf(s, func(k int) bool { return shown[k].Holds(c) })
		if err != nil {
			return model.Satisfiable, grids, err
		}
		grids = append(grids, g)
	}
	return model.Satisfiable, grids, nil
}

func gridOf(s *encode.Sidecar, truth func(k int) bool) (sudoku.Grid, error) {
	a, err := s.Map.Assignment(truth)
	if bad := (*encode.DecodeError)(nil); errors.As(err, &bad) {
		err = fmt.Errorf("%s %s", s.Variables[bad.Var], bad.Reason)
	}
	if err != nil {
		return nil, &model.WrongAnswerError{Reason: err}
	}
	return sudoku.Grid(a), nil
}
