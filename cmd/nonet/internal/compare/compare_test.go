package compare

import (
	"errors"
	"slices"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
)

func TestChooseMethods(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  []string
	}{
		{[]string{"gini", "native", "gini"}, []string{"gini", "native"}},
		{[]string{"gini", "gophersat-pb", "gophersat"}, []string{"gini", "gophersat", "gophersat-pb"}},
		{[]string{"gini:m*"}, []string{"gini:minimal"}},
		{[]string{"gini:extended/b*"}, []string{"gini:extended/bimander-sqrt", "gini:extended/bitwise"}},
		{[]string{"gini:minimal/product"}, []string{"gini:minimal/product"}},
		{[]string{"singles+gini:m*", "none+gini:m*"}, []string{"singles+gini:minimal", "gini:minimal"}},
	} {
		chosen, err := chooseMethods(test.names)
		var names []string
		for _, m := range chosen {
			names = append(names, m.Name)
		}
		if err != nil || !slices.Equal(names, test.want) {
			t.Errorf("%v: %v, error %v; want %v", test.names, names, err, test.want)
		}
	}
	for _, bad := range [][]string{{"[gini"}, {"nobody"}, {"x*"}} {
		if _, err := chooseMethods(bad); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
	all, err := chooseMethods(nil)
	if err != nil || len(all) < 20 {
		t.Errorf("by default %d methods, error %v", len(all), err)
	}
}

func TestTroubleOfATrial(t *testing.T) {
	missingOne := ask.Trial{Method: methods.Availability{Err: errors.New("methods: not there")}}
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
