//go:build !js

package serve

import (
	"errors"
	"strings"

	"rsc.io/qr/coding"
)

// quiet is the number of light modules around a QR code.
const quiet = 4

// qrLines returns a text as a QR code in lines of characters, each of which is two modules high. Light modules are full
// blocks: terminals are dark.
func qrLines(text string) ([]string, error) {
	data, version := coding.String(text), coding.Version(coding.MinVersion)
	for data.Bits(version) > 8*version.DataBytes(coding.L) {
		if version++; version > coding.MaxVersion {
			return nil, errors.New("the text is too long for a QR code")
		}
	}
	plan, err := coding.NewPlan(version, coding.L, 0)
	if err != nil {
		return nil, err
	}
	code, err := plan.Encode(data)
	if err != nil {
		return nil, err
	}
	dark := func(x, y int) int {
		if code.Black(x, y) { // false outside of the code
			return 1
		}
		return 0
	}
	var lines []string
	for y := -quiet; y < code.Size+quiet; y += 2 {
		var b strings.Builder
		for x := -quiet; x < code.Size+quiet; x++ {
			b.WriteString([]string{"█", "▀", "▄", " "}[2*dark(x, y)+dark(x, y+1)])
		}
		lines = append(lines, b.String())
	}
	return lines, nil
}
