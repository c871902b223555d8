/// An error of the migration of a store to another database. The store is unchanged.
package enum MigrationError: Error, Equatable, CustomStringConvertible {
    /// The store is where it is to be moved.
    case alreadyOnServer(folder: String)
    case alreadyInFile(folder: String)
    /// The move to the server was interrupted after the switch.
    case unfinished(folder: String)
    /// The destination has rows, and no begun migration.
    case notEmpty(destination: String, table: String)
    /// The destination has the begun migration of another store.
    case foreign(destination: String)
    /// The file that the store would be moved to exists.
    case exists(file: String)
    /// A row that the destination does not take.
    case rejected(table: String, key: String, reason: String)
    case different(table: String, key: String, reason: String)
    case interrupted

    package var description: String {
        switch self {
        case .alreadyOnServer(let folder): "the store of the data directory \(folder) is on a server already"
        case .alreadyInFile(let folder): "the store of the data directory \(folder) is in a file already"
        case .unfinished(let folder):
            "the move of the store in \(folder) to its server was interrupted after the switch; complete it with the same command, --to, first"
        case .notEmpty(let destination, let table):
            "\(destination) contains another store (its table \(table) has rows); name another schema, or drop that one if nothing uses it"
        case .foreign(let destination):
            "\(destination) contains the begun migration of another store; complete that one, name another schema, or drop this one"
        case .exists(let file): "\(file) exists and is not of this migration; move it away"
        case .rejected(let table, let key, let reason):
            "the destination does not take a row of the table \(table) (\(key)): \(reason); nothing was switched"
        case .different(let table, let key, let reason):
            "the copy differs from the store in the table \(table) (\(key)): \(reason); nothing was switched"
        case .interrupted: "interrupted; the store is unchanged, and the same command continues"
        }
    }
}
