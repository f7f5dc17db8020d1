package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"nonet/cmd/internal/programtest"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { os.Exit(programtest.Main(m)) }

// TestScripts runs the scripts. They have further commands:
//
//	natsserver VARIABLE [KIND]  starts a NATS server: see natsServer
//	writecontext FILE URL  writes a context of the nats tool, with the user of such a server
func TestScripts(t *testing.T) {
	programtest.Scripts(t, nonetLab, map[string]programtest.ScriptCommand{
		"natsserver": func(ts *testscript.TestScript, _ bool, args []string) {
			kind := ""
			if len(args) > 1 {
				kind = args[1]
			}
			url := natsServer(t, kind)
			ts.Setenv(args[0], url)
			ts.Setenv("PLAIN", strings.TrimPrefix(url, "nats://"))
		},
		"writecontext": func(ts *testscript.TestScript, _ bool, args []string) {
			text := fmt.Sprintf(`{"url": %q, "user": "all", "password": "secret"}`, args[1])
			ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
		},
	})
}

// natsServer starts a NATS server that stops at the end of the test, and returns its URL. Kinds are no-jetstream
// (without JetStream), users (with the user "all" with all permissions and the user "nothing" with none),
// small (with a low limit on the message size), and "", open to all.
func natsServer(t *testing.T, kind string) string {
	return clustertest.Start(t, func(o *server.Options) {
		switch kind {
		case "no-jetstream":
			o.JetStream = false
		case "users":
			nothing := &server.Permissions{Publish: &server.SubjectPermission{Allow: []string{"nothing"}}}
			o.Users = []*server.User{{Username: "all", Password: "secret"},
				{Username: "nothing", Password: "secret", Permissions: nothing}}
		case "small":
			o.MaxPayload = 4200
		}
	}).URL()
}
