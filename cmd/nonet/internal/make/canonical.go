package make

import (
	"context"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/internal/slice"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func canonicalCommand(e *term.Env) *cobra.Command {
	var o canonicalOptions
	c := &cobra.Command{
		Use:   "canonical [PUZZLES]",
		Short: "Print canonical forms, and numbers of automorphisms",
		RunE:  func(c *cobra.Command, args []string) error { return printForms(c.Context(), e, o, args) },
	}
	input.ForEachFlags(e, c, "text", "json")
	f := c.Flags()
	f.BoolVar(&o.automorphisms, "automorphisms", false, "print the number of automorphisms after each form")
	f.BoolVar(&o.distinct, "distinct", false, "print the first puzzle of each class, unchanged (uses one core)")
	return c
}

// canonicalOptions are the options of the command.
type canonicalOptions struct{ automorphisms, distinct bool }

// printForms prints the canonical forms of the puzzles that the arguments name.
func printForms(ctx context.Context, e *term.Env, o canonicalOptions, args []string) error {
	s, err := input.NewSource(e, args)
	if err != nil {
		return err
	}
	s.Unreadable = s.LineUnreadable
	jobs := e.Flags.Jobs
	if o.distinct {
		jobs = 1 // the first puzzle of a class is the first in input order
	}
	w := &canonicalWorker{canonicalOptions: o, Env: e, seen: map[string]bool{}}
	done, err := input.ForEach(ctx, e, s, jobs, func() input.Handler { return w.handle })
	if err == nil {
		things := term.Plural(done.N, "puzzle", "puzzles")
		if o.distinct {
			things += ", " + term.Plural(len(w.seen), "class", "classes")
		}
		done.Note(e, things)
	}
	return err
}

// A canonicalWorker computes canonical forms. With distinct only one goroutine uses it; otherwise it has no state and
// many may use it.
type canonicalWorker struct {
	canonicalOptions
	*term.Env
	seen map[string]bool // forms, with distinct
}

func (w *canonicalWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	var form sudoku.Form
	err := it.Within(ctx, func(ctx context.Context) (err error) {
		form, err = sudoku.Canonical(ctx, it.Puzzle)
		return err
	})
	if err == nil && w.distinct {
		key := form.Key()
		if w.seen[key] {
			return b, nil
		}
		w.seen[key] = true
	}
	switch {
	case w.Flags.Output == "json":
		return term.AppendJSONLine(b, canonicalObjectOf(it, &form, err)), err
	case err != nil:
		return print.InsteadOf(b, err), err
	}
	p, remark := form.Puzzle, ""
	if w.distinct {
		p = it.Puzzle
	}
	if w.automorphisms {
		remark = form.Automorphisms.String()
	}
	if p.Classic() {
		p.Alphabet = nil
	} else if w.automorphisms {
		remark = "automorphisms: " + remark
	}
	return print.AppendReadable(b, p, p.Clues, remark)
}

// A canonicalObject is the form of a puzzle in JSON.
type canonicalObject struct {
	print.Head
	Status        string          `json:"status"`
	Form          *string         `json:"form"`
	FormRules     []string        `json:"form_rules,omitempty"`
	Automorphisms string          `json:"automorphisms,omitempty"`
	Symmetry      *symmetryObject `json:"symmetry,omitempty"`
	print.Tail
}

type symmetryObject struct {
	Transpose bool  `json:"transpose"`
	Rows      []int `json:"rows"`
	Columns   []int `json:"columns"`
	Digits    []int `json:"digits"`
}

func canonicalObjectOf(it *input.Item, form *sudoku.Form, err error) canonicalObject {
	o := canonicalObject{Head: print.HeadOf(it), Status: print.WorkStatus(err), Tail: print.TailOf(0, err)}
	if err == nil {
		s := form.Symmetry
		o.Form, o.Automorphisms = print.GridText(nil, form.Puzzle.Clues), form.Automorphisms.String()
		o.FormRules = print.RuleTexts(form.Puzzle)
		o.Symmetry = &symmetryObject{s.Transpose, fromOne(s.Rows), fromOne(s.Columns), s.Digits[1:]}
	}
	return o
}

// fromOne returns numbers that count from 1 instead of 0.
func fromOne(numbers []int) []int {
	return slice.Map(numbers, func(n int) int { return n + 1 })
}
