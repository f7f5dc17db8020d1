package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"
)

// The faults of a message from a client to the server.
const (
	cutBefore = "the connection ends before the message"
	cutAfter  = "the connection ends before the answer" // the server has received the message
	error400  = "error 400"
	error503  = "error 503"
	lost      = "the message is lost" // between two servers of a cluster, for example
	gone      = "no server from the message on"
)

// A faultyLine is a proxy to a server. It counts the messages from the client, except PING and PONG, and injects a
// fault at one of them. A subscription is never lost. A message that has no answer gets no error.
type faultyLine struct {
	url   string
	at    int // the number of the message, from 1
	fault string
	hit   chan struct{} // closed when the message arrives

	mu       sync.Mutex
	messages int
}

func newFaultyLine(t testing.TB, s *clustertest.Server, at int, fault string) *faultyLine {
	l := &faultyLine{at: at, fault: fault, hit: make(chan struct{})}
	l.url = proxy(t, s, l.carry)
	return l
}

// count counts a message, and returns the fault to inject, or "".
func (l *faultyLine) count() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.messages++; l.messages == l.at {
		close(l.hit)
		return l.fault
	} else if l.messages > l.at && l.fault == gone {
		return gone
	}
	return ""
}

func (l *faultyLine) total() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.messages
}

// carry forwards the messages of a connection.
func (l *faultyLine) carry(near, far net.Conn) {
	defer near.Close()
	defer far.Close()
	var mu sync.Mutex // held while a message is written to the client
	down := make(chan struct{})
	go func() {
		defer close(down)
		for r := bufio.NewReader(far); ; {
			text, _, err := readMessage(r)
			if err != nil {
				near.Close()
				return
			}
			mu.Lock()
			near.Write(text) // fails after cutAfter
			mu.Unlock()
		}
	}()
	subscriptions := map[string]string{} // numbers by subject
	for r := bufio.NewReader(near); ; {
		text, fields, err := readMessage(r)
		if err != nil {
			return
		}
		answer := ""
		switch fields[0] {
		case "SUB":
			subscriptions[strings.TrimSuffix(fields[1], "*")] = fields[len(fields)-1]
		case "PUB", "HPUB":
			if strings.HasPrefix(fields[2], "_INBOX.") {
				answer = fields[2]
			}
		}
		fault := ""
		if fields[0] != "PING" && fields[0] != "PONG" {
			fault = l.count()
		}
		switch {
		case fault == cutBefore || fault == gone:
			return
		case fault == cutAfter:
			near.Close()
			far.Write(text)
			far.(*net.TCPConn).CloseWrite()
			<-down // the server has read the message, and closed the connection
			return
		case strings.HasPrefix(fault, "error") && answer != "":
			number := subscriptions[answer]
			if number == "" {
				number = subscriptions[answer[:strings.LastIndexByte(answer, '.')+1]]
			}
			mu.Lock()
			_, err = near.Write(refusal(fields[1], answer, number, strings.TrimPrefix(fault, "error ")))
			mu.Unlock()
		case fault == lost && strings.HasSuffix(fields[0], "PUB"):
		default:
			_, err = far.Write(text)
		}
		if err != nil {
			return
		}
	}
}

// refusal returns an error as the server answers it, for the subscription with a number.
func refusal(subject, answer, number, code string) []byte {
	if strings.Contains(subject, ".CONSUMER.MSG.NEXT.") {
		status := "NATS/1.0 409 Server Shutdown\r\n\r\n"
		return fmt.Appendf(nil, "HMSG %s %s %d %[3]d\r\n%s\r\n", answer, number, len(status), status)
	}
	text := fmt.Sprintf(`{"error":{"code":%s,"err_code":10008,"description":"an injected fault"}}`, code)
	return fmt.Appendf(nil, "MSG %s %s %d\r\n%s\r\n", answer, number, len(text), text)
}

// readMessage reads a message of the NATS protocol, from a client or a server. It is a line, and for some messages
// data, whose size is at the end of the line.
func readMessage(r *bufio.Reader) (text []byte, fields []string, err error) {
	text, err = r.ReadBytes('\n')
	if err != nil {
		return nil, nil, err
	}
	fields = strings.Fields(string(text))
	if slices.Contains([]string{"PUB", "HPUB", "MSG", "HMSG"}, fields[0]) {
		size, err := strconv.Atoi(fields[len(fields)-1])
		if err != nil {
			return nil, nil, err
		}
		data := make([]byte, size+len("\r\n"))
		if _, err := io.ReadFull(r, data); err != nil {
			return nil, nil, err
		}
		text = append(text, data...)
	}
	return text, fields, nil
}

// A fault is injected at each message of a collector, and of a worker. The collector then continues, or ends with an
// Error of this package. The worker continues, unless Connect returns an Error. No record is lost, and another
// collector or worker completes the campaign. A fault of the collector causes no second execution of a run.
func TestFaultsOfTheServer(t *testing.T) {
	noLeftovers(t)
	hurry(t)
	faults := []string{cutBefore, cutAfter, error400, error503, lost, gone}
	long := os.Getenv("NONET_LONG") != ""
	for _, who := range []string{"collector", "worker"} {
		messages := faulty(t, who, 0, "")
		t.Logf("%s: %d messages", who, messages)
		t.Run(who, func(t *testing.T) {
			for i := range messages * len(faults) {
				at, fault := 1+i/len(faults), faults[i%len(faults)]
				slow := fault == lost || fault == gone // some take five seconds
				if !long && (i%13 > 0 || slow && at%8 > 0) {
					continue
				}
				t.Run(fmt.Sprintf("%d: %s", at, fault), func(t *testing.T) {
					t.Parallel()
					faulty(t, who, at, fault)
				})
			}
		})
	}
}

// faulty executes a campaign with a fault at a message of the collector or the worker. It returns the number of
// messages.
func faulty(t *testing.T, who string, at int, fault string) int {
	s := clustertest.Start(t, nil)
	line := newFaultyLine(t, s, at, fault)
	plan := probes(t, 1, "")
	store := create(t, plan)
	p := &probe{}
	x := p.executor()
	dial := func(name string) *Conn {
		if name != who {
			return connect(t, s, name)
		}
		conn, err := Connect(t.Context(), Options{URL: line.url, Name: name})
		if err != nil {
			named(t, err)
			return nil
		}
		t.Cleanup(conn.disconnect)
		return conn
	}
	work := func(conn *Conn) { start(t, &Worker{Conn: conn, Executor: x, Jobs: 1}) }
	conn := dial("worker")
	if conn == nil {
		conn = connect(t, s, "another worker")
	}
	work(conn)
	queue := &Queue{Conn: dial("collector"), Executor: x, AckWait: time.Hour}
	if who == "worker" {
		queue.AckWait = time.Second
	}
	err := error(&Error{})
	if queue.Conn != nil {
		ctx, cancel := context.WithCancel(within(t, time.Minute))
		var watching sync.WaitGroup
		if fault == gone {
			watching.Go(func() {
				select {
				case <-line.hit:
					if who == "collector" {
						cancel()
					} else {
						work(connect(t, s, "another worker"))
					}
				case <-ctx.Done():
				}
			})
		}
		err = collect(t, ctx, plan, store, queue)()
		cancel()
		watching.Wait()
	}
	accepted := read(t, store)
	if err != nil {
		if !errors.Is(err, context.Canceled) || fault != gone {
			named(t, err)
		}
		queue.Conn = connect(t, s, "another collector")
		if err := collect(t, within(t, time.Minute), plan, store, queue)(); err != nil {
			t.Errorf("another collector: %v", err)
		}
	}
	all := read(t, store)
	if len(all) != plan.Runs() || p.distinct() != plan.Runs() {
		t.Errorf("%d records of %d runs, %d executed", len(all), plan.Runs(), p.distinct())
	}
	for key, r := range accepted {
		if !all[key].Started.Equal(r.Started) || all[key].Outcome != campaign.Solved {
			t.Errorf("another record of %s", key)
		}
	}
	if n := p.total.Load(); who == "collector" && n != int64(plan.Runs()) {
		t.Errorf("%d executions of %d runs", n, plan.Runs())
	}
	return line.total()
}

// named reports an error that is no Error.
func named(t *testing.T, err error) {
	if known := (*Error)(nil); !errors.As(err, &known) {
		t.Errorf("error %v, want an *Error", err)
	}
}
