package ask

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/native"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/notation"

	"github.com/spf13/cobra"
)

// defaultProbes is how many probes an estimate takes without --probes.
const defaultProbes = 10_000

// estimateAll estimates the number of solutions of each puzzle.
func estimateAll(c *cobra.Command, e *term.Env, probes int, args []string) error {
	if c.Flags().Changed("method") && e.Flags.Method != "native" {
		return fmt.Errorf("--method %s: expected native, which alone can estimate", e.Flags.Method)
	}
	if e.Flags.Output == "dimacs" {
		return errors.New("--output dimacs: expected text, line, json or csv with --estimate")
	}
	s, err := input.Open(c, e, args)
	if err != nil {
		return err
	}
	alone := input.IsSingle(e, s)
	if e.Flags.Output == "csv" {
		s.Unreadable = func(b []byte, it *input.Item) []byte { return print.CSVUnreadable(b, estimateHeader, it) }
		if err := e.Print(estimateHeader); err != nil {
			return err
		}
	}
	_, err = input.ForEach(c.Context(), e, s, e.Flags.Jobs, func() input.Handler {
		return func(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
			x := estimateOne(ctx, e, it, probes)
			if x.err == nil && x.Exact() && math.IsInf(x.Mean, -1) {
				e.Raise(term.Negative)
			}
			switch {
			case e.Flags.Output == "json":
				b = term.AppendJSONLine(b, x.object(e.Flags.Seed))
			case e.Flags.Output == "csv":
				b = append(b, x.csv(e.Flags.Seed)...)
			case e.Flags.Output != "line":
				b = append(b, x.text(alone)...)
			case x.err != nil:
				b = print.InsteadOf(b, x.err)
			default:
				b = append(b, scientific(x.Mean)+"\n"...)
			}
			if x.err == nil && x.Hits == 0 && !x.Exact() {
				return b, errNoHit
			}
			return b, x.err
		}
	})
	return err
}

const estimateHeader = "index,file,line,name,puzzle,size,method,status,count,exact,low,high,probes,hits,seed,seconds,error\n"

var errNoEstimate = errors.New("an estimate is about all solutions of all variables: expected a model without an " +
	"objective that shows all its variables")

var errNoHit = fmt.Errorf("%w: no probe ended in a solution; try more --probes", ask.ErrIncomplete)

// An estimated is an estimate of the number of solutions of a puzzle.
type estimated struct {
	*input.Item
	native.Estimate
	elapsed time.Duration
	err     error
}

// estimateOne estimates the number of solutions of one puzzle. At the time limit it returns the estimate of the probes
// so far, if there are any.
func estimateOne(ctx context.Context, e *term.Env, it *input.Item, probes int) *estimated {
	x := &estimated{Item: it}
	start, p := time.Now(), it.Problem()
	if it.Model && (p.Hides() || p.Model.Objective != nil) {
		x.Mean, x.err = math.Inf(-1), errNoEstimate
		return x
	}
	x.err = it.Within(ctx, func(limited context.Context) (err error) {
		x.Estimate, _, err = native.Solver{}.Estimate(limited, p.Whole(), probes, e.Flags.Seed)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil && x.Hits > 1 {
			return nil
		}
		return err
	})
	x.elapsed = time.Since(start)
	return x
}

func (x *estimated) status() string {
	switch {
	case !math.IsInf(x.Mean, -1):
		return model.Satisfiable.String()
	case x.err != nil:
		return print.StatusOf(x.err)
	case x.Exact():
		return model.Unsatisfiable.String()
	}
	return model.Unknown.String()
}

// text returns the estimate, the interval and its reliability.
func (x *estimated) text(alone bool) string {
	var b strings.Builder
	switch {
	case x.err != nil || x.Hits == 0 && !x.Exact():
		b.WriteString("unknown")
	case x.Exact():
		b.WriteString("exactly " + integer(x.Mean).String())
	default:
		b.WriteString("about " + scientific(x.Mean))
	}
	b.WriteString(" solutions")
	if !alone {
		b.WriteString("  " + strings.TrimRight(print.Heading(x.Item), ":\n"))
	}
	switch {
	case x.Exact() && x.err == nil:
		b.WriteString(": propagation alone finds that")
	case x.Hits > 0:
		fmt.Fprintf(&b, ", 95 %% between %s and %s", scientific(x.Low), scientific(x.High))
	}
	fmt.Fprintf(&b, " (%s, %s", term.Plural(x.Probes, "probe", "probes"), term.Duration(x.elapsed))
	if x.Probes > 0 {
		fmt.Fprintf(&b, ", %s of them ended in a solution, standard deviation %.1f times the mean",
			term.Thousands(x.Hits), x.RelStdDev)
	}
	b.WriteString(")\n")
	if x.Doubtful() && x.Hits > 0 {
		doubt := "hardly any probe ended in a solution"
		if x.LargestShare >= 0.1 {
			doubt = fmt.Sprintf("a single probe makes up %.0f %% of the estimate", 100*x.LargestShare)
		}
		fmt.Fprintf(&b, "the interval is not to be trusted: %s; take more --probes\n", doubt)
	}
	return b.String()
}

// An estimateObject is the estimate in JSON.
type estimateObject struct {
	print.Head
	Method   string          `json:"method"`
	Status   string          `json:"status"`
	Count    string          `json:"count"`
	Exact    bool            `json:"exact"`
	Estimate *intervalObject `json:"estimate,omitempty"`
	print.Tail
}

type intervalObject struct {
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

func (x *estimated) object(seed uint64) estimateObject {
	o := estimateObject{print.HeadOf(x.Item), "native", x.status(), integer(x.Mean).String(), x.Exact() && x.err == nil,
		nil, print.TailOf(x.elapsed, x.err)}
	if x.Hits > 0 {
		o.Estimate = &intervalObject{integer(x.Low).String(), integer(x.High).String(), x.Mean / math.Ln10, x.Probes,
			x.Hits, x.RelStdDev, x.LargestShare, !x.Doubtful(), seed}
	}
	return o
}

// csv returns the estimate as a row.
func (x *estimated) csv(seed uint64) string {
	o, interval := x.object(seed), intervalObject{}
	if o.Estimate != nil {
		interval = *o.Estimate
	}
	return term.CSVRow(print.CSVPlace(x.Item), []string{notation.Line(x.Puzzle.Alphabet, x.Puzzle.Clues),
		term.NonZero(x.Puzzle.Shape.N()), o.Method, o.Status, o.Count, strconv.FormatBool(o.Exact), interval.Low,
		interval.High, strconv.Itoa(x.Probes), strconv.Itoa(x.Hits), strconv.FormatUint(seed, 10),
		string(term.AppendSeconds(nil, x.elapsed)), o.Error})
}

// integer returns e^log, rounded to an integer with 15 significant digits. For +Inf, the upper end of an unbounded
// interval, it returns 0.
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

// scientific formats e^log with three significant digits, such as 6.67e21; a number below a million has all its digits.
func scientific(log float64) string {
	switch {
	case math.IsInf(log, 1):
		return "any number"
	case log < math.Log(1e6):
		n := math.Exp(log)
		if n < 100 {
			return strconv.FormatFloat(n, 'g', 3, 64)
		}
		return term.Thousands(int64(math.Round(n)))
	}
	return strings.Replace(new(big.Float).SetInt(integer(log)).Text('e', 2), "e+", "e", 1)
}
