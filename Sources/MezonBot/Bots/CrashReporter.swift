#if canImport(Glibc)
    import Glibc
#endif

/// Lets a process that trapped end at once, while a copy of it writes the backtrace: that takes seconds, and longer the larger the
/// program is. Only for a process that somebody starts again.
enum CrashReporter {
    /// Looks up what a signal's handler may call; the system's headers show neither to Swift.
    static func prepare() {
        guard let fork = dlsym(nil, "_Fork"), let close = dlsym(nil, "close_range") else { return }
        copy = unsafeBitCast(fork, to: Fork.self)
        closeAll = unsafeBitCast(close, to: CloseRange.self)
    }

    /// Called by a handler: nothing here allocates, locks or waits.
    ///
    /// - Returns: whether this process is to end at once, because the other one writes the report.
    static func isElsewhere() -> Bool {
        guard let copy, let closeAll else { return false }
        let pid = copy()
        guard pid == 0 else { return pid > 0 }
        // The lock on the data folder and the connections are the next one's.
        _ = closeAll(UInt32(STDERR_FILENO) + 1, .max, 0)
        _ = nice(19)
        return false
    }

    fileprivate typealias Fork = @convention(c) () -> pid_t
    fileprivate typealias CloseRange = @convention(c) (UInt32, UInt32, Int32) -> Int32
}

// Written once, before any thread reads them.
nonisolated(unsafe) private var copy: CrashReporter.Fork?
nonisolated(unsafe) private var closeAll: CrashReporter.CloseRange?
