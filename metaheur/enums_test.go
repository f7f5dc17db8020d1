package metaheur

import "testing"

// Zones are read as their number or by name.
func TestZonesWords(t *testing.T) {
	var z Zones
	for text, want := range map[string]Zones{"27": AllZones, "all-zones": AllZones, "3": DiagonalBlocks, "no-zones": NoZones, "0": NoZones} {
		if err := z.UnmarshalText([]byte(text)); err != nil || z != want {
			t.Errorf("%s: %v, error %v", text, z, err)
		}
	}
}
