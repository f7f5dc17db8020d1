package cluster

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/natscontext"
)

// A Conn is a connection to a NATS server with JetStream. When the server goes away it is restored as soon as there is one again.
type Conn struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	server string

	dialer dialer

	telling sync.Mutex // held while told is called
	told    func(string)

	mu        sync.Mutex
	restored  []func()
	violation string          // the last of the permissions, since the connection is there
	answering context.Context // ends when requests that were sent will have no answer
	silenced  context.CancelFunc
}

// requestTime is how long an answer of the server is waited for.
const requestTime = 5 * time.Second

// reconnectWait is the time between two attempts at restoring a connection, but for some that is added at random.
var reconnectWait = time.Second

// asyncPending is how many messages may be on their way to the server.
const asyncPending = 1024

// Connect connects to a server, and makes sure that it has JetStream. The error is an *Error.
func Connect(ctx context.Context, o Options) (*Conn, error) {
	o.fill(os.Getenv)
	c := &Conn{server: plainServer(o.URL), told: o.Told}
	c.answering, c.silenced = context.WithCancel(context.Background())
	c.dialer.ctx.Store(&ctx)
	who, err := o.authentication()
	if err == nil {
		err = checkURLs(o.URL)
	}
	if err != nil {
		return nil, &Error{c.server, err.Error(), errors.Join(ErrOptions, err)}
	}
	options := append(c.handlers(), who...)
	options = append(options, nats.Name(o.Name), nats.SetCustomDialer(&c.dialer), nats.Timeout(requestTime),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.PingInterval(20*time.Second))
	var settings natscontext.Settings
	if o.Context != "" {
		if o.URL == "" {
			c.server = "the server of the context " + o.Context
		}
		c.nc, settings, err = connectContext(o, options)
	} else {
		c.nc, err = nats.Connect(o.URL, options...)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, c.unconnected(o, err)
	}
	always := context.WithoutCancel(ctx)
	c.dialer.ctx.Store(&always)
	c.server = plainServer(c.nc.ConnectedUrl())
	if o.Domain == "" {
		o.Domain = settings.JSDomain
	}
	js := []jetstream.JetStreamOpt{jetstream.WithPublishAsyncMaxPending(asyncPending), jetstream.WithPublishAsyncTimeout(requestTime)}
	switch {
	case o.Domain != "":
		c.js, err = jetstream.NewWithDomain(c.nc, o.Domain, js...)
	case settings.JSAPIPrefix != "":
		c.js, err = jetstream.NewWithAPIPrefix(c.nc, settings.JSAPIPrefix, js...)
	default:
		c.js, err = jetstream.New(c.nc, js...)
	}
	if err == nil {
		asking, cancel := c.asking(ctx, requestTime)
		_, err = c.js.AccountInfo(asking)
		cancel()
	}
	if err != nil {
		c.hangUp()
		return nil, c.explain(ctx, "asking for JetStream", err)
	}
	return c, nil
}

// Close ends the connection. What was published before is sent, and Told is not called any more.
func (c *Conn) Close() {
	if c.nc.IsConnected() {
		_ = c.nc.FlushTimeout(requestTime) // best effort: what needed to arrive was confirmed
	}
	c.hangUp()
}

// hangUp ends the connection as it is.
func (c *Conn) hangUp() {
	c.nc.Close()
	c.telling.Lock()
	c.told = nil
	c.telling.Unlock()
}

// Server returns the address of the server, without credentials.
func (c *Conn) Server() string { return c.server }

// connectContext connects as a context says, with what the options say besides.
func connectContext(o Options, options []nats.Option) (*nats.Conn, natscontext.Settings, error) {
	if o.URL != "" {
		options = append(options, func(to *nats.Options) error {
			to.Url, to.Servers = o.URL, nil
			return nil
		})
	}
	return natscontext.Connect(o.Context, options...)
}

// A dialer gives up when its context ends: that of Connect, until there is a connection.
type dialer struct {
	ctx     atomic.Pointer[context.Context]
	reached atomic.Bool // somebody has answered
}

// Dial implements nats.CustomDialer.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: requestTime}).DialContext(*d.ctx.Load(), network, address)
	if err == nil {
		d.reached.Store(true)
	}
	return conn, err
}
