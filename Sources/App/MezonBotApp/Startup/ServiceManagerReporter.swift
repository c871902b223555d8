import ChatModel
import ServiceLifecycle

/// Reports to the service manager that the application is running, and twice per watchdog timeout that it executes its tasks.
///
/// A degraded store or a lost connection is reported as alive: a restart would not repair it.
struct ServiceManagerReporter: Service {
    let manager: ServiceManager
    let time: any TimeSource

    func run() async throws {
        if manager.watchdogTimeout == nil {
            manager.report(.ready(status: "Running"))
            try await gracefulShutdown()
        } else {
            await cancelWhenGracefulShutdown { await report("Running") }
        }
        manager.report(.stopping)
    }

    /// Reports that the application is ready, and until it is cancelled that it is alive, if the manager expects that.
    func report(_ status: String) async {
        manager.report(.ready(status: status))
        guard let timeout = manager.watchdogTimeout else { return }
        do {
            while true {
                try await time.sleep(for: timeout / 2)
                manager.report(.alive)
            }
        } catch {}  // Nothing remains to do: the application is shutting down.
    }
}
