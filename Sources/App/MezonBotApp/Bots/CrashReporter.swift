#if canImport(Glibc)
    import Glibc
#endif

/// Lets a crashed process end at once while a copy of it writes the backtrace, which takes seconds, depending on the program's
/// size. Only for processes that a supervisor restarts.
enum CrashReporter {
    /// Looks up the functions that a signal handler may call. The system headers expose neither to Swift.
    static func prepare() {
        guard let fork = dlsym(nil, "_Fork"), let close = dlsym(nil, "close_range") else { return }
        copy = unsafeBitCast(fork, to: Fork.self)
        closeAll = unsafeBitCast(close, to: CloseRange.self)
    }

    /// Forks the reporting process. Called by a signal handler; it neither allocates, locks nor waits.
    ///
    /// - Returns: Whether this process must end at once because the copy writes the report.
    static func forkReporter() -> Bool {
        guard let copy, let closeAll else { return false }
        let pid = copy()
        guard pid == 0 else { return pid > 0 }
        // The lock of the data directory and the connections belong to the next process.
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
