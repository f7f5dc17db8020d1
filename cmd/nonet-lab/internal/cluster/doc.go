// Package cluster executes the runs of a campaign by workers on any number of machines, over NATS JetStream.
//
//	conn, err := cluster.Connect(ctx, cluster.Options{URL: "nats://lab:4222"})
//	queue := &cluster.Queue{Conn: conn, Executor: executor}
//	err = campaign.Runner{Queue: queue}.Run(ctx, plan, store)   // the collector: publishes runs, stores records
//
//	err = (&cluster.Worker{Conn: conn, Executor: executor, Jobs: 8}).Run(ctx)   // on each machine
//
// # Streams
//
// The ID of a campaign is derived from its runs alone ([Identify]), so any machine with the campaign file finds it.
// Each campaign has two streams:
//
//   - nonet-runs-ID, a work queue. A message is a batch: runs of one grid and method that take about a second together,
//     or one longer run. Its subject contains the requirement of the runs and their positions in the campaign, and the
//     server rejects a second message on a subject. Acknowledging a batch removes it. For each requirement there is one
//     durable consumer, from which the workers that meet the requirement pull.
//   - nonet-records-ID, a log. It has the record of each executed run, on a subject that contains the outcome, and the
//     environments of the workers. Messages stay until all records are in the store of the collector, or the campaign
//     is withdrawn.
//
// A worker publishes the records of a batch, and acknowledges the batch after the server has confirmed them all. At any
// time, therefore, a run is in the work queue, or its record is in the log, or both: nothing is lost, whichever process
// is killed. Execution is at least once: if a worker dies or loses its connection for longer than AckWait, its batches
// are redelivered. The log may then have two records of a run; the collector uses the first.
//
// The collector reads the log from the beginning, commits the first record of each run to its store, and publishes the
// runs that are neither in the log nor in the work queue. All its state is in the store and the log: it may be stopped,
// killed and restarted, also on another machine and with an empty store. To execute a run with a record once more,
// remove the campaign from the server first, since the log keeps the first record.
//
// The collector measures the runtimes of runs. It publishes the first runs of each grid and method one by one, and
// larger batches as records arrive. Long runs, and runs that no worker takes, stay single. A collector that is
// cancelled first publishes all remaining runs; after a kill, the next collector does.
//
// # Workers
//
// A worker executes up to Jobs batches concurrently and prefetches none. It renews its leases by heartbeats, three
// times per AckWait. A worker that ends nacks its batches. A worker that was suspended for longer than AckWait discards
// its current run, because the batch was redelivered to another worker. A batch that has been delivered more than five
// times is treated as a poison message: its runs are executed in child processes, so that the run that kills workers
// gets a record.
//
// A worker pulls only runs whose requirement it meets, and only from campaigns of its own build. It reports the
// campaigns that it refuses, and the collector reports the requirements that no worker meets.
//
// # Permissions
//
// Collectors and workers publish to nonet.>, $JS.API.> and $JS.ACK.>, and subscribe to nonet.> and _INBOX.>.
//
// A worker trusts no message. It starts the known solvers of its machine, and of the programs that a campaign names
// only programs that its user has listed ([Programs]). It rejects a run that needs more than the requirement of its
// consumer, and makes texts of other clients safe to print. With Programs.Any, a user who may publish to nonet.> can
// execute any command on the worker.
//
// # Files
//
//	protocol.go             subjects, messages, the ID of a campaign, requirements
//	queue.go                Queue: the campaign.Queue of a collector; creates the streams
//	collector.go            the main loop of the collector; reads the log of records
//	publish.go, series.go   publishes runs; batch sizes and flow control
//	room.go                 makes room on a server that is full
//	worker.go               Worker: pulls batches while slots are free; publishes its status
//	assignment.go, lease.go the campaigns of a worker; one batch: execution, heartbeats, records
//	programs.go             Programs: which programs a worker starts; runs that exceed their requirement
//	printable.go            texts of other clients, shortened and made safe to print
//	state.go                State, Watcher: the progress of campaigns, the status of workers
//	connect.go, options.go  Conn: the connection, permission violations, credentials
//	errors.go               Error: messages for users
package cluster
