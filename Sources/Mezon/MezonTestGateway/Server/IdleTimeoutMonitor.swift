import ChatModel
import NIOCore

/// Notices that a connection has been silent for too long: one timer, set again to the moment that would now be too late.
final class IdleTimeoutMonitor {
    private let timers: EventLoopTimers
    private let time: any TimeSource
    private let limit: Duration
    private let onSilence: () -> Void
    private var lastHeard: Duration
    private var timer: Int?

    /// - Parameter limit: zero for never.
    init(timers: EventLoopTimers, time: any TimeSource, limit: Duration, onSilence: @escaping () -> Void) {
        self.timers = timers
        self.time = time
        self.limit = limit
        self.onSilence = onSilence
        lastHeard = time.uptime
        if limit > .zero { wait(limit) }
    }

    func heard() { lastHeard = time.uptime }

    func stop() {
        if let timer { timers.cancel(timer) }
        timer = nil
    }

    private func wait(_ duration: Duration) {
        timer = timers.after(duration) { [weak self] in self?.look() }
    }

    private func look() {
        timer = nil
        let silence = time.uptime - lastHeard
        if silence >= limit { onSilence() } else { wait(limit - silence) }
    }
}
