import Dispatch
import Foundation

/// A thread that performs one piece of work each time it is woken.
///
/// The writes of a busy store follow each other closely; a dispatch queue would hand each of them to another thread of its pool.
final class WriterThread: Sendable {
    private let wakeups = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameter work: Called once for each `wake`. It returns false to end the thread.
    init(name: String, work: @escaping @Sendable () -> Bool) {
        let thread = Thread { [wakeups] in
            repeat { wakeups.wait() } while work()
        }
        thread.name = name
        thread.start()
    }

    func wake() { wakeups.signal() }
}
