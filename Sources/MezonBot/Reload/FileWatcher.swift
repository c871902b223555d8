import Logging
import MezonModel
import ServiceLifecycle

/// Looks at the files of the configuration once a second, and asks for a reload when they have changed and rest again.
///
/// It looks and does not listen: editors write aside and rename, folders are mounted from elsewhere, and a missed notice would be a rule
/// that silently stays old.
struct FileWatcher: Service {
    let reloader: ReloadService
    let time: any TimeSource
    let logger: Logger
    private let pause: Duration = .seconds(1)
    /// For which all files must look the same before they are read.
    private let rest: Duration = .milliseconds(300)
    private let mostRests = 20  // Files that never rest are read all the same.

    init(reloader: ReloadService, time: any TimeSource, logger: Logger) {
        self.reloader = reloader
        self.time = time
        self.logger = logger
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                var seen = reloader.marks
                while true {
                    try await time.sleep(for: pause)
                    var now = reloader.marks
                    guard now != seen else { continue }
                    for _ in 0..<mostRests {
                        try await time.sleep(for: rest)
                        let later = reloader.marks
                        defer { now = later }
                        if later == now { break }
                    }
                    // Taken before the files are read: what changes while they are read is seen as a change again.
                    seen = now
                    logger.debug("The configuration's files have changed")
                    _ = await reloader.reload()
                }
            } catch is CancellationError {}
        }
    }
}
