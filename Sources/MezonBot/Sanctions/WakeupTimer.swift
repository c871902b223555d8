import MezonModel
import Persistence
import Synchronization

/// Wakes one sleeper: when a bell rings, or when a moment has come.
final class WakeupTimer: Sendable {
    private let bell: AsyncSignal
    private let time: any TimeSource
    private let wake = AsyncSignal()
    /// The earliest moment for which somebody sleeps already.
    private let earliest = Mutex<Duration?>(nil)

    init(_ bell: AsyncSignal, time: any TimeSource) {
        self.bell = bell
        self.time = time
    }

    /// Calls until cancelled: at once, and whenever it wakes. The call says when it wants to be called at the latest.
    func run(_ body: @escaping @Sendable () async throws -> Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in self.bell.rings { self.wake.ring() }
            }
            try await set(body(), &group)
            for await _ in wake.rings { try await set(body(), &group) }
            group.cancelAll()
        }
    }

    private func set(_ moment: Duration, _ group: inout ThrowingTaskGroup<Void, any Error>) {
        let isEarlier = earliest.withLock { earliest in
            guard earliest.map({ moment < $0 }) ?? true else { return false }
            earliest = moment
            return true
        }
        guard isEarlier else { return }
        group.addTask { [self] in
            try await time.sleep(until: moment)
            earliest.withLock { if $0 == moment { $0 = nil } }
            wake.ring()
        }
    }
}
