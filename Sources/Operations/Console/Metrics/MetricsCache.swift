import ChatModel

/// The text of the metrics, which is made at most once a second, however many requests ask for it.
actor MetricsCache {
    private static let lifetime = Duration.seconds(1)

    private let time: any TimeSource
    private let make: @Sendable () async throws -> String
    private var running: Task<String, any Error>?
    private var latest: (text: String, at: Duration)?

    init(time: any TimeSource, make: @escaping @Sendable () async throws -> String) {
        self.time = time
        self.make = make
    }

    func text() async throws -> String {
        if let latest, time.uptime - latest.at < Self.lifetime { return latest.text }
        if let running { return try await running.value }
        // Shared by all requests that arrive meanwhile, so that it must not end with the one that began it.
        let task = Task { [make] in try await make() }
        running = task
        defer { running = nil }
        let text = try await task.value
        latest = (text, time.uptime)
        return text
    }
}
