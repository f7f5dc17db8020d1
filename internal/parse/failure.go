package parse

type raised struct{ err error }

// Raise panics with err, unless it is nil. A function that has deferred Catch recovers it.
func Raise(err error) {
	if err != nil {
		panic(raised{err})
	}
}

// Catch recovers a panic of Raise and stores its error. The function at the entry of a parser defers it. Other panics
// continue.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case raised:
		*err = r.err
	default:
		panic(r)
	}
}
