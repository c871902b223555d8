import ArgumentParser
import MezonBotApp
import PostgreSQLStorage
import Storage

/// Options that find the server of a store.
struct ClusterOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: ArgumentHelp("Data directory", valueName: "directory"), completion: .directory)
    var folder = "data"

    /// Administers the processes of the store.
    ///
    /// - Throws: `CommandError`.
    func administering<Value>(_ body: (ClusterAdministration) throws -> Value) throws -> Value {
        do {
            return try body(try StoreOpener.cluster(of: folder))
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as ClusterError {
            throw CommandError(.failed, "\(error)")
        }
    }
}
