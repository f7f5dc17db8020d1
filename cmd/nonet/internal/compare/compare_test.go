package compare

import (
	"errors"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
)

func TestTroubleOfATrial(t *testing.T) {
	missingOne := ask.Trial{Method: methods.Availability{Err: errors.New("not there")}}
	if got := problemOf(&missingOne); got != "not there" {
		t.Errorf("missing: %q", got)
	}
	if got := problemOf(&ask.Trial{}); got != "interrupted" {
		t.Errorf("not tried: %q", got)
	}
}

func TestTextsOfTimes(t *testing.T) {
	for _, test := range []struct {
		s             summary
		total, spread string
	}{
		{summary{}, "", ""},
		{summary{total: time.Second}, "1.00 s", "few runs"},
		{summary{total: time.Second, spreadKnown: true}, "1.00 s", "±0%"},
		{summary{total: time.Second, spreadKnown: true, spread: 0.5}, "1.00 s", "±50%"},
		{summary{total: time.Second, spreadKnown: true, spread: 4.59}, "1.00 s", "±459% noisy"},
		{summary{total: 10 * time.Second, spreadKnown: true}, "> 10 s", ""},
	} {
		test.s.limit = 10 * time.Second
		if total, spread := test.s.totalText(), test.s.spreadText(); total != test.total || spread != test.spread {
			t.Errorf("%v: %q, %q; want %q, %q", test.s.total, total, spread, test.total, test.spread)
		}
	}
}
