// Package cluster has the runs of a campaign executed by workers on any number of machines, over NATS JetStream.
//
//	conn, err := cluster.Connect(ctx, cluster.Options{URL: "nats://lab:4222"})
//	queue := &cluster.Queue{Conn: conn, Executor: executor}
//	err = campaign.Runner{Queue: queue}.Run(ctx, plan, store)   // the collector: publishes runs, keeps records
//
//	err = (&cluster.Worker{Conn: conn, Executor: executor, Jobs: 8}).Run(ctx)   // on each of the others
//
// # What is on the server
//
// A campaign has an identity that follows from its runs alone ([Identify]), so that any machine which knows the campaign finds it. Two streams
// are its own:
//
//   - nonet-runs-ID, a work queue. Each run is a message, on a subject of its own that names what the run needs and the hash of its key; the key
//     is the id of the message. A run is published once: the server refuses a second one on its subject, and drops a second one of its id. It
//     is gone when it is acknowledged. For each need there is one durable consumer, from which the workers pull that have what it takes.
//   - nonet-records-ID, a log: the record of each run that was executed, on a subject that names its outcome, and the environments they come
//     from. Nothing is taken from it until all records are in the collector's store, or the campaign is withdrawn.
//
// A worker stores the record, and when the server has confirmed that, it acknowledges the run. A run is therefore in the work queue, or its
// record is in the log, or both: nothing is lost, whoever is killed when. What may happen is that a run is executed twice: its worker died, or
// was cut off for longer than the acknowledgement is waited for, between its work and the acknowledgement. Then the log has two records of it,
// and the first counts.
//
// The collector reads the log from the beginning, and commits each run's first record to its store; whatever it is missing it publishes. What it
// knows is in its store and in the log, so that it may be stopped, killed, and begun again, also elsewhere, and with an empty store. A run that is
// to be executed once more, although it has a record, needs a new log: the campaign is removed from the server before.
//
// # Workers
//
// A worker takes as many runs as it can execute at a time. Where they are shorter than a twentieth of a second it takes some more, so that none
// waits for the network; it gives these back when the ones before them do not end within a second. All runs that it holds are kept from others
// by a sign of life, three times within the time that an acknowledgement is waited for. One that ends gives them back, and one that stood still
// for longer than that, with its machine, drops what it was executing: others have it. A run that comes for the sixth time is executed in a child
// process: perhaps it has killed five workers.
//
// A worker takes no run that needs a solver which it does not have, and none of a campaign of another build of the program: it says so, and the
// collector says it, too.
//
// # Permissions
//
// A collector and a worker publish to nonet.>, $JS.API.> and $JS.ACK.>, and subscribe to nonet.> and _INBOX.>. A campaign may name programs, which
// workers start: who may publish to nonet.> must be trusted as one who may log in to them.
//
// # Files
//
//   - build.go: which program this is
//   - options.go, connect.go, unconnected.go: how to connect, and why it does not come to that
//   - events.go, errors.go: what happens to a connection, and what is wrong with an answer
//   - protocol.go, message.go: names on the server, and what the messages hold; need.go: what a run needs
//   - queue.go, collector.go, publish.go, collect.go, notice.go: the collector
//   - worker.go, source.go, hold.go, storing.go: a worker
//   - status.go, state.go, recorded.go: what workers tell of themselves, and how far campaigns are
//   - clustertest: a server for tests
package cluster
