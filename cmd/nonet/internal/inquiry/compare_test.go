package inquiry

import (
	"slices"
	"testing"
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
		chosen, err := ChooseMethods("--methods", test.names)
		var names []string
		for _, m := range chosen {
			names = append(names, m.Name)
		}
		if err != nil || !slices.Equal(names, test.want) {
			t.Errorf("%v: %v, error %v; want %v", test.names, names, err, test.want)
		}
	}
	for _, bad := range [][]string{{"[gini"}, {"nobody"}, {"x*"}} {
		if _, err := ChooseMethods("--methods", bad); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
	all, err := ChooseMethods("--methods", nil)
	if err != nil || len(all) < 20 {
		t.Errorf("by default %d methods, error %v", len(all), err)
	}
}
