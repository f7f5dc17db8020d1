package ip

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"nonet/internal/parse"
)

// A number is a decimal number of a file, m times 10^exp, or infinite. Numbers that are equal are equal as structs. One
// whose digits do not fit into m is rough: its last digits are missing.
type number struct {
	m     int
	exp   int16
	rough bool
}

const (
	maxInt = 1 << 62 // of m
	maxExp = 400     // digits after the point of a rough number
	infExp = 1 << 14 // of an infinite one, whose m is 1 or -1
)

var infinity = number{m: 1, exp: infExp}

// bigFloat is the number from which on a bound is infinite.
const bigFloat = 1e20

// numberForm matches a finite number.
var numberForm = parse.Pattern(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?$`)

// parseNumber parses an integer or a decimal number such as -3, .5, 5., 1.E+2.
func parseNumber(s string) (number, bool) {
	if n, err := strconv.Atoi(s); err == nil && max(n, -n-1) < maxInt {
		return number{m: n}, true
	}
	r, ok := new(big.Rat), len(s) < maxWord && numberForm().MatchString(s)
	if ok {
		_, ok = r.SetString(strings.TrimSuffix(s, "."))
	}
	return decimal(r), ok
}

// parseBound is parseNumber for a bound: numbers from 1e20 on and the words inf and infinity are infinite.
func parseBound(s string) (number, bool) {
	sign := 1
	if strings.HasPrefix(s, "-") {
		sign = -1
	}
	if word := strings.ToLower(strings.TrimLeft(s, "+-")); word == "inf" || word == "infinity" {
		return number{m: sign, exp: infExp}, true
	}
	if x, err := strconv.ParseFloat(s, 64); math.Abs(x) >= bigFloat && (err == nil || math.IsInf(x, 0)) {
		return number{m: sign, exp: infExp}, true
	}
	return parseNumber(s)
}

// parseInteger parses an integer within MaxNumber. "1.0" and "1e3" are integers.
func parseInteger(s string) (int, bool) {
	n, ok := parseNumber(s)
	return n.m, ok && n.exp == 0 && !n.rough && !tooLarge(n.m)
}

func (n number) isInf() bool { return n.exp == infExp }

func (n number) neg() number { n.m = -n.m; return n }

// bound returns an integer bound of a Program as a number.
func bound(n int) number {
	switch n {
	case Infinity:
		return infinity
	case -Infinity:
		return infinity.neg()
	}
	return number{m: n}
}

// String returns the number as files have it.
func (n number) String() string {
	switch {
	case n == infinity:
		return "inf"
	case n.isInf():
		return "-inf"
	case n.exp == 0:
		return strconv.Itoa(n.m)
	case n.exp < -18 || n.exp > 0:
		return strconv.Itoa(n.m) + "e" + strconv.Itoa(int(n.exp))
	}
	return n.rat().FloatString(int(-n.exp))
}

func (n number) float() float64 {
	if n.isInf() {
		return math.Inf(n.m)
	}
	x, _ := strconv.ParseFloat(strconv.Itoa(n.m)+"e"+strconv.Itoa(int(n.exp)), 64)
	return x
}

// rat returns the value of a finite number.
func (n number) rat() *big.Rat {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n.exp, -n.exp))), nil)
	if n.exp < 0 {
		return new(big.Rat).SetFrac(big.NewInt(int64(n.m)), power)
	}
	return new(big.Rat).SetInt(power.Mul(power, big.NewInt(int64(n.m))))
}

// decimal returns a number as a number of a file, which is rough if it has too many digits.
func decimal(r *big.Rat) (n number) {
	digits, exact := r.FloatPrec()
	if !exact {
		digits = maxExp
	}
	ten := big.NewInt(10)
	m := new(big.Int).Exp(ten, big.NewInt(int64(digits)), nil)
	m.Quo(m.Mul(m, r.Num()), r.Denom())
	n.exp, n.rough = int16(-digits), !exact
	for rest := new(big.Int); m.CmpAbs(big.NewInt(maxInt)) > 0; n.exp++ {
		m.QuoRem(m, ten, rest)
		n.rough = n.rough || rest.Sign() != 0
	}
	n.m = int(m.Int64())
	return n
}

// Quotient returns value/scale as a decimal number, where scale divides a power of ten and 0 stands for 1: an objective
// value of a program with a Scale.
func Quotient(value, scale int) string {
	return decimal(big.NewRat(int64(value), int64(max(scale, 1)))).String()
}

// plus returns n + factor*x. n may be infinite. A result of too many digits is rough.
func (n number) plus(factor, x number) number {
	if n.isInf() {
		return n
	}
	r := factor.rat()
	r.Add(r.Mul(r, x.rat()), n.rat())
	sum := decimal(r)
	sum.rough = sum.rough || n.rough || factor.rough || x.rough
	return sum
}

// compare orders numbers, infinite ones too.
func (n number) compare(x number) int {
	switch {
	case n == x:
		return 0
	case n.isInf():
		return n.m
	case x.isInf():
		return -x.m
	}
	return n.rat().Cmp(x.rat())
}

// round returns the largest integer up to the number times factor or, if up is set, the smallest from it on. An
// infinite number stays infinite. ok is false if the result is beyond 2^53, or if the number is rough.
func (n number) round(factor *big.Int, up bool) (k int, ok bool) {
	if n.isInf() {
		return n.m * Infinity, true
	}
	if n.exp == 0 && factor.IsInt64() && factor.Int64() == 1 {
		return n.m, !n.rough && !tooLarge(n.m)
	}
	r := n.rat()
	r.Mul(r, new(big.Rat).SetInt(factor))
	q, rest := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	if up && rest.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	return int(q.Int64()), q.IsInt64() && !n.rough && !tooLarge(int(q.Int64()))
}

// denominator returns the least factor that makes all the numbers integers.
func denominator(all ...number) *big.Int {
	factor := big.NewInt(1)
	for _, n := range all {
		if n.exp < 0 {
			d := n.rat().Denom()
			gcd := new(big.Int).GCD(nil, nil, factor, d)
			factor.Mul(factor, new(big.Int).Quo(d, gcd))
		}
	}
	return factor
}
