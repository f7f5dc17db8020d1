package bounds

// FloorDiv returns n/d rounded down; d must be positive.
func FloorDiv(n, d int) int {
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}

// GCD returns the greatest common divisor of two integers; it has no sign. That of 0 and n is n.
func GCD(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
