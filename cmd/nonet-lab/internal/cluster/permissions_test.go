package cluster

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// deployed is the server configuration in the folder deploy.
const deployed = "../../../../deploy/nats-server.conf"

// TestPermissionsOfDeploy executes a campaign on a server with the configuration in deploy. The permissions of its
// users suffice, and each is used.
func TestPermissionsOfDeploy(t *testing.T) {
	s, options, traced := startDeployed(t)
	plan := planOf(t, small)
	worker := Worker{Conn: connectAs(t, s, "worker"), Jobs: 2}
	working, stop := context.WithCancel(t.Context())
	defer stop()
	collecting, end := context.WithTimeoutCause(t.Context(), 5*time.Minute, errors.New("timeout"))
	defer end()
	worked := make(chan error, 1)
	go func() {
		worked <- worker.Run(working)
		end() // no other worker executes runs
	}()
	collector := connectAs(t, s, "collector")
	queue := &Queue{Conn: collector, Keep: true}
	// The second collector changes the limit, and finds all records on the server.
	for _, queue.MaxBytes = range []campaign.Bytes{0, 1 << 30} {
		store := create(t, plan)
		if err := (campaign.Runner{Queue: queue}).Run(collecting, plan, store); err != nil {
			stop()
			t.Fatalf("collector: %v; worker: %v", err, <-worked)
		}
		if got := read(t, store); len(got) != plan.Runs() {
			t.Errorf("%d records of %d runs", len(got), plan.Runs())
		}
	}
	for _, conn := range []*Conn{connectAs(t, s, "watcher"), collector} {
		if all, err := conn.Campaigns(t.Context()); err != nil || len(all) != 1 {
			t.Errorf("%d campaigns, error %v", len(all), err)
		}
		watch, err := conn.Watch()
		if err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); len(watch.Workers()) == 0; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("no status of the worker within a minute")
			}
		}
		if state, err := watch.State(t.Context(), Identify(plan)); err != nil || state.Recorded() != plan.Runs() {
			t.Errorf("%+v, error %v", state, err)
		}
		watch.Close()
	}
	if err := queue.Conn.Remove(t.Context(), Identify(plan)); err != nil {
		t.Error(err)
	}
	stop()
	if err := <-worked; err != nil {
		t.Errorf("worker: %v", err)
	}
	// A collector on a full server removes runs.
	publishBatches(t, queue, plan, 1)
	c, err := queue.openCampaign(t.Context(), plan, func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	before := c.runs.CachedInfo().State.Msgs
	if err := c.makeRoom(t.Context()); err != nil || c.unpublished() == 0 || before == 0 {
		t.Errorf("%d of %d runs are held back, error %v", c.unpublished(), before, err)
	}
	c.close()
	if err := queue.Conn.Remove(t.Context(), Identify(plan)); err != nil {
		t.Error(err)
	}

	for _, user := range options.Users {
		published, subscribed := traced.subjects(user.Username)
		if len(published) == 0 || len(subscribed) == 0 {
			t.Fatalf("user %s: no messages in the trace", user.Username)
		}
		p := user.Permissions
		for _, side := range []struct {
			allowed []string
			used    map[string]bool
		}{{p.Publish.Allow, published}, {p.Subscribe.Allow, subscribed}} {
			for _, pattern := range side.allowed {
				if !matchesAny(side.used, pattern) {
					t.Errorf("user %s: the permission %s is unused", user.Username, pattern)
				}
			}
		}
	}
	if refused := traced.violations(); len(refused) > 0 {
		t.Errorf("%d permission violations:\n%s", len(refused), strings.Join(refused, "\n"))
	}
}

// TestForbiddenSubjects publishes to subjects that the users in deploy must not use.
func TestForbiddenSubjects(t *testing.T) {
	s, _, _ := startDeployed(t)
	for _, c := range []struct{ user, subject string }{
		{"worker", "$JS.API.STREAM.CREATE.nonet-runs-x"},
		{"worker", "$JS.API.STREAM.DELETE.nonet-runs-x"},
		{"worker", "$JS.API.STREAM.PURGE.nonet-records-x"},
		{"worker", "$JS.API.STREAM.MSG.DELETE.nonet-records-x"},
		{"worker", "$JS.API.CONSUMER.CREATE.nonet-records-x.c"},
		{"worker", "nonet.x.run.any.0"},
		{"watcher", "$JS.API.STREAM.DELETE.nonet-runs-x"},
		{"watcher", "$JS.API.CONSUMER.MSG.NEXT.nonet-runs-x.any"},
		{"watcher", "$JS.API.CONSUMER.CREATE.nonet-records-x.c"},
		{"watcher", "nonet.x.record.solved"},
		{"watcher", "nonet.worker.x.status"},
		{"collector", "nonet.x.record.solved"},
		{"collector", "$JS.ACK.nonet-runs-x.any.1.1.1.1.1"},
	} {
		refused := make(chan error, 1)
		onError := func(_ *nats.Conn, _ *nats.Subscription, err error) {
			select {
			case refused <- err:
			default:
			}
		}
		nc, err := nats.Connect(s.ClientURL(), nats.UserInfo(c.user, secret(c.user)), nats.ErrorHandler(onError))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(nc.Publish(c.subject, nil), nc.Flush()); err != nil {
			t.Error(err)
		}
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("user %s, subject %s: error %v, want a permission violation", c.user, c.subject, err)
			}
		case <-time.After(time.Minute):
			t.Errorf("user %s may publish to %s", c.user, c.subject)
		}
		nc.Close()
	}
}

func secret(user string) string { return "secret-of-" + user }

// Without TLS, the deployed server is for its own machine. The arguments of the container open it to the others there.
func TestDeployedServerListens(t *testing.T) {
	for _, user := range []string{"COLLECTOR", "WORKER", "WATCHER"} {
		t.Setenv("NONET_"+user+"_PASSWORD", "p")
	}
	t.Setenv("NONET_STORE", t.TempDir())
	for want, args := range map[string][]string{
		"127.0.0.1": {"--config", deployed},
		"0.0.0.0":   {"--config", deployed, "--addr", "0.0.0.0"},
	} {
		o, err := server.ConfigureOptions(flag.NewFlagSet("nats-server", flag.ContinueOnError), args, nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if o.Host != want || o.Port != 4222 || o.HTTPHost != "127.0.0.1" || o.TLSConfig != nil {
			t.Errorf("%v: listens at %s:%d and %s", args, o.Host, o.Port, o.HTTPHost)
		}
	}
	compose, err := os.ReadFile(filepath.Join(filepath.Dir(deployed), "compose.yaml"))
	if err != nil || !strings.Contains(string(compose), `"/etc/nats/nats-server.conf", "--addr", "0.0.0.0"]`) {
		t.Errorf("compose.yaml does not open the server to the network of the containers: %v", err)
	}
}

// startDeployed starts a server with the configuration in deploy, but another port and a temporary folder.
func startDeployed(t *testing.T) (*server.Server, *server.Options, *traces) {
	t.Helper()
	for _, user := range []string{"collector", "worker", "watcher"} {
		t.Setenv("NONET_"+strings.ToUpper(user)+"_PASSWORD", secret(user))
	}
	t.Setenv("NONET_STORE", t.TempDir())
	options, err := server.ProcessConfigFile(deployed)
	if err != nil {
		t.Fatal(err)
	}
	options.Host, options.Port, options.HTTPPort, options.NoSigs = "127.0.0.1", server.RANDOM_PORT, 0, true
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	traced := &traces{used: map[string]map[string]bool{}}
	s.SetLoggerV2(traced, false, true, false)
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the NATS server is not ready after 20 s")
	}
	return s, options, traced
}

// connectAs connects as a user, with the user name as client name.
func connectAs(t *testing.T, s *server.Server, user string) *Conn {
	t.Helper()
	conn, err := Connect(t.Context(), Options{URL: s.ClientURL(), Name: user, User: user, Password: secret(user)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// traces is a server log that collects the subjects that clients, identified by name, publish and subscribe to.
type traces struct {
	mu      sync.Mutex
	used    map[string]map[string]bool // by verb and name
	refused []string
}

// tracedLine matches a line of the trace: 127.0.0.1:1 - cid:5 - "v1.55.0:go:worker" ... - <<- [PUB subject reply 12]
var tracedLine = regexp.MustCompile(`"v[^":]*:go:(\w+)".* <<- \[(H?PUB|SUB) (\S+)`)

func (l *traces) Tracef(format string, v ...any) {
	m := tracedLine.FindStringSubmatch(fmt.Sprintf(format, v...))
	if m == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	key := strings.TrimPrefix(m[2], "H") + " " + m[1]
	if l.used[key] == nil {
		l.used[key] = map[string]bool{}
	}
	l.used[key][m[3]] = true
}

func (l *traces) Errorf(format string, v ...any) {
	if text := fmt.Sprintf(format, v...); strings.Contains(text, "Violation") {
		l.mu.Lock()
		l.refused = append(l.refused, text)
		l.mu.Unlock()
	}
}

func (*traces) Noticef(string, ...any) {}
func (*traces) Warnf(string, ...any)   {}
func (*traces) Fatalf(string, ...any)  {}
func (*traces) Debugf(string, ...any)  {}

func (l *traces) subjects(name string) (published, subscribed map[string]bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.used["PUB "+name]), maps.Clone(l.used["SUB "+name]) // clone: the server is still running
}

func (l *traces) violations() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.refused)
}

func matchesAny(subjects map[string]bool, pattern string) bool {
	for s := range subjects {
		if server.SubjectsCollide(s, pattern) {
			return true
		}
	}
	return false
}
