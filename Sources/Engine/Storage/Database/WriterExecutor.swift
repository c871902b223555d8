import Dispatch

/// An executor that runs the jobs of an actor on the thread that commits to the store, between two commits.
///
/// An actor that mainly appends hands over to the writer and back without waking another thread. It must not wait for the writer
/// without suspending, which would never end.
package final class WriterExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(queue: DispatchQueue) { self.queue = queue }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
