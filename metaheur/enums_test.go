package metaheur

import "testing"

// TestZonesNames checks that zones are parsed by number or by name.
func TestZonesNames(t *testing.T) {
	var z Zones
	for text, want := range map[string]Zones{
		"27": AllZones, "all-zones": AllZones, "3": DiagonalBlocks, "no-zones": NoZones, "0": NoZones,
	} {
		if err := z.UnmarshalText([]byte(text)); err != nil || z != want {
			t.Errorf("UnmarshalText(%s) = %v, error %v; want %v", text, z, err, want)
		}
	}
}
