package import Foundation
import Synchronization

/// A process that leads a group of its own, which contains what it has started.
package final class ProcessGroup: Sendable {
    private enum State {
        case waiting
        case running(pid_t)
        case ended
    }

    private let state = Mutex(State.waiting)

    package init() {}

    /// Starts the process, unless it was to be killed before.
    ///
    /// - Parameter onEnd: Called once with the end of a process that was started. What the process has left running is killed
    ///   before.
    /// - Returns: False if it was killed before.
    /// - Throws: The reason why the process cannot be started.
    package func start(
        _ process: Process, onEnd: @escaping @Sendable (_ reason: Process.TerminationReason, _ status: Int32) -> Void
    ) throws -> Bool {
        process.terminationHandler = { [self] process in
            state.withLock { $0 = .ended }
            kill(-process.processIdentifier, SIGKILL)
            onEnd(process.terminationReason, process.terminationStatus)
        }
        return try state.withLock { state in
            guard case .waiting = state else { return false }
            try process.run()
            state = .running(process.processIdentifier)
            return true
        }
    }

    /// Kills the group at once, or keeps the process from being started.
    package func end() {
        state.withLock { state in
            if case .running(let pid) = state, kill(-pid, SIGKILL) != 0 { kill(pid, SIGKILL) }
            if case .waiting = state { state = .ended }
        }
    }
}
