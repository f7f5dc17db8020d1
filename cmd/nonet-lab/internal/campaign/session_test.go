package campaign

import (
	"path/filepath"
	"slices"
	"testing"
	"time"
)

const sessionCampaign = `
name = "sessions"
[[grid]]
name = "g"
instances = ["reseda-easy"]
methods = ["native"]
`

// A session is stored when runs are executed, also in a database of an earlier version; if all runs have records there
// is none.
func TestSessions(t *testing.T) {
	spec, err := Parse("s.toml", sessionCampaign)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := spec.Expand(t.Context(), Full)
	if err != nil {
		t.Fatal(err)
	}
	store, err := Create(t.Context(), filepath.Join(t.TempDir(), "s.sqlite"), plan)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if all, err := store.Sessions(t.Context()); len(all) > 0 || err != nil {
		t.Fatal(all, err)
	}
	for range 2 {
		if err := (Runner{Command: "nonet-lab campaign run s.toml"}).Run(t.Context(), plan, store); err != nil {
			t.Fatal(err)
		}
	}
	all, err := store.Sessions(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("%v, %v: want one session", all, err)
	}
	s := all[0]
	if s.Command != "nonet-lab campaign run s.toml" || time.Since(s.Began) > time.Hour || s.Ended.Before(s.Began) {
		t.Errorf("%+v", s)
	}
}

// The digest is the output of `printf '%s\\n' PUZZLE | sha256sum`.
func TestDigests(t *testing.T) {
	spec, err := Parse("s.toml", sessionCampaign)
	if err != nil {
		t.Fatal(err)
	}
	store, err := Create(t.Context(), filepath.Join(t.TempDir(), "s.sqlite"), plan(t, spec, Full))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	d, err := store.Digests(t.Context())
	want := []ListDigest{{"reseda-easy", 1, "1e87c2c0934602d564593eb88a8a033e16926db88882411d233c50a87bd9e5d6"}}
	if err != nil || !slices.Equal(d, want) {
		t.Errorf("%+v, error %v", d, err)
	}
}
