import ChatModel
import NIOCore

/// Detects idle connections with one timer, which is rescheduled when there was activity.
final class IdleTimeoutMonitor {
    private let timers: EventLoopTimers
    private let time: any TimeSource
    private let limit: Duration
    private let onTimeout: () -> Void
    private var lastActivity: Duration
    private var timer: Int?

    /// - Parameter limit: Zero for never.
    init(timers: EventLoopTimers, time: any TimeSource, limit: Duration, onTimeout: @escaping () -> Void) {
        self.timers = timers
        self.time = time
        self.limit = limit
        self.onTimeout = onTimeout
        lastActivity = time.uptime
        if limit > .zero { schedule(limit) }
    }

    func recordActivity() { lastActivity = time.uptime }

    func stop() {
        if let timer { timers.cancel(timer) }
        timer = nil
    }

    private func schedule(_ duration: Duration) {
        timer = timers.after(duration) { [weak self] in self?.check() }
    }

    private func check() {
        timer = nil
        let silence = time.uptime - lastActivity
        if silence >= limit { onTimeout() } else { schedule(limit - silence) }
    }
}
