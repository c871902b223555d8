import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The service manager that has started the process. It is told of the state of the application in datagrams, as `sd_notify(3)` of systemd
/// describes.
package struct ServiceManager: Sendable {
    enum State: Hashable {
        /// The application runs, or waits for its gateway.
        case ready(status: String)
        /// The application executes its tasks.
        case alive
        case stopping

        fileprivate var text: String {
            switch self {
            case .ready(let status): "READY=1\nSTATUS=\(status)"
            case .alive: "WATCHDOG=1"
            case .stopping: "STOPPING=1\nSTATUS=Stopping"
            }
        }
    }

    /// The path of the socket; one that begins with `@` names an abstract socket.
    private let socket: String
    /// The time after which the manager restarts an application that does not report; nil if it does not expect reports.
    let watchdogTimeout: Duration?
    /// The bots of the process, of which the manager hears as of one; nil if there is only one.
    private var group: (bots: BotGroup, index: Int)?

    /// The bots of a process that have reported that they are ready.
    private final class BotGroup: Sendable {
        let count: Int
        private let ready = Mutex<Set<Int>>([])

        init(count: Int) { self.count = count }

        /// Returns whether the manager is told: when the last bot is ready, and when the last one stops.
        func admits(_ state: State, from index: Int) -> Bool {
            ready.withLock { ready in
                switch state {
                case .ready:
                    ready.insert(index)
                    return ready.count == count
                case .alive: return true
                case .stopping: return ready.remove(index) != nil && ready.isEmpty
                }
            }
        }
    }

    /// Returns nil if no service manager waits for reports.
    ///
    /// - Parameters:
    ///   - environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` are used.
    ///   - processID: The id of this process. A watchdog of another process is ignored.
    package init?(environment: [String: String], processID: Int32) {
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@"),
            socket.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        self.socket = socket
        let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(processID)" } ?? true
        let timeout = environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap { $0 > 0 ? Duration.microseconds($0) : nil }
        watchdogTimeout = isOurs ? timeout : nil
    }

    /// Returns a service manager for each of several bots of the process.
    package func shared(by count: Int) -> [ServiceManager] {
        guard count > 1 else { return [self] }
        let bots = BotGroup(count: count)
        return (0..<count).map { index in
            var manager = self
            manager.group = (bots, index)
            return manager
        }
    }

    /// Reports that a bot has failed: the others are not to be restarted because it is not ready.
    package func reportFailure() { report(.ready(status: "Running, but a bot has failed")) }

    /// Reports a state. A report that the manager does not take is dropped: the next one follows, or the manager acts on its absence.
    func report(_ state: State) {
        if let group, !group.bots.admits(state, from: group.index) { return }
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socket.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout.size(ofValue: address.sun_family) + path.count)
        let text = Array(state.text.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(descriptor, text, text.count, 0, $0, length) }
        }
    }
}
