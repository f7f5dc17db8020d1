package cluster

import (
	"context"
	"errors"
	"net"
	"strings"
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
	o.fill()
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
	if o.Context == "" {
		c.nc, err = nats.Connect(o.URL, options...)
	} else {
		if o.URL != "" {
			options = append(options, func(to *nats.Options) error {
				to.Url, to.Servers = o.URL, nil // in the place of the context's
				return nil
			})
		} else {
			c.server = "the server of the context " + o.Context
		}
		c.nc, settings, err = natscontext.Connect(o.Context, options...)
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

// handlers returns options that have the connection look after what happens to it.
func (c *Conn) handlers() []nats.Option {
	return []nats.Option{
		nats.DisconnectErrHandler(func(nc *nats.Conn, _ error) {
			c.silence()
			if !nc.IsClosed() {
				c.tell("the connection to " + c.server + " is lost; trying again")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			c.tell("connected to " + c.server + " again")
			c.mu.Lock()
			handlers := c.restored
			c.violation = "" // permissions may be others now
			c.mu.Unlock()
			for _, f := range handlers {
				f()
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				c.violated(err)
			}
		}),
	}
}

// tell tells what happened to the connection.
func (c *Conn) tell(text string) {
	c.telling.Lock()
	defer c.telling.Unlock()
	if c.told != nil {
		c.told(text)
	}
}

// onRestored has f called each time that the connection is there again.
func (c *Conn) onRestored(f func()) {
	c.mu.Lock()
	c.restored = append(c.restored, f)
	c.mu.Unlock()
}

// asking returns a context for a request: it ends when no answer has come within d, or when none can come.
func (c *Conn) asking(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := c.answerable(ctx)
	ctx, late := context.WithTimeout(ctx, d)
	return ctx, func() {
		late()
		cancel()
	}
}

// answerable returns a context that ends when no answer can come to what was sent before: the connection is lost, or the server has said that
// something is not permitted, which it does aside.
func (c *Conn) answerable(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	stop := context.AfterFunc(c.answering, cancel)
	c.mu.Unlock()
	return ctx, func() {
		stop()
		cancel()
	}
}

// silence ends the wait for answers to what was asked up to now.
func (c *Conn) silence() {
	c.mu.Lock()
	c.silenced()
	c.answering, c.silenced = context.WithCancel(context.Background())
	c.mu.Unlock()
}

// violated keeps a violation of the permissions, which the request that it belongs to does not learn of.
func (c *Conn) violated(err error) {
	text := err.Error() // ... Permissions Violation for Publish to "SUBJECT"
	if _, what, found := strings.Cut(text, "Violation for "); found {
		text = strings.NewReplacer("Publish to", "publish to", "Subscription to", "subscribe to").Replace(what)
	}
	c.mu.Lock()
	c.violation = "the server does not permit this user to " + text
	c.mu.Unlock()
	if !strings.Contains(text, `"`+announcements+`"`) && !strings.Contains(text, `"nonet.worker.`) { // to which nobody answers
		c.silence()
	}
}

// denied returns the last violation of the permissions, or "".
func (c *Conn) denied() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.violation
}

// fault returns what makes the connection useless until somebody changes something: a permission is missing, or the server refuses to have us
// back. Nobody is told of these when they happen.
func (c *Conn) fault() error {
	if denied := c.denied(); denied != "" {
		return &Error{c.server, denied + ": it needs nonet.>, $JS.API.> and $JS.ACK.> to publish to, nonet.> and _INBOX.> to subscribe to", ErrDenied}
	}
	if c.nc.IsClosed() {
		why := "the connection was closed"
		if err := c.nc.LastError(); err != nil {
			why += ": " + strings.TrimPrefix(err.Error(), "nats: ")
		}
		return &Error{c.server, why, nats.ErrConnectionClosed}
	}
	return nil
}
