package campaign

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/internal/slice"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

func writeInstances(ctx context.Context, tx *sql.Tx, plan *Plan) error {
	list, err := inserter(ctx, tx, "INSERT", "lists", 2)
	if err != nil {
		return err
	}
	defer list.Close()
	insert, err := inserter(ctx, tx, "INSERT", "instances", 12)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, name := range slices.Sorted(maps.Keys(plan.Sets)) {
		if _, err := list.ExecContext(ctx, name, len(plan.Sets[name])); err != nil {
			return err
		}
		for _, i := range slices.Sorted(maps.Keys(plan.used[name])) {
			in := plan.Sets[name][i]
			p, model := in.Puzzle, ""
			if p == nil {
				text, err := json.Marshal(in.Model)
				if err != nil {
					return err
				}
				p, model = &sudoku.Puzzle{}, string(text)
			}
			if _, err := insert.ExecContext(ctx, name, i, in.Set, in.Index, in.Name, p.Shape.Height, p.Shape.Width,
				cluesText(p), p.Givens(), jsonColumn{in.Tags}, rulesText(p), model); err != nil {
				return err
			}
		}
	}
	return nil
}

// cluesText writes the clues as one line.
func cluesText(p *sudoku.Puzzle) string {
	words := slice.Map(p.Clues, strconv.Itoa)
	if p.Shape.N() > 9 {
		return strings.Join(words, " ")
	}
	return strings.ReplaceAll(strings.Join(words, ""), "0", ".")
}

// rulesText returns the rules of p, one per line, as in the format nonet, after the shape of a grid that is not usual.
func rulesText(p *sudoku.Puzzle) string {
	var text strings.Builder
	if !p.Shape.IsUsual() {
		text.WriteString("shape " + p.Shape.Text() + "\n")
	}
	for _, r := range p.Rules {
		text.WriteString(notation.RuleText(p.Shape, r) + "\n")
	}
	return text.String()
}

// parseRules reads what rulesText writes.
func parseRules(s sudoku.Shape, text string) (rules []sudoku.Rule, err error) {
	for line := range strings.Lines(text) {
		r, err := notation.ParseRule(strings.TrimSuffix(line, "\n"), s)
		if err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func parseClues(s sudoku.Shape, text string) (*sudoku.Puzzle, error) {
	p := &sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, 0, s.Cells()), Alphabet: s.Usual()}
	words := strings.FieldsSeq(text)
	if s.N() <= 9 {
		words = strings.SplitSeq(strings.ReplaceAll(text, ".", "0"), "")
	}
	for word := range words {
		v, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		p.Clues = append(p.Clues, v)
	}
	return p, p.Validate()
}

// Plan returns the plan of the campaign, with the instances stored in the file.
func (s *Store) Plan(ctx context.Context) (*Plan, error) {
	sizes, err := queryMap[string, int](ctx, s, "SELECT name, size FROM lists")
	if err != nil {
		return nil, err
	}
	lists := map[string][]instances.Instance{}
	for name, size := range sizes {
		lists[name] = make([]instances.Instance, size)
	}
	err = s.query(ctx, "SELECT list, position, set_name, idx, name, height, width, clues, tags, rules, "+
		"iif(model = '', '{}', model) FROM instances", func(row *sql.Rows) error {
		var in instances.Instance
		var shape sudoku.Shape
		var list, clues, rules string
		var position int
		err := row.Scan(&list, &position, &in.Set, &in.Index, &in.Name, &shape.Height, &shape.Width, &clues,
			jsonColumn{&in.Tags}, &rules, jsonColumn{&in.Model})
		if err != nil {
			return err
		}
		if position < 0 || position >= len(lists[list]) {
			return fmt.Errorf("list %q has no instance %d", list, position)
		}
		if in.Model != nil {
			lists[list][position] = in
			return nil
		}
		if first, rest, _ := strings.Cut(rules, "\n"); strings.HasPrefix(first, "shape ") {
			if shape, err = sudoku.ParseShape(strings.TrimPrefix(first, "shape ")); err != nil {
				return err
			}
			rules = rest
		}
		if in.Puzzle, err = parseClues(shape, clues); err != nil {
			return err
		}
		if in.Puzzle.Rules, err = parseRules(shape, rules); err != nil {
			return err
		}
		if err := in.Puzzle.Validate(); err != nil {
			return err
		}
		in.Puzzle.Name = in.Name
		lists[list][position] = in
		return nil
	})
	if err != nil {
		return nil, err
	}
	plan, err := s.Spec.expand(ctx, s.Scale, s.Seed, fromMap(lists))
	if err != nil {
		return nil, s.explain("cannot be read", err)
	}
	return plan, nil
}
