//go:build clp

package clp

func init() {
	guides = append(guides, []struct {
		name string
		open func() (relaxation, error)
	}{{"coin", openCoin}, {"lanl", openLanl}}...)
}
