import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// The processor time of this process, of all its threads.
enum ProcessTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns the processor time used while a function runs.
    static func measured(_ body: () throws -> Void) rethrows -> Duration {
        let began = now
        try body()
        return now - began
    }
}
