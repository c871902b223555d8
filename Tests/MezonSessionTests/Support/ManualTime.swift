import Foundation
import MezonModel
import Synchronization

/// A clock that stands still until it is moved. Sleepers wake when it has been moved far enough.
final class ManualTime: TimeSource {
    private struct Sleeper {
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var uptime: Duration = .zero
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let start = Date(timeIntervalSince1970: 1_790_000_000)

    var uptime: Duration { state.withLock { $0.uptime } }
    var now: Date { start + TimeInterval(uptime.components.seconds) }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.uptime }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    /// Waits until somebody sleeps.
    func sleeperArrives() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.isEmpty { state.watchers.append(continuation) }
                return !state.sleepers.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    func sleep(until uptime: Duration) async throws {
        let id = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, watchers) = state.withLock { state in
                    let isOver = state.uptime >= uptime || Task.isCancelled
                    guard !isOver else { return (true, [] as [CheckedContinuation<Void, Never>]) }
                    state.sleepers[id] = Sleeper(deadline: uptime, continuation: continuation)
                    defer { state.watchers = [] }
                    return (false, state.watchers)
                }
                if isOver { continuation.resume() }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }
}
