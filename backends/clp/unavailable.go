//go:build !clp

package clp

import "nonet/backends"

func openCoin() (relaxation, error) { _, err := libraryVersion(); return nil, err }
func openLanl() (relaxation, error) { return openCoin() }

func libraryVersion() (string, error) {
	return "", backends.Unavailable("clp: COIN CLP",
		"install its library and headers (Debian: apt-get install coinor-libclp-dev zlib1g-dev pkg-config g++) "+
			"and build with -tags clp")
}
