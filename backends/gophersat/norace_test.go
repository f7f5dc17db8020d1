//go:build !race

package gophersat

const raceDetector = false
