// Package clustertest starts a NATS server for tests, within the process of the test. The server stores JetStream data
// in files.
package clustertest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A Server is a NATS server that can be stopped and started again; it keeps its stored data.
type Server struct {
	t       testing.TB
	options server.Options
	running *server.Server
}

// Start starts a server, which is stopped at the end of the test. change may change its options, or be nil.
func Start(t testing.TB, change func(*server.Options)) *Server {
	t.Helper()
	s := &Server{t: t, options: server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	}}
	if change != nil {
		change(&s.options)
	}
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// Start starts the server again, on the same port.
func (s *Server) Start() {
	s.t.Helper()
	options := s.options
	running, err := server.NewServer(&options)
	if err != nil {
		s.t.Fatal(err)
	}
	running.Start()
	if !running.ReadyForConnections(20 * time.Second) {
		s.t.Fatal("the NATS server is not ready after 20 s")
	}
	s.options.Port = options.Port
	s.running = running
}

// Restart stops the server and starts it with other options, on the same port.
func (s *Server) Restart(change func(*server.Options)) {
	s.t.Helper()
	s.Stop()
	change(&s.options)
	s.Start()
}

// Stop stops the server.
func (s *Server) Stop() {
	if s.running != nil {
		s.running.Shutdown()
		s.running.WaitForShutdown()
		s.running = nil
	}
}

// URL returns the URL of the server.
func (s *Server) URL() string { return s.running.ClientURL() }
