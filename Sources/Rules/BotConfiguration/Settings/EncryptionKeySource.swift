package import ChatModel
import Foundation

/// A lookup of a store's key at its recorded origin, for commands that read no configuration.
package struct EncryptionKeySource: Sendable {
    private let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    /// Returns the key.
    ///
    /// - Parameter source: The origin: `env:ENCRYPTION_KEY`, `file:/etc/mezon/encryption.key`.
    /// - Throws: `EncryptionKeySourceError`.
    package func key(at source: String) throws -> EncryptionKey {
        if source.hasPrefix("env:") {
            let name = String(source.dropFirst(4))
            let text = environment[name]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            guard !text.isEmpty else { throw EncryptionKeySourceError(source: source, reason: "the variable is not set") }
            return try key(Secret(text), from: source)
        }
        return try keys(inFile: source.hasPrefix("file:") ? String(source.dropFirst(5)) : source).first
            ?? { throw EncryptionKeySourceError(source: source, reason: "the file is empty") }()
    }

    /// Returns the keys of a file, one per line.
    ///
    /// - Throws: `EncryptionKeySourceError`.
    package func keys(inFile path: String) throws -> [EncryptionKey] {
        let source = "file:\(URL(fileURLWithPath: path).standardizedFileURL.path)"
        switch TextFileReader.text(of: URL(fileURLWithPath: path), limit: SecretSource.maxFileLength) {
        case .failure(let error): throw EncryptionKeySourceError(source: source, reason: "the file \(error.description)")
        case .success(let text):
            return try text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }.map { try key(Secret($0), from: source) }
        }
    }

    private func key(_ text: Secret, from source: String) throws -> EncryptionKey {
        do {
            return try EncryptionKey(text, source: source)
        } catch {
            throw EncryptionKeySourceError(source: source, reason: "\(error)")
        }
    }
}

/// An error in obtaining a key.
package struct EncryptionKeySourceError: Error, Equatable, CustomStringConvertible {
    package var source: String
    package var reason: String

    package init(source: String, reason: String) {
        self.source = source
        self.reason = reason
    }

    package var description: String { "\(source): \(reason)" }
}
