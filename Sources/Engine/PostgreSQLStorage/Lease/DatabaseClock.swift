package import ChatModel
package import Foundation
import Synchronization

/// The clock of a process whose store is on a server: that of its machine, or the server's if the two differ by more than two seconds.
///
/// Schedules, reminders and waits are due by one clock, whichever machine runs the bot.
package final class DatabaseClock: TimeSource {
    /// The difference that is left to the machines: less than what a schedule distinguishes, and more than what a slow answer pretends.
    private static let tolerance = Duration.seconds(2)

    private let machine: any TimeSource
    /// The time that is added to the machine's.
    private let offset = Mutex(Duration.zero)

    private let changed: @Sendable (Duration?) -> Void

    /// - Parameter changed: Called when the clocks begin to differ, differ by another time, or agree again, with the new `difference`.
    package init(_ machine: any TimeSource, changed: @escaping @Sendable (Duration?) -> Void = { _ in }) {
        self.machine = machine
        self.changed = changed
    }

    package var now: Date { machine.now + offset.withLock { $0 / .seconds(1) } }
    package var uptime: Duration { machine.uptime }
    package func sleep(until uptime: Duration) async throws { try await machine.sleep(until: uptime) }

    /// The time by which the machine's clock is ahead of the server's, or negative behind it; nil if they agree.
    package var difference: Duration? {
        let offset = offset.withLock { $0 }
        return offset == .zero ? nil : .zero - offset
    }

    /// Compares the clocks.
    ///
    /// - Parameter query: Asks the server for its time in milliseconds since 1970. An answer that takes more than a second tells nothing.
    func compare<T>(_ query: () throws -> (serverTime: Int64?, value: T)) rethrows -> T {
        let (sentAt, sentUptime) = (machine.now, machine.uptime)
        let (serverTime, value) = try query()
        let took = machine.uptime - sentUptime
        guard let serverTime, took < .seconds(1) else { return value }
        let middle = sentAt.timeIntervalSince1970 + took / .seconds(2)
        let found = Duration.milliseconds(serverTime) - .seconds(middle)
        let isChanged = offset.withLock { offset in
            let agrees = abs(found) <= (offset == .zero ? Self.tolerance : Self.tolerance / 2)
            guard agrees ? offset != .zero : abs(found - offset) > Self.tolerance else { return false }
            offset = agrees ? .zero : found
            return true
        }
        if isChanged { changed(difference) }
        return value
    }
}

private func abs(_ duration: Duration) -> Duration { max(duration, .zero - duration) }
