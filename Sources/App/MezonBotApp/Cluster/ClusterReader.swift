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

    /// The cluster, or why it is unknown. A server that does not answer is given up after three seconds.
    func cluster() async -> Result<Cluster, StorageError> {
        let read = try? await withTimeout(
            .seconds(3), time: time,
            abandoning: { [server] in
                await onDedicatedThread {
                    Result { try ClusterAdministration(url: server.url.reveal(), schema: server.schema).cluster() }
                        .mapError { $0 as? StorageError ?? .server(schema: server.schema, reason: "\($0)") }
                }
            })
        return read ?? .failure(.server(schema: server.schema, reason: "the server does not answer"))
    }
}
