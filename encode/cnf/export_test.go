package cnf

// Propagate returns how many variables unit propagation alone gives a value, and whether it finds no conflict. It is for the tests that
// cannot be inside the package because they need packages that import it.
func Propagate(f *Formula) (known int, ok bool) {
	s := newSearch(f)
	ok = s.start()
	return len(s.trail), ok
}
