/// The jobs that wait for their transaction and those of the running one, in order.
///
/// While a transaction is running, the entries of a later job can be decided if the sequences are known that they will get: every job ahead
/// of it either is prepared itself, or appends a known number of entries and decides none.
struct CommitQueue {
    private(set) var waiting: [CommitJob] = []
    private(set) var running: [CommitJob] = []
    /// The newest sequence before the running jobs.
    private var base: Int64

    /// - Parameter sequence: The newest sequence.
    init(after sequence: Int64) { base = sequence }

    /// Adds jobs behind all others.
    mutating func add(_ jobs: [CommitJob]) { waiting += jobs }

    /// Returns the first job to prepare, with the sequence after which its entries begin; nil if there is none, or if a job ahead of it
    /// has to be performed first.
    func nextToPrepare() -> (job: CommitJob, after: Int64)? {
        var sequence = base
        for jobs in [running, waiting] {
            for job in jobs {
                if let end = job.decisions.end {
                    sequence = end
                } else if job.isUnprepared {
                    return (job, sequence)
                } else if let limit = job.appendLimit {
                    sequence += Int64(limit)
                } else {
                    return nil
                }
            }
        }
        return nil
    }

    /// The next step of the writer.
    enum Step {
        /// Prepares a job, or waits until that is done. It is the first of the next batch that needs it.
        case prepare(CommitJob, after: Int64)
        case perform([CommitJob])
    }

    /// Returns the writer's next step. `perform` begins a batch.
    ///
    /// - Parameters:
    ///   - sequence: The newest sequence.
    ///   - maxJobs: The number of jobs of a batch.
    ///   - maxEntries: The number of entries of a batch of several jobs.
    mutating func next(after sequence: Int64, maxJobs: Int, maxEntries: Int) -> Step {
        base = sequence
        var (count, entries) = (0, 0)
        for job in waiting.prefix(maxJobs) {
            entries += job.entries
            if count > 0, entries > maxEntries { break }
            if job.isUnprepared {
                if let next = nextToPrepare(), next.job.id == job.id {
                    // The entries of a prepared job need not wait for those of the next one.
                    if waiting.prefix(count).contains(where: { $0.prepare != nil }) { break }
                    return .prepare(job, after: next.after)
                }
                job.decisions.decline()
            }
            count += 1
        }
        running = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        return .perform(running)
    }

    /// Ends a batch.
    mutating func end(after sequence: Int64) {
        running = []
        base = sequence
    }

    /// Puts the jobs of a batch that the disk did not accept back in front of the others. Earlier ones may have been accepted.
    ///
    /// - Parameter sequence: The newest sequence that the batch has used.
    mutating func postpone(_ jobs: [CommitJob], after sequence: Int64) {
        waiting.insert(contentsOf: jobs, at: 0)
        end(after: sequence)
    }

    /// Removes the first waiting jobs, whose transaction has turned out to be durable. Returns them.
    mutating func takeDurable(_ count: Int, after sequence: Int64) -> [CommitJob] {
        let jobs = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        end(after: sequence)
        return jobs
    }

    /// Gives up the waiting jobs of cancelled callers. Returns them.
    ///
    /// - Parameter open: The number of the first jobs whose transaction may be durable. They keep their places.
    mutating func giveUp(_ abandoned: Set<Int>, open: Int = 0) -> [CommitJob] {
        let jobs = waiting.filter { abandoned.contains($0.id) }
        let kept = Set(waiting.prefix(open).map(\.id))
        waiting.removeAll { abandoned.contains($0.id) && !$0.decisions.hasTurns && !kept.contains($0.id) }
        // Decisions that were made with the job have changed the rule state that later decisions saw: it keeps its place in the
        // queue, and only its caller is released.
        for index in waiting.indices where abandoned.contains(waiting[index].id) { waiting[index].finish = { _ in } }
        return jobs
    }
}
