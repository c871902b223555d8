package import ChatModel
import Crypto

/// User ids for the users of other networks.
extension UserID {
    /// Derives an id from a connection and a user's name there.
    ///
    /// Users choose their own names, so the id is a SHA-256 prefix: no user can find a name that maps to another user's id.
    ///
    /// - Parameters:
    ///   - connection: The name of the connection.
    ///   - name: The user's identifier on the network: an account, otherwise a nick.
    package init(connection: String, name: String) {
        var hash = SHA256()
        hash.update(data: Array("\(connection.utf8.count) \(connection) \(name)".utf8))
        let value = hash.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(foreign: value)
    }
}
