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

    static func set(bot flag: UnsafeMutableRawPointer?) {
        pthread_setspecific(botKey, flag)
        pthread_setspecific(invocationKey, nil)
    }

    static func set(invocation flag: UnsafeMutableRawPointer) { pthread_setspecific(invocationKey, flag) }

    /// Sets the flags. Called by the signal handler; it neither allocates, locks nor waits.
    static func mark() {
        pthread_getspecific(botKey)?.storeBytes(of: 1, as: UInt8.self)
        pthread_getspecific(invocationKey)?.storeBytes(of: 2, as: UInt8.self)
    }

    /// Installs the signal handlers once for the process. The previous handling of the signal follows.
    ///
    /// - Parameter isSupervised: Whether a supervisor restarts the process, which then ends at once while a forked copy writes the backtrace.
    static func install(isSupervised: Bool) {
        isInstalled.withLock { isInstalled in
            guard !isInstalled else { return }
            isInstalled = true
            if isSupervised { CrashReporter.prepare() }
            pthread_key_create(&botKey, nil)
            pthread_key_create(&invocationKey, nil)
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
nonisolated(unsafe) private var invocationKey = pthread_key_t()
nonisolated(unsafe) private let earlierActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
