import Foundation
import MezonModel
import Synchronization

/// A clock that stands until a test moves it.
final class ManualTime: TimeSource {
    private let state = Mutex(State())
    private let epoch = Date(timeIntervalSince1970: 1_800_000_000)

    private struct State {
        var uptime = Duration.zero
        var sleepers: [Int: (deadline: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
        var last = 0
    }

    var uptime: Duration { state.withLock(\.uptime) }
    var now: Date { epoch.addingTimeInterval(Double(uptime.components.seconds)) }

    func sleep(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
                let isDue = state.withLock { state in
                    guard !Task.isCancelled, state.uptime < deadline else { return true }
                    state.sleepers[id] = (deadline, wake)
                    return false
                }
                if isDue { wake.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id)?.wake }?.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.uptime }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume() }
    }
}
