import AsyncSupport
import BotConfiguration
import ChatModel
import PostgreSQLStorage

/// Reads who runs the bot of a store on a server.
struct ClusterReader: Sendable {
    private let server: ServerSettings
    private let time: any TimeSource

    init(_ server: ServerSettings, time: any TimeSource) {
        self.server = server
        self.time = time
    }

    /// The cluster; nil if the server does not answer in time.
    func cluster() async -> Cluster? {
        do {
            return try await withTimeout(.seconds(5), time: time) { [server] in
                await onDedicatedThread {
                    // The server cannot be asked: the status says so.
                    try? ClusterAdministration(url: server.url.reveal(), schema: server.schema).cluster()
                }
            } onTimeout: {
                nil
            }
        } catch {
            return nil
        }
    }
}
