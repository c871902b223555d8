import AsyncSupport
import BotConfiguration
import ChatModel
import PostgreSQLStorage
import Storage

/// Reads who runs the bot of a store on a server.
struct ClusterReader: Sendable {
    private let server: ServerSettings
    private let time: any TimeSource

    init(_ server: ServerSettings, time: any TimeSource) {
        self.server = server
        self.time = time
    }

    /// The cluster, or why it is unknown. A server that does not answer is given up after five seconds.
    func cluster() async -> Result<Cluster, StorageError> {
        let silent = StorageError.server(schema: server.schema, reason: "the server does not answer")
        do {
            return try await withTimeout(.seconds(5), time: time) { [server] in
                await onDedicatedThread {
                    Result { try ClusterAdministration(url: server.url.reveal(), schema: server.schema).cluster() }
                        .mapError { $0 as? StorageError ?? .server(schema: server.schema, reason: "\($0)") }
                }
            } onTimeout: {
                .failure(silent)
            }
        } catch {
            return .failure(silent)
        }
    }
}
