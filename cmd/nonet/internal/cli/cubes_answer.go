package cli

import (
	"fmt"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/model"
)

// pieces are how an answer was found in parts.
type pieces struct {
	total, answered, recorded int
	work, longest             time.Duration
}

// String says how long so many pieces took, or "" if none has a record.
func (p *pieces) String() string {
	if p.recorded == 0 {
		return ""
	}
	done := ""
	if p.recorded < p.total {
		done = thousands(int64(p.recorded)) + " of "
	}
	return fmt.Sprintf("%s in %s%s, the longest %s", duration(p.work), done, plural(int64(p.total), "piece", "pieces"), duration(p.longest))
}

// answerOf returns what a whole says as the answer of a command. why says what ended it, if anything did.
func answerOf(q asking, it *item, w *campaign.Whole, why error) *answer {
	a := &answer{question: q.question, item: it, method: q.method.Name, count: w.Count, pieces: &pieces{w.Pieces, w.Answered(), w.Recorded, w.Work, w.Longest}}
	if q.method.Kind == methods.Stochastic {
		a.chance = &q.method.Chance
	}
	a.result = model.Result{Solutions: len(w.Solutions), Stats: w.Stats}
	if len(w.Solutions) > 0 {
		a.solution = w.Solutions[0]
	}
	if len(w.Solutions) > 1 {
		a.other = w.Solutions[1]
	}
	switch w.Outcome {
	case campaign.Counted:
		a.result.Complete = true
	case campaign.NoneLeft:
		a.result.Complete, a.verdict = true, model.None
	case campaign.Solved:
		a.result.Complete, a.verdict = q.question == askUnique, model.One
	case campaign.Multiple:
		a.verdict = model.Multiple
	default:
		a.err = &piecesError{q.question, w.Answered(), w.Pieces, whyUndecided(w, why)}
	}
	if q.question != askUnique {
		a.verdict = model.Undecided
	}
	return a
}

// whyUndecided says why the pieces do not decide the question. A piece that failed comes first.
func whyUndecided(w *campaign.Whole, why error) error {
	outcomes := map[string]campaign.Outcome{}
	for i := range w.Records {
		outcomes[w.Records[i].Cube] = w.Records[i].Outcome
	}
	for _, p := range w.Missing {
		switch outcomes[p.Cube] {
		case "", campaign.TimeOut, campaign.MoveOut, campaign.Unsolved:
		default:
			return fmt.Errorf("piece %s: %s", p.Cube, p.Why)
		}
	}
	if why == nil {
		return errIncomplete
	}
	return why
}

// A piecesError says how many pieces are known.
type piecesError struct {
	question        question
	answered, total int
	why             error
}

func (e *piecesError) Error() string {
	done := "decided"
	if e.question == askCount {
		done = "counted"
	}
	return fmt.Sprintf("%s of %s %s; %s", thousands(int64(e.answered)), plural(int64(e.total), "piece", "pieces"), done, plainly(e.why))
}

func (e *piecesError) Unwrap() error { return e.why }
