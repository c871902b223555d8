import ArgumentParser
import MezonBotApp
import PostgreSQLStorage
import Storage

/// Options that find the server of a store.
struct ClusterOptions: ParsableArguments {
    @OptionGroup var data: DataFolderOption

    /// Administers the processes of the store.
    ///
    /// - Throws: `CommandError`.
    func administering<Value>(_ body: (ClusterAdministration) throws -> Value) throws -> Value {
        do {
            return try body(try StoreOpener.cluster(of: data.folder))
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as ClusterError {
            throw CommandError(.failed, "\(error)")
        }
    }
}
