import Crypto
package import MezonModel

/// Who somebody of another network is to the house.
extension UserID {
    /// - Parameters:
    ///   - port: the name of the port that leads there.
    ///   - name: what they are known by there: an account, else a nick.
    ///
    /// People choose their names, so that nobody must be able to find one that comes to the id of somebody else.
    package init(port: String, person name: String) {
        var hash = SHA256()
        hash.update(data: Array("\(port.utf8.count) \(port) \(name)".utf8))
        let value = hash.finalize().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(foreign: value)
    }
}
