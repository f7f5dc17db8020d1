package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"

	"github.com/spf13/cobra"
)

// natsFlags are the flags of commands that connect to a NATS server.
type natsFlags struct {
	cluster.Options
	queue cluster.Queue // of collectors
}

// environmentServer is the value of --nats for the server of NATS_URL or of the selected context.
const environmentServer = "env"

// connectionFlags adds the flags for the connection to a server. Their names are those of the nats tool.
func (e *lab) connectionFlags(c *cobra.Command, help string) {
	f, o := c.Flags(), &e.nats
	f.StringVar(&o.URL, "nats", "", help)
	f.StringVar(&o.Context, "context", "", "name or file of a context of the nats tool")
	f.StringVar(&o.Creds, "creds", "", "file with the credentials of a NATS user")
	f.StringVar(&o.NKey, "nkey", "", "file with the NKey seed of a NATS user")
	f.StringVar(&o.User, "user", "", "NATS user")
	f.StringVar(&o.Password, "password", "", "password of the NATS user; a token without --user")
	f.StringVar(&o.Cert, "tlscert", "", "file with a TLS certificate of this client")
	f.StringVar(&o.Key, "tlskey", "", "file with the key of --tlscert")
	f.StringVar(&o.CA, "tlsca", "", "file with trusted TLS CA certificates")
	f.StringVar(&o.Domain, "js-domain", "", "JetStream domain")
	term.CompleteFlag(c, "nats", environmentServer, "nats://localhost:4222")
}

// queueFlags adds the flags of commands whose runs are executed by this process or, with --nats, by workers.
func (e *lab) queueFlags(c *cobra.Command) {
	e.connectionFlags(c, "execute the runs by the workers of this NATS server, such as nats://HOST:4222; "+
		environmentServer+" means the server of NATS_URL or of the selected context")
	f, q := c.Flags(), &e.nats.queue
	f.DurationVar(&q.AckWait, "ack-wait", 30*time.Second,
		"with --nats: time without heartbeats of a worker after which its runs are redelivered")
	f.IntVar(&q.Replicas, "replicas", 0,
		"with --nats: copies of each stream in a cluster of servers (default: unchanged, or 1)")
	f.TextVar(&q.MaxBytes, "max-bytes", campaign.Bytes(0),
		"with --nats: size limit of each stream, such as 2GiB (default: none)")
	f.TextVar(&q.MaxMessage, "max-message", campaign.Bytes(0),
		"with --nats: size limit of a message (default: the limit of the server)")
	f.BoolVar(&q.Keep, "keep", false, "with --nats: leave the campaign on the server when all records are collected")
	f.BoolVar(&q.AnyBuild, "any-build", false, "with --nats: continue a campaign that another build of nonet started")
	for _, name := range []string{"max-bytes", "max-message"} {
		f.Lookup(name).DefValue = "" // the usage text gives the default
	}
	term.AtLeast(c, "ack-wait", &q.AckWait, time.Second)
	term.AddCheck(c, func() error {
		switch {
		case q.Replicas < 0 || q.Replicas > 5 || q.Replicas == 0 && f.Changed("replicas"):
			return fmt.Errorf("--replicas %d: expected 1 to 5", q.Replicas)
		case e.remote() && f.Changed("jobs"):
			return errors.New("--jobs applies to runs in this process: with --nats, give it to nonet-lab worker")
		case e.remote():
			return nil
		}
		for _, name := range []string{"creds", "nkey", "user", "password", "tlscert", "tlskey", "tlsca", "js-domain",
			"ack-wait", "replicas", "max-bytes", "max-message", "keep", "any-build"} {
			if f.Changed(name) {
				return fmt.Errorf("--%s requires --nats or --context", name)
			}
		}
		return nil
	})
}

// remote reports whether the flags specify a server.
func (e *lab) remote() bool { return e.nats.URL != "" || e.nats.Context != "" }

// serverWait is how long a worker or a collector waits for a server that does not answer: it may be restarting.
const serverWait = 10 * time.Second

// connect connects to the server that the flags specify, or to the server of the environment.
func (e *lab) connect(ctx context.Context, role string) (*cluster.Conn, error) {
	o := e.nats.Options
	if o.URL == environmentServer {
		o.URL = ""
	}
	o.Name, o.OnEvent = "nonet "+role, e.notice
	if role == "worker" || role == "collector" {
		o.Wait = serverWait
	}
	conn, err := cluster.Connect(ctx, o)
	if err != nil {
		return nil, e.campaignError(ctx, err)
	}
	if conn.Exposed() && (role == "worker" || role == "collector") {
		e.notice(fmt.Sprintf("warning: %s asks for no credentials: any client can start solvers on the workers; "+
			"see deploy/nats-server.conf", conn.Server()))
	}
	return conn, nil
}

// queue returns the queue that executes runs: this process, or the workers of a server. The returned function closes
// the connection.
func (e *lab) queue(ctx context.Context) (campaign.Queue, func(), error) {
	if !e.remote() {
		return e.localQueue(), func() {}, nil
	}
	conn, err := e.connect(ctx, "collector")
	if err != nil {
		return nil, nil, err
	}
	q := &e.nats.queue
	q.Conn, q.Executor, q.Notice = conn, executor(), e.notice
	return q, conn.Close, nil
}

// server returns the flags that specify the server, without credentials.
func (e *lab) server(conn *cluster.Conn) string {
	switch o := e.nats.Options; {
	case o.Context != "":
		return "--context " + o.Context
	case o.URL == environmentServer:
		return "--nats " + environmentServer
	}
	return "--nats " + conn.Server()
}

// notice prints a message on standard error, above the progress bar if there is one.
func (e *lab) notice(text string) {
	if !e.Flags.Quiet {
		fmt.Fprintln(e.bar.Load().HideBarWriter(e.Err), text)
	}
}
