import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The crash flags that the signal handler sets for this thread: that of the bot whose code it runs, and that of the invocation if
/// known.
enum CrashMarker {
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
    private static let isInstalled = Mutex(false)

    static func set(bot mark: UnsafeMutableRawPointer?) {
        pthread_setspecific(botKey, mark)
        pthread_setspecific(attemptKey, nil)
    }

    static func set(attempt mark: UnsafeMutableRawPointer) { pthread_setspecific(attemptKey, mark) }

    /// Sets the flags. Called by the signal handler; it neither allocates, locks nor waits.
    static func mark() {
        pthread_getspecific(botKey)?.storeBytes(of: 1, as: UInt8.self)
        pthread_getspecific(attemptKey)?.storeBytes(of: 2, as: UInt8.self)
    }

    /// Installs the signal handlers once for the process. The previous handling of the signal follows.
    ///
    /// - Parameter reportsApart: whether the process ends at once while a copy of it writes the backtrace.
    static func install(reportsApart: Bool) {
        isInstalled.withLock { isInstalled in
            guard !isInstalled else { return }
            isInstalled = true
            if reportsApart { CrashReporter.prepare() }
            pthread_key_create(&botKey, nil)
            pthread_key_create(&attemptKey, nil)
            for signal in signals {
                sigaction(signal, nil, earlierActions + Int(signal))
                var action = sigaction()
                action.__sigaction_handler.sa_handler = { signal in
                    CrashMarker.mark()
                    // The previous handler runs next, because the instruction crashes again. Only an abort must be raised again.
                    if CrashReporter.forkReporter() {
                        Glibc.signal(signal, SIG_DFL)
                    } else {
                        sigaction(signal, earlierActions + Int(signal), nil)
                    }
                    if signal == SIGABRT { raise(signal) }
                }
                sigaction(signal, &action, nil)
            }
        }
    }
}

// Written once, before any thread reads them.
nonisolated(unsafe) private var botKey = pthread_key_t()
nonisolated(unsafe) private var attemptKey = pthread_key_t()
nonisolated(unsafe) private let earlierActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
