import ChatModel
import Logging
import ServiceLifecycle

/// Polls the configuration files once a second and requests a reload after they have changed and settled.
///
/// It polls instead of using file events: editors write to temporary files and rename them, directories may be network mounts, and
/// a missed event would silently keep an old rule.
struct FileWatcher: Service {
    let reloader: ReloadService
    let time: any TimeSource
    let logger: Logger
    private let pause: Duration = .seconds(1)
    /// The time for which all files must be unchanged before they are read.
    private let settleInterval: Duration = .milliseconds(300)
    private let maxSettleChecks = 20  // Files that never settle are read anyway.

    init(reloader: ReloadService, time: any TimeSource, logger: Logger) {
        self.reloader = reloader
        self.time = time
        self.logger = logger
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                var seen = reloader.fingerprints
                while true {
                    try await time.sleep(for: pause)
                    var now = reloader.fingerprints
                    guard now != seen else { continue }
                    for _ in 0..<maxSettleChecks {
                        try await time.sleep(for: settleInterval)
                        let later = reloader.fingerprints
                        defer { now = later }
                        if later == now { break }
                    }
                    // Taken before the files are read, so that a change during the read is detected as another change.
                    seen = now
                    if reloader.isSaved(now) { continue }
                    logger.debug("Configuration files changed")
                    _ = await reloader.reload()
                }
            } catch is CancellationError {}
        }
    }
}
