import BotConfig
import MezonModel
package import Persistence

/// Finds what a store is sealed with.
package enum SealFinder {
    /// - Parameters:
    ///   - keyFile: a file with the key, and with older ones below it; without it each key is looked for where it was found last.
    /// - Returns: nil for a plain store, and for none.
    /// - Throws: `StorageError`, `SealKeyProblem`.
    package static func seal(of folder: String, keyFile: String?, environment: [String: String]) throws -> Seal? {
        let records: [SealRecord]
        do {
            records = try SealRecord.all(in: folder)
        } catch StorageError.missing {
            return nil
        }
        guard !records.isEmpty else { return nil }
        let source = SealKeySource(environment: environment)
        let keys =
            if let keyFile { try source.keys(inFile: keyFile) } else { try records.map { try source.key(at: $0.source) } }
        return keys.first.map { Seal($0, previous: Array(keys.dropFirst())) }
    }
}

extension HousePlan {
    /// What the store is to be sealed with.
    package var seal: Seal? { configuration.store.seal.map { Seal($0.key, previous: $0.previous) } }
}
