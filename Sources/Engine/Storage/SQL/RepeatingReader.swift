package import ChatModel
import Foundation

/// A reader that repeats what fails because the disk or the server does: a query changes nothing.
package struct RepeatingReader: SQLReader {
    private static let maxDelay = Duration.seconds(1)
    private static let maxWait = Duration.seconds(30)

    private let reader: any SQLReader
    private let time: any TimeSource
    private let failures: ReadFailures?

    /// - Parameter failures: The failures of the database, for its status; nil if the writer notes those of a server.
    package init(_ reader: any SQLReader, time: any TimeSource, failures: ReadFailures? = nil) {
        self.reader = reader
        self.time = time
        self.failures = failures
    }

    /// Waits for a disk or a server that is gone until the task is cancelled.
    package func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        var delay = Duration.milliseconds(10)
        while true {
            do {
                let value = try await reader.read(query)
                failures?.clear()
                return value
            } catch let error as any SQLError where error.isTemporary {
                failures?.note(error)
                try await time.sleep(for: delay)
                delay = min(delay * 2, Self.maxDelay)
            }
        }
    }

    /// Waits half a minute for a disk or a server that is gone: the decision that asks could not be stored meanwhile either.
    package func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T {
        var delay = Duration.milliseconds(10)
        let deadline = time.uptime + Self.maxWait
        while true {
            do {
                let value = try reader.readNow(query)
                failures?.clear()
                return value
            } catch let error as any SQLError where error.isTemporary && time.uptime < deadline {
                failures?.note(error)
                usleep(UInt32(delay / .microseconds(1)))
                delay = min(delay * 2, Self.maxDelay)
            }
        }
    }
}
