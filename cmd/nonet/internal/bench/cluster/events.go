package cluster

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

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
