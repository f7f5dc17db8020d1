package cluster

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// configured starts a server with a configuration file.
func configured(t *testing.T, text string) *clustertest.Server {
	t.Helper()
	name := write(t, "server.conf", text)
	return clustertest.Start(t, func(o *server.Options) {
		read, err := server.ProcessConfigFile(name)
		if err != nil {
			t.Fatal(err)
		}
		read.Host, read.Port, read.NoSigs, read.NoLog = o.Host, o.Port, true, true
		read.JetStream, read.StoreDir = o.JetStream && !strings.Contains(text, "no JetStream"), o.StoreDir
		*o = *read
	})
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// refused expects Connect to fail with an error that wraps want and contains the given texts.
func refused(t *testing.T, o Options, want error, texts ...string) {
	t.Helper()
	conn, err := Connect(t.Context(), o)
	if err == nil {
		conn.Close()
		t.Error("Connect succeeded, want an error")
		return
	}
	t.Log(err)
	var known *Error
	if !errors.As(err, &known) || want != nil && !errors.Is(err, want) {
		t.Errorf("error %#v, want one that wraps %v", err, want)
	}
	for _, part := range texts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q, want one that contains %q", err, part)
		}
	}
}

// accepted expects Connect and a request to succeed.
func accepted(t *testing.T, o Options) {
	t.Helper()
	conn, err := Connect(t.Context(), o)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	if _, err := conn.Campaigns(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestConnectErrors(t *testing.T) {
	noLeftovers(t)
	rude, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and closes them
	if err != nil {
		t.Fatal(err)
	}
	defer rude.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	refused(t, Options{URL: "nats://" + closed.Addr().String()}, ErrUnreachable, closed.Addr().String(),
		"is it running")
	go func() {
		for {
			conn, err := rude.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	refused(t, Options{URL: "nats://" + rude.Addr().String()}, ErrUnreachable, "not the reply of a NATS server")
	refused(t, Options{URL: "nats://no-such-host.invalid"}, ErrUnreachable, "no such host")
	refused(t, Options{URL: "http://localhost"}, nil, "nats://")
	refused(t, Options{URL: "nats://me:secret@" + closed.Addr().String()}, ErrUnreachable)
	plain := clustertest.Start(t, func(o *server.Options) { o.JetStream = false })
	refused(t, Options{URL: plain.URL()}, ErrNoJetStream, "-js")
	refused(t, Options{URL: plain.URL(), Creds: "/no/such/file"}, nil, "/no/such/file")
	refused(t, Options{URL: plain.URL(), Cert: write(t, "c", "")}, nil, "given together")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := Connect(ctx, Options{URL: "nats://192.0.2.1"}); err == nil { // a reserved address
		t.Error("Connect succeeded, want an error")
	} else if !errors.Is(err, context.Canceled) && !errors.Is(err, ErrUnreachable) { // a machine may have no route
		t.Errorf("cancelled Connect: error %v", err)
	}
}

// A client that connects while the server restarts waits for it.
func TestConnectWaits(t *testing.T) {
	s := clustertest.Start(t, nil)
	url := s.URL()
	s.Stop()
	if _, err := Connect(t.Context(), Options{URL: url}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("without a wait: error %v, want ErrUnreachable", err)
	}
	cancelled, cancel := context.WithTimeout(t.Context(), connectPause/2)
	defer cancel()
	if _, err := Connect(cancelled, Options{URL: url, Wait: time.Hour}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled: error %v", err)
	}
	connected := make(chan error)
	go func() {
		conn, err := Connect(t.Context(), Options{URL: url, Wait: time.Hour})
		if err == nil {
			conn.disconnect()
		}
		connected <- err
	}()
	time.Sleep(connectPause)
	s.Start()
	if err := <-connected; err != nil {
		t.Error(err)
	}
	if _, err := Connect(t.Context(), Options{URL: "nats://no-such-host.invalid", Wait: time.Hour}); err == nil {
		t.Error("connected to no host")
	}
}

func TestConnectHidesSecrets(t *testing.T) {
	_, err := Connect(t.Context(), Options{URL: "nats://me:secret@127.0.0.1:1"})
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v", err)
	}
}

func TestPasswordsAndTokens(t *testing.T) {
	noLeftovers(t)
	s := configured(t, `authorization { users = [ {user: me, password: right} ] }`)
	accepted(t, Options{URL: s.URL(), User: "me", Password: "right"})
	accepted(t, Options{URL: strings.Replace(s.URL(), "://", "://me:right@", 1)})
	refused(t, Options{URL: s.URL(), User: "me", Password: "wrong"}, ErrDenied, "--creds")
	refused(t, Options{URL: s.URL()}, ErrDenied, "requires some")
	token := configured(t, `authorization { token: right }`)
	accepted(t, Options{URL: token.URL(), Password: "right"})
	refused(t, Options{URL: token.URL(), Password: "wrong"}, ErrDenied)

	t.Setenv("NATS_URL", s.URL())
	t.Setenv("NATS_USER", "me")
	t.Setenv("NATS_PASSWORD", "right")
	accepted(t, Options{})
	t.Setenv("NATS_PASSWORD", "wrong")
	refused(t, Options{}, ErrDenied)
	accepted(t, Options{User: "me", Password: "right"})
}

func TestContexts(t *testing.T) {
	noLeftovers(t)
	s := configured(t, `authorization { users = [ {user: me, password: right} ] }`)
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	folder := filepath.Join(home, "nats", "context")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`{"url": %q, "user": "me", "password": "right"}`, s.URL())
	if err := os.WriteFile(filepath.Join(folder, "lab.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	accepted(t, Options{Context: "lab"})
	accepted(t, Options{Context: filepath.Join(folder, "lab.json")})
	t.Setenv("NATS_CONTEXT", "lab")
	accepted(t, Options{})
	refused(t, Options{Context: "nowhere"}, nil, "nowhere")
	s.Stop()
	refused(t, Options{Context: "lab"}, ErrUnreachable)
}

func TestAccountWithoutJetStream(t *testing.T) {
	noLeftovers(t)
	s := configured(t, `
accounts {
  with { jetstream: enabled, users: [ {user: a, password: a} ] }
  without { users: [ {user: b, password: b} ] }
}`)
	accepted(t, Options{URL: s.URL(), User: "a", Password: "a"})
	refused(t, Options{URL: s.URL(), User: "b", Password: "b"}, ErrNoJetStream, "account")
}

// Collector and worker report missing permissions, and do not hang.
func TestMissingPermissions(t *testing.T) {
	noLeftovers(t)
	s := configured(t, `
authorization {
  users = [
    {user: enough, password: p, permissions: {
      publish: ["nonet.>", "$JS.API.>", "$JS.ACK.>"], subscribe: ["nonet.>", "_INBOX.>"]
    }}
    {user: none, password: p, permissions: {publish: "other.>"}}
    {user: read, password: p, permissions: {publish: {allow: ["$JS.API.>", "$JS.ACK.>"]}}}
    {user: deaf, password: p, permissions: {publish: ">", subscribe: {allow: ["_INBOX.>"]}}}
  ]
}`)
	as := func(user string) Options { return Options{URL: s.URL(), User: user, Password: "p"} }
	refused(t, as("none"), ErrDenied, "$JS.API.INFO")
	var p probe
	x := p.executor()
	plan := probes(t, 1, "")
	for user, text := range map[string]string{"read": "publish to \"nonet.", "deaf": "subscribe to \"nonet."} {
		conn, err := Connect(t.Context(), as(user))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		store := create(t, plan)
		err = collect(t, within(t, time.Minute), plan, store, &Queue{Conn: conn, Executor: x})()
		t.Log(err)
		if !errors.Is(err, ErrDenied) || !strings.Contains(err.Error(), text) {
			t.Errorf("collector of user %q: error %v, want ErrDenied", user, err)
		}
	}
	conn, err := Connect(t.Context(), as("enough"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	store := create(t, plan)
	wait := collect(t, within(t, time.Minute), plan, store, &Queue{Conn: conn, Executor: x})
	until(t, "runs on the server", func() bool {
		state, err := conn.State(t.Context(), Identify(plan))
		return err == nil && state.Remaining() == 10
	})
	reader, err := Connect(t.Context(), as("read"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(reader.Close)
	err = (&Worker{Conn: reader, Executor: x, Jobs: 2}).Run(within(t, time.Minute))
	t.Log(err)
	if !errors.Is(err, ErrDenied) || !strings.Contains(err.Error(), "publish to \"nonet.") {
		t.Errorf("worker: error %v", err)
	}
	worker, err := Connect(t.Context(), as("enough"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(worker.Close)
	start(t, &Worker{Conn: worker, Executor: x, Jobs: 2})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, store)); n != 10 {
		t.Errorf("got %d records, want 10", n)
	}
}

// A worker whose user loses access reports the error and ends.
func TestUserLosesAccess(t *testing.T) {
	noLeftovers(t)
	text := `authorization { users = [ {user: me, password: %s} ] }`
	s := configured(t, fmt.Sprintf(text, "p"))
	conn, err := Connect(t.Context(), Options{URL: s.URL(), User: "me", Password: "p"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	ended := make(chan error, 1)
	go func() { ended <- (&Worker{Conn: conn, Jobs: 1}).Run(within(t, time.Minute)) }()
	time.Sleep(100 * time.Millisecond)
	s.Restart(func(o *server.Options) { o.Users[0].Password = "q" })
	err = <-ended
	t.Log(err)
	if err == nil || !strings.Contains(strings.ToLower(err.Error()), "authorization") {
		t.Errorf("worker: error %v", err)
	}
}

func TestKeysAndCredentials(t *testing.T) {
	noLeftovers(t)
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, seed := keys(t, user)
	s := configured(t, fmt.Sprintf("authorization { users = [ {nkey: %s} ] }", public))
	accepted(t, Options{URL: s.URL(), NKey: write(t, "user.nk", seed)})
	refused(t, Options{URL: s.URL(), NKey: write(t, "user.nk", "nothing")}, nil, "user.nk")
	refused(t, Options{URL: s.URL()}, ErrDenied)

	// An operator, its system account, and an account with JetStream and one user.
	operator, _ := nkeys.CreateOperator()
	operatorID, _ := keys(t, operator)
	system, _ := nkeys.CreateAccount()
	systemID, _ := keys(t, system)
	account, _ := nkeys.CreateAccount()
	accountID, _ := keys(t, account)
	encode := func(claims jwt.Claims, by nkeys.KeyPair) string {
		text, err := claims.Encode(by)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	oc := jwt.NewOperatorClaims(operatorID)
	oc.SystemAccount = systemID
	ac := jwt.NewAccountClaims(accountID)
	ac.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1}
	creds, err := jwt.FormatUserConfig(encode(jwt.NewUserClaims(public), account), []byte(seed))
	if err != nil {
		t.Fatal(err)
	}
	s = configured(t, fmt.Sprintf("operator: %s\nsystem_account: %s\nresolver: MEMORY\n"+
		"resolver_preload: {\n%s: %s\n%s: %s\n}\n", encode(oc, operator), systemID,
		systemID, encode(jwt.NewAccountClaims(systemID), operator), accountID, encode(ac, operator)))
	accepted(t, Options{URL: s.URL(), Creds: write(t, "me.creds", string(creds))})
	t.Setenv("NATS_CREDS", write(t, "me.creds", string(creds)))
	accepted(t, Options{URL: s.URL()})
	t.Setenv("NATS_CREDS", "")
	refused(t, Options{URL: s.URL()}, ErrDenied)
	refused(t, Options{URL: s.URL(), Creds: write(t, "empty.creds", "")}, nil)
}

func keys(t *testing.T, pair nkeys.KeyPair) (public, seed string) {
	t.Helper()
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return public, string(secret)
}

func TestTLS(t *testing.T) {
	noLeftovers(t)
	ca, other := newAuthority(t), newAuthority(t)
	cert, key := ca.issue(t)
	s := configured(t, fmt.Sprintf("tls { cert_file: %q, key_file: %q, ca_file: %q, verify: true }", cert, key,
		ca.file))
	url := s.URL()
	mine, mineKey := ca.issue(t)
	foreign, foreignKey := other.issue(t)
	accepted(t, Options{URL: url, CA: ca.file, Cert: mine, Key: mineKey})
	refused(t, Options{URL: url, Cert: mine, Key: mineKey}, nil, "certificate", "--tlsca")
	refused(t, Options{URL: url, CA: other.file, Cert: mine, Key: mineKey}, nil, "certificate", "--tlsca")
	// The server may close the connection before it sends the reason.
	refused(t, Options{URL: url, CA: ca.file}, nil, "--tlscert")
	refused(t, Options{URL: url, CA: ca.file, Cert: foreign, Key: foreignKey}, nil, "--tlscert")
	t.Setenv("NATS_CA", ca.file)
	t.Setenv("NATS_CERT", mine)
	t.Setenv("NATS_KEY", mineKey)
	accepted(t, Options{URL: url})
}

// An authority issues certificates.
type authority struct {
	file string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{key: key, cert: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}}
	der, err := x509.CreateCertificate(rand.Reader, a.cert, a.cert, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	a.file = write(t, "ca.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	return a
}

// issue issues a server and client certificate for this machine. It returns the names of its files.
func (a *authority) issue(t *testing.T) (cert, key string) {
	t.Helper()
	pair, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "nonet"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter:    time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, a.cert, &pair.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(pair)
	if err != nil {
		t.Fatal(err)
	}
	return write(t, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))),
		write(t, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
}
