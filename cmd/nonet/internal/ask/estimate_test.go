package ask

import (
	"math"
	"math/big"
	"testing"
)

func TestNumbersOfLogarithms(t *testing.T) {
	for _, test := range []struct {
		log        float64
		integer    string
		scientific string
	}{
		{math.Inf(-1), "0", "0"},
		{0, "1", "1"},
		{math.Log(12.345), "12", "12.3"},
		{math.Log(288), "288", "288"},
		{math.Log(123456), "123456", "123,456"},
		{math.Log(6.67e21), "6670000000000000000000", "6.67e21"},
		{1000 * math.Ln10, "1" + "0", "1.00e1000"},
	} {
		got := integer(test.log)
		want, _ := new(big.Float).SetString(test.integer)
		if test.log > 2000 {
			want, _ = new(big.Float).SetString("1e1000")
		}
		// Within a part in 10^12.
		off, _ := new(big.Float).Sub(new(big.Float).SetInt(got), want).Float64()
		scale, _ := want.Float64()
		if math.IsInf(scale, 0) {
			if len(got.String()) < 1000 || len(got.String()) > 1001 {
				t.Errorf("integer(%v) has %d digits", test.log, len(got.String()))
			}
		} else if math.Abs(off) > 1e-12*scale {
			t.Errorf("integer(%v) = %v, want %s", test.log, got, test.integer)
		}
		if text := scientific(test.log); text != test.scientific {
			t.Errorf("scientific(%v) = %s, want %s", test.log, text, test.scientific)
		}
	}
	if text := scientific(math.Inf(1)); text != "any number" {
		t.Errorf("no end of an interval is %q", text)
	}
}
