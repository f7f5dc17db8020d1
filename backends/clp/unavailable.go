//go:build !clp

package clp

import "nonet/backends"

const builtFor = ""

// Install says how to install what is missing of CLP.
const Install = "apt install coinor-libclp-dev zlib1g-dev pkg-config g++, then build with -tags clp"

// LookedFor lists where the program looks for CLP, for people.
var LookedFor = []string{"linked into nonet"}

func openCoin() (relaxation, error) { _, err := libraryVersion(); return nil, err }

func libraryVersion() (string, error) {
	return "", backends.Unavailable("COIN CLP", Install)
}
