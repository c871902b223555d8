import ChatModel
import Logging
import Synchronization

/// Writes that the database does not accept, or does not finish.
extension GroupCommit {
    /// A Boolean value that indicates whether the disk rejects the queued writes.
    var isDegraded: Bool { state.withLock { $0.failures > 0 } }

    /// The time after which a write is reported to wait.
    private static let maxQuietWait = Duration.seconds(5)

    /// The reason for which writes wait, in words; nil if they do not.
    var problem: String? {
        let now = time.uptime
        return state.withLock { state in
            if state.failures > 0 { return "writes to the database fail, and wait in order: \(state.failure)" }
            guard let since = state.busySince, now - since > Self.maxQuietWait else { return nil }
            return "the database has not finished a write for \((now - since).components.seconds) s; others wait in order"
        }
    }

    func noteProgress(isBusy: Bool) {
        let now = time.uptime
        state.withLock { $0.busySince = isBusy ? now : nil }
    }

    func postpone(_ writeError: CommitTransactions.WriteError) {
        let failure = StorageErrorDescription.words(for: writeError.error)
        let failures = state.withLock { state in
            state.failure = failure
            if !writeError.writes.isEmpty { state.queue.postpone(writeError.writes, after: sequence.current) }
            if let open = writeError.open { state.open = open }
            state.hasUrgent = true
            state.failures += 1
            return state.failures
        }
        if failures == 1 {
            logger.error(
                "Storage degraded: writes fail, retrying",
                metadata: ["storage.error": "\(failure)"])
        }
        statistics.noteRefusedCommit()
        giveUpAbandoned()
        let delay = Duration.milliseconds(min(1000, 100 << min(failures, 4)))
        // No one awaits this task; callers await their own write.
        Task { [time] in
            try await time.sleep(for: delay)
            drain()
        }
    }

    func abandon(_ id: Int) {
        state.withLock { _ = $0.abandoned.insert(id) }
        giveUpAbandoned()
    }

    /// Abandons writes of cancelled callers. Without this, an application that is stopped while its disk is full would wait for the
    /// disk.
    func giveUpAbandoned() {
        let abandoned = state.withLock { state -> [QueuedWrite] in
            state.failures > 0 ? state.queue.giveUp(state.abandoned, open: state.open?.writes ?? 0) : []
        }
        for write in abandoned { finish(write, CancellationError()) }
    }

    func recovered() {
        let failures = state.withLock { state in
            defer { state.failures = 0 }
            return state.failures
        }
        if failures > 0 { logger.info("Storage recovered", metadata: ["storage.attempts": "\(failures)"]) }
    }
}
