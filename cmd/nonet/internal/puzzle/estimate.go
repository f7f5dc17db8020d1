package puzzle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/native"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/notation"
)

// defaultProbes is how many probes an estimate takes if nobody says.
const defaultProbes = 10_000

// estimateAll estimates the number of solutions of each puzzle.
func estimateAll(ctx context.Context, e *term.Env, probes int, args []string) error {
	if e.Flags.Method != "native" {
		return fmt.Errorf("--method %s: expected native, which alone can estimate", e.Flags.Method)
	}
	if e.Flags.Output == "dimacs" {
		return errors.New("--output dimacs: expected text, line, json or csv with --estimate")
	}
	s, err := input.Puzzles(e, args)
	if err != nil {
		return err
	}
	alone := input.Single(e, s)
	if e.Flags.Output == "csv" {
		if err := e.Print("index,puzzle,size,method,status,count,exact,low,high,probes,hits,seed,seconds,error\n"); err != nil {
			return err
		}
	}
	_, _, err = input.Each(ctx, e, s, e.Flags.Jobs, func() input.Handler {
		return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
			if it.ReadErr != nil {
				return b, it.ReadErr
			}
			begin := time.Now()
			x, err := estimateOne(ctx, e, it.Puzzle.Model(), probes)
			x.Item, x.elapsed, x.err = it, time.Since(begin), err
			switch {
			case err != nil:
			case x.Exact() && math.IsInf(x.Mean, -1):
				e.Raise(term.Negative)
			case x.Hits == 0 && !x.Exact():
				err = errNoHit
			}
			switch e.Flags.Output {
			case "json":
				b = x.appendJSON(b, e.Flags.Seed)
			case "csv":
				b = x.appendCSV(b, e.Flags.Seed)
			case "line":
				b = append(scientific(b, x.Mean), '\n')
			default:
				b = x.appendText(b, alone)
			}
			return b, err
		}
	})
	return err
}

var errNoHit = fmt.Errorf("%w: no probe ended in a solution; try more --probes", ask.ErrIncomplete)

// estimateOne estimates one number. The time limit ends it as if there were no more probes, unless there are none.
func estimateOne(ctx context.Context, e *term.Env, m *model.Model, probes int) (*estimated, error) {
	limited := ctx
	if e.Flags.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, e.Flags.Timeout)
		defer cancel()
	}
	estimate, stats, err := native.Solver{}.Estimate(limited, m, probes, e.Flags.Seed)
	x := &estimated{Estimate: estimate, stats: stats}
	switch {
	case err == nil:
		return x, nil
	case ctx.Err() != nil:
		return x, ask.ErrInterrupted
	case errors.Is(err, context.DeadlineExceeded) && estimate.Hits > 1:
		return x, nil
	case errors.Is(err, context.DeadlineExceeded):
		return x, fmt.Errorf("%w (%v)", ask.ErrTimeLimit, e.Flags.Timeout)
	}
	return x, err
}

// An estimated is what is known of the number of solutions of a puzzle.
type estimated struct {
	*input.Item
	native.Estimate
	stats   model.Stats
	elapsed time.Duration
	err     error
}

func (x *estimated) status() model.Status {
	switch {
	case !math.IsInf(x.Mean, -1):
		return model.Satisfiable
	case x.Exact() && x.err == nil:
		return model.Unsatisfiable
	}
	return model.Unknown
}

// appendText says the estimate, the interval and how far it is to be trusted.
func (x *estimated) appendText(b []byte, alone bool) []byte {
	switch {
	case x.err != nil || x.Hits == 0 && !x.Exact():
		b = append(b, "unknown"...)
	case x.Exact():
		b = append(append(b, "exactly "...), integer(x.Mean).String()...)
	default:
		b = scientific(append(b, "about "...), x.Mean)
	}
	b = append(b, " solutions"...)
	if !alone {
		b = print.AppendClues(append(b, "  "...), x.Puzzle)
	}
	switch {
	case x.Exact() && x.err == nil:
		b = append(b, ": propagation alone finds that"...)
	case x.Hits > 0:
		b = scientific(append(b, ", 95 % between "...), x.Low)
		b = scientific(append(b, " and "...), x.High)
	}
	b = fmt.Appendf(b, " (%s, %s", term.Plural(int64(x.Probes), "probe", "probes"), term.Duration(x.elapsed))
	if x.Probes > 0 {
		b = fmt.Appendf(b, ", %s of them ended in a solution, standard deviation %.1f times the mean", term.Thousands(int64(x.Hits)), x.Spread)
	}
	b = append(b, ")\n"...)
	if x.Doubtful() && x.Hits > 0 {
		b = fmt.Appendf(b, "the interval is not to be trusted: %s; take more --probes\n", x.doubt())
	}
	return b
}

// doubt says why an interval is not to be trusted.
func (x *estimated) doubt() string {
	if x.Largest >= 0.1 {
		return fmt.Sprintf("a single probe makes up %.0f %% of the estimate", 100*x.Largest)
	}
	return "hardly any probe ended in a solution"
}

func (x *estimated) appendJSON(b []byte, seed uint64) []byte {
	type interval struct {
		Low       string  `json:"low"`
		High      string  `json:"high"`
		Log10     float64 `json:"log10"`
		Probes    int     `json:"probes"`
		Hits      int     `json:"hits"`
		Deviation float64 `json:"deviation"`
		Largest   float64 `json:"largest"`
		Trusted   bool    `json:"trusted"`
		Seed      uint64  `json:"seed"`
	}
	object := struct {
		Index  int64  `json:"index"`
		Puzzle string `json:"puzzle"`
		Size   int    `json:"size"`
		print.VariantObject
		Method   string    `json:"method"`
		Status   string    `json:"status"`
		Count    string    `json:"count"`
		Exact    bool      `json:"exact"`
		Estimate *interval `json:"estimate,omitempty"`
		Seconds  float64   `json:"seconds"`
		Error    string    `json:"error,omitempty"`
	}{Index: int64(x.Index), Puzzle: notation.Line(x.Puzzle.Clues), Size: x.Puzzle.Shape.N(), VariantObject: print.VariantOf(x.Puzzle), Method: "native", Status: x.status().String(),
		Count: integer(x.Mean).String(), Exact: x.Exact() && x.err == nil, Seconds: x.elapsed.Seconds()}
	if x.Hits > 0 {
		object.Estimate = &interval{Low: integer(x.Low).String(), High: integer(x.High).String(), Log10: x.Mean / math.Ln10, Probes: x.Probes, Hits: x.Hits,
			Deviation: x.Spread, Largest: x.Largest, Trusted: !x.Doubtful(), Seed: seed}
	}
	if x.err != nil {
		object.Error = term.Plain(x.err)
	}
	line, _ := json.Marshal(object) // all numbers are finite: Low and High only if there is a hit, and then they are written as words
	return append(append(b, line...), '\n')
}

func (x *estimated) appendCSV(b []byte, seed uint64) []byte {
	b = fmt.Appendf(b, "%d,%s,%d,native,%s,%s,%t,", x.Index, print.AppendGridField(nil, x.Puzzle.Shape, x.Puzzle.Clues), x.Puzzle.Shape.N(), x.status(), integer(x.Mean),
		x.Exact() && x.err == nil)
	if x.Hits > 0 {
		b = fmt.Appendf(b, "%s,%s", integer(x.Low), integer(x.High))
	} else {
		b = append(b, ',')
	}
	b = fmt.Appendf(b, ",%d,%d,%d,%s,", x.Probes, x.Hits, seed, strconv.FormatFloat(x.elapsed.Seconds(), 'f', -1, 64))
	if x.err != nil {
		b = term.AppendField(b, term.Plain(x.err))
	}
	return append(b, '\n')
}

// integer returns the number whose natural logarithm is given, rounded to an integer of 15 digits and noughts. That of +Inf, the end of an
// interval that has none, is 0.
func integer(log float64) *big.Int {
	if math.IsInf(log, 0) {
		return new(big.Int)
	}
	const digits = 15
	exponent := math.Floor(log / math.Ln10)
	if exponent < digits {
		return big.NewInt(int64(math.Round(math.Exp(log))))
	}
	mantissa := int64(math.Round(math.Exp(log-exponent*math.Ln10) * math.Pow10(digits-1)))
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)-digits+1), nil)
	return n.Mul(n, big.NewInt(mantissa))
}

// scientific appends a number of which the natural logarithm is given with three digits: 6.67e21, or 288 if it is small.
func scientific(b []byte, log float64) []byte {
	switch {
	case math.IsInf(log, 1):
		return append(b, "any number"...)
	case log < math.Log(1e6):
		n := math.Exp(log)
		if n < 100 {
			return strconv.AppendFloat(b, n, 'g', 3, 64)
		}
		return append(b, term.Thousands(int64(math.Round(n)))...)
	}
	text := new(big.Float).SetInt(integer(log)).Text('e', 2)
	return append(b, strings.Replace(text, "e+", "e", 1)...)
}
