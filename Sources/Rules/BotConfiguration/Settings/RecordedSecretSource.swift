package import ChatModel
import Foundation

/// A lookup of a store's keys and of its server's URL at their recorded origins, for commands that read no configuration.
package struct RecordedSecretSource: Sendable {
    private let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    /// Returns the key.
    ///
    /// - Parameter source: The origin: `env:ENCRYPTION_KEY`, `file:/etc/mezon/encryption.key`.
    /// - Throws: `SecretSourceError`.
    package func key(at source: String) throws -> EncryptionKey {
        if source.hasPrefix("env:") { return try key(secret(at: source), from: source) }
        return try keys(inFile: source.hasPrefix("file:") ? String(source.dropFirst(5)) : source).first
            ?? { throw SecretSourceError(source: source, reason: "the file is empty") }()
    }

    /// Returns a secret: the value of a variable or the contents of a file.
    ///
    /// - Throws: `SecretSourceError`.
    func secret(at source: String) throws -> Secret {
        let text: String
        if source.hasPrefix("env:") {
            text = environment[String(source.dropFirst(4))] ?? ""
        } else {
            switch TextFileReader.text(of: URL(fileURLWithPath: String(source.dropFirst(5))), limit: SecretSource.maxFileLength) {
            case .failure(let error): throw SecretSourceError(source: source, reason: "the file \(error.description)")
            case .success(let contents): text = contents
            }
        }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else {
            throw SecretSourceError(
                source: source, reason: source.hasPrefix("env:") ? "the variable is not set" : "the file is empty")
        }
        return Secret(trimmed)
    }

    /// Returns the keys of a file, one per line.
    ///
    /// - Throws: `SecretSourceError`.
    package func keys(inFile path: String) throws -> [EncryptionKey] {
        let source = "file:\(URL(fileURLWithPath: path).standardizedFileURL.path)"
        switch TextFileReader.text(of: URL(fileURLWithPath: path), limit: SecretSource.maxFileLength) {
        case .failure(let error): throw SecretSourceError(source: source, reason: "the file \(error.description)")
        case .success(let text):
            return try text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }.map { try key(Secret($0), from: source) }
        }
    }

    private func key(_ text: Secret, from source: String) throws -> EncryptionKey {
        do {
            return try EncryptionKey(text, source: source)
        } catch {
            throw SecretSourceError(source: source, reason: "\(error)")
        }
    }
}

/// An error in obtaining a secret.
package struct SecretSourceError: Error, Equatable, CustomStringConvertible {
    package var source: String
    package var reason: String

    package init(source: String, reason: String) {
        self.source = source
        self.reason = reason
    }

    package var description: String { "\(source): \(reason)" }
}
