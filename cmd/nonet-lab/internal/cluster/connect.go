package cluster

import (
	"cmp"
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

// A Conn is a connection to a NATS server with JetStream. It reconnects automatically.
type Conn struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	server string

	dialer dialer

	certificate bool // this client has a TLS certificate, which the server probably demands

	eventMu sync.Mutex // held while onEvent is called
	onEvent func(string)

	mu            sync.Mutex
	restored      []func()        // called after a reconnect
	violation     string          // the last permission violation of this connection
	replies       context.Context // ends when no reply to the requests so far can come
	cancelReplies context.CancelFunc
}

// requestTimeout is the timeout of requests to the server.
const requestTimeout = 5 * time.Second

// reconnectWait is the time between two attempts to reconnect, without the jitter that the client adds.
var reconnectWait = time.Second

// maxAsyncPending is the maximum number of unconfirmed messages.
const maxAsyncPending = 1024

// connectPause is the time between two attempts of Connect.
const connectPause = 250 * time.Millisecond

// Connect connects to a server and verifies that it has JetStream. If no server answers, it tries again until o.Wait
// has passed. The error is an *Error or ctx.Err().
func Connect(ctx context.Context, o Options) (*Conn, error) {
	for begun := time.Now(); ; {
		c, err := connectOnce(ctx, o)
		// A host without an address is a wrong name, and no server that is just starting.
		if err == nil || !errors.Is(err, ErrUnreachable) || errors.As(err, new(*net.DNSError)) ||
			time.Since(begun) >= o.Wait {
			return c, err
		}
		if sleep(ctx, connectPause) != nil {
			return nil, ctx.Err()
		}
	}
}

// connectOnce is Connect without further attempts.
func connectOnce(ctx context.Context, o Options) (*Conn, error) {
	o.fill()
	c := &Conn{server: redactURLs(o.URL), onEvent: o.OnEvent, certificate: o.Cert != ""}
	c.replies, c.cancelReplies = context.WithCancel(context.Background())
	c.dialer.ctx.Store(&ctx)
	who, err := o.authentication()
	if err == nil {
		err = checkURLs(o.URL)
	}
	if err != nil {
		return nil, &Error{c.server, err.Error(), errors.Join(ErrOptions, err)}
	}
	options := append(c.handlers(), who...)
	options = append(options, nats.Name(o.Name), nats.SetCustomDialer(&c.dialer), nats.Timeout(requestTimeout),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.PingInterval(20*time.Second))
	var settings natscontext.Settings
	if o.Context == "" {
		c.nc, err = nats.Connect(o.URL, options...)
	} else {
		if o.URL != "" {
			options = append(options, func(to *nats.Options) error {
				to.Url, to.Servers = o.URL, nil // override those of the context
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
		return nil, c.connectError(o, err)
	}
	always := context.WithoutCancel(ctx)
	c.dialer.ctx.Store(&always)
	c.server = redactURLs(c.nc.ConnectedUrl())
	o.Domain = cmp.Or(o.Domain, settings.JSDomain)
	js := []jetstream.JetStreamOpt{
		jetstream.WithPublishAsyncMaxPending(maxAsyncPending), jetstream.WithPublishAsyncTimeout(requestTimeout),
	}
	switch {
	case o.Domain != "":
		c.js, err = jetstream.NewWithDomain(c.nc, o.Domain, js...)
	case settings.JSAPIPrefix != "":
		c.js, err = jetstream.NewWithAPIPrefix(c.nc, settings.JSAPIPrefix, js...)
	default:
		c.js, err = jetstream.New(c.nc, js...)
	}
	if err == nil {
		request, cancel := c.requestContext(ctx, requestTimeout)
		_, err = c.js.AccountInfo(request)
		cancel()
	}
	if err != nil {
		c.disconnect()
		return nil, c.explain(ctx, "checking JetStream", err)
	}
	return c, nil
}

// Close flushes published messages and closes the connection. OnEvent is not called after Close returns.
func (c *Conn) Close() {
	if c.nc.IsConnected() {
		_ = c.nc.FlushTimeout(requestTimeout) // best effort: important messages were confirmed
	}
	c.disconnect()
}

// disconnect closes the connection without a flush.
func (c *Conn) disconnect() {
	c.nc.Close()
	c.eventMu.Lock()
	c.onEvent = nil
	c.eventMu.Unlock()
}

// Server returns the address of the server, without credentials.
func (c *Conn) Server() string { return c.server }

// Exposed reports whether every program that reaches the server may use it: the server asks for no credentials, and is
// not on the loopback interface. A client that may publish to the server decides what the workers execute.
func (c *Conn) Exposed() bool {
	return !c.nc.AuthRequired() && !c.certificate && !isLoopback(c.nc.ConnectedAddr())
}

// isLoopback reports whether an address HOST:PORT is on the loopback interface.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// A dialer stops dialing when its context ends: the context of Connect until the connection is established.
type dialer struct {
	ctx     atomic.Pointer[context.Context]
	reached atomic.Bool // a TCP connection was established
}

// Dial implements nats.CustomDialer.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: requestTimeout}).DialContext(*d.ctx.Load(), network, address)
	if err == nil {
		d.reached.Store(true)
	}
	return conn, err
}

// handlers returns the options that register handlers for connection events.
func (c *Conn) handlers() []nats.Option {
	return []nats.Option{
		nats.DisconnectErrHandler(func(nc *nats.Conn, _ error) {
			c.abandonRequests()
			if !nc.IsClosed() {
				c.event("lost the connection to " + c.server + "; reconnecting")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			c.event("reconnected to " + c.server)
			c.mu.Lock()
			handlers := c.restored
			c.violation = "" // permissions may have changed
			c.mu.Unlock()
			for _, f := range handlers {
				f()
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				c.recordViolation(err)
			}
		}),
	}
}

// event passes a connection event to onEvent.
func (c *Conn) event(text string) {
	c.eventMu.Lock()
	defer c.eventMu.Unlock()
	if c.onEvent != nil {
		c.onEvent(text)
	}
}

// onReconnect registers f to be called after each reconnect.
func (c *Conn) onReconnect(f func()) {
	c.mu.Lock()
	c.restored = append(c.restored, f)
	c.mu.Unlock()
}

// requestContext returns a context for a request. It ends after the timeout d, or when no reply can come.
func (c *Conn) requestContext(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := c.replyContext(ctx)
	ctx, late := context.WithTimeout(ctx, d)
	return ctx, func() {
		late()
		cancel()
	}
}

// replyContext returns a context that ends when no reply to earlier requests can come: the connection was lost, or the
// server reported a permission violation, which it sends separately from replies.
func (c *Conn) replyContext(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	stop := context.AfterFunc(c.replies, cancel)
	c.mu.Unlock()
	return ctx, func() {
		stop()
		cancel()
	}
}

// abandonRequests cancels the contexts of all requests sent so far.
func (c *Conn) abandonRequests() {
	c.mu.Lock()
	c.cancelReplies()
	c.replies, c.cancelReplies = context.WithCancel(context.Background())
	c.mu.Unlock()
}

// recordViolation stores a permission violation, which the server does not send as a reply to the request.
func (c *Conn) recordViolation(err error) {
	text := err.Error() // ... Permissions Violation for Publish to "SUBJECT"
	if _, what, found := strings.Cut(text, "Violation for "); found {
		text = strings.NewReplacer("Publish to", "publish to", "Subscription to", "subscribe to").Replace(what)
	}
	c.mu.Lock()
	c.violation = "the server does not permit this user to " + text
	c.mu.Unlock()
	// Announcements and statuses have no reply.
	if !strings.Contains(text, `"`+announcements+`"`) && !strings.Contains(text, `"nonet.worker.`) {
		c.abandonRequests()
	}
}

// lastViolation returns the last permission violation, or "".
func (c *Conn) lastViolation() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.violation
}

// fatalError returns an error if the connection is unusable until its configuration changes: a permission is missing,
// or the server refuses to reconnect. The client library reports these asynchronously.
func (c *Conn) fatalError() error {
	if violation := c.lastViolation(); violation != "" {
		return &Error{c.server,
			violation + ": nonet must be permitted to publish to nonet.>, $JS.API.> and $JS.ACK.>, and to " +
				"subscribe to nonet.> and _INBOX.>", ErrDenied}
	}
	if c.nc.IsClosed() {
		reason := "the connection was closed"
		if err := c.nc.LastError(); err != nil {
			reason += ": " + strings.TrimPrefix(err.Error(), "nats: ")
		}
		return &Error{c.server, reason, nats.ErrConnectionClosed}
	}
	return nil
}
