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
//   - nonet-runs-ID, a work queue. A message is a batch: runs of one grid and method that take about a second together, or one run that takes
//     longer. Its subject names what the runs require and their positions in the campaign, and the server refuses a second message on a subject. A
//     batch is gone when it is acknowledged. For each requirement there is one durable consumer, from which the workers pull that meet it.
//   - nonet-records-ID, a log: the record of each run that was executed, on a subject that names its outcome, and the environments they come
//     from. Nothing is taken from it until all records are in the collector's store, or the campaign is withdrawn.
//
// A worker stores the records, and when the server has confirmed all of a batch, it acknowledges the batch. A run is therefore in the work queue,
// or its record is in the log, or both: nothing is lost, whatever is killed when. A run may be executed twice: its worker died, or was cut off
// for longer than the acknowledgement is waited for, before it acknowledged the batch. Then the log has two records of the run, and the first counts.
//
// The collector reads the log from the beginning, and commits each run's first record to its store; runs that are in neither it publishes. Its
// state is the store and the log, so that it may be stopped, killed, and begun again, also elsewhere, and with an empty store. A run that is to be
// executed once more, although it has a record, needs a new log: the campaign is removed from the server before.
//
// The collector measures the runs. It publishes the first of a grid and method one by one, and larger batches as more records come in; runs that take
// long, or that no worker takes, stay single. A collector that ends publishes the rest first; one that is killed leaves it to the next.
//
// # Workers
//
// A worker executes up to Jobs batches at a time and takes none ahead. Heartbeats, three times within the time that an acknowledgement is waited
// for, keep its batches from others. A worker that ends nacks them. A worker that stood still for longer, with its machine, drops the run that it
// was executing: another worker has it. A batch that was delivered five times without success is treated as a poison message: its runs are
// executed in child processes, so that the run which kills workers ends with a record.
//
// A worker takes no run that needs a solver which it does not have, and none of a campaign of another build of the program: it reports so, and
// so does the collector.
//
// # Permissions
//
// A collector and a worker publish to nonet.>, $JS.API.> and $JS.ACK.>, and subscribe to nonet.> and _INBOX.>. A campaign may name programs, which
// workers start: who may publish to nonet.> must be trusted as one who may log in to them.
package cluster
