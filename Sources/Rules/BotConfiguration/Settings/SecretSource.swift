package import ChatModel
import Foundation

/// A source of the bot's id and token and of other secrets outside the configuration: in the environment or in files.
package struct SecretSource {
    let environment: [String: String]
    /// The folder that `${file:…}` is relative to.
    let folder: URL
    /// A Boolean value that indicates whether secrets are unavailable, as in a stored revision: references are then not resolved
    /// and not reported as errors.
    var resolvesNothing = false

    /// The maximum size of a file with a secret: a token is one line, and a longer file is the wrong one.
    static let maxFileLength = 16 * 1024
    private static let maxCertificatesLength = 4 << 20  // Ten times the size of all certificate authorities of a system.

    private enum Reference { case environment(String), file(String) }

    func id(_ node: ConfigNode?, _ diagnostics: DiagnosticCollector) -> OptionalValue<UserID> {
        let name: String
        if let node {
            if diagnostics.record(.pattern("^\\$\\{env:.+\\}$", example: "${env:MEZON_BOT_ID}"), for: node) { return .absent }
            guard case .environment(let variable) = reference(node) else {
                diagnostics.error(
                    "not-from-environment", "the bot's id must come from the environment", at: node.position,
                    suggestion: "write ${env:MEZON_BOT_ID} and set that variable")
                return .invalid
            }
            name = variable
        } else {
            name = "MEZON_BOT_ID"
        }
        guard let text = variable(name) else { return .absent }
        guard let id = UserID(text), !id.isNone else {
            let position = node?.position ?? SourcePosition(file: "environment", line: 1, column: 1)
            diagnostics.error("bad-id", "\(name) must contain a Mezon id: digits only", at: position)
            return .invalid
        }
        return .value(id)
    }

    func token(_ node: ConfigNode?, _ diagnostics: DiagnosticCollector) -> OptionalValue<Secret> {
        guard let node else {
            return token(inVariable: "MEZON_BOT_TOKEN", at: SourcePosition(file: "environment", line: 1, column: 1), diagnostics)
        }
        if diagnostics.record(.pattern("^\\$\\{(env|file):.+\\}$", example: "${env:MEZON_BOT_TOKEN}"), for: node) {
            return .absent
        }
        switch reference(node) {
        case .environment(let name): return token(inVariable: name, at: node.position, diagnostics)
        case .file(let path): return file(path, at: node.position, diagnostics)
        case nil:
            diagnostics.error(
                "secret-in-file", "a token must not be written in a configuration file; treat this one as leaked and renew it",
                at: SourcePosition(file: node.position.file, line: node.position.line, column: node.position.column),
                suggestion: "write ${env:MEZON_BOT_TOKEN} or ${file:/path/to/token}")
            return .invalid
        }
    }

    /// Returns the token in a variable, or else in the file that the variable with the suffix `_FILE` names.
    private func token(
        inVariable name: String, at position: SourcePosition, _ diagnostics: DiagnosticCollector
    ) -> OptionalValue<Secret> {
        if let text = variable(name) { return .value(Secret(text)) }
        return variable(name + "_FILE").map { file($0, at: position, diagnostics) } ?? .absent
    }

    /// Returns the secret that a text in a bot's options refers to; nil for a text that is no reference.
    func option(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> OptionalValue<Secret>? {
        switch reference(node) {
        case nil: return nil
        case .file(let path): return file(path, at: node.position, diagnostics)
        case .environment(let name):
            if let text = variable(name) { return .value(Secret(text)) }
            diagnostics.warning(
                "unset-variable", "the variable \(name) is not set; the option keeps its default", at: node.position,
                suggestion: "set \(name)")
            return .absent
        }
    }

    /// Returns the key of a store. A missing key is an error, because nothing may be written without it.
    func encryptionKey(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> EncryptionKey? {
        let given = sourced(
            node, example: "${file:encryption.key}",
            inFile: "a key must not be written in a configuration file; treat this one as leaked",
            unset: "the store is encrypted with the key it contains", diagnostics)
        guard let (secret, source) = given else { return nil }
        do {
            return try EncryptionKey(secret, source: source)
        } catch {
            diagnostics.error(
                "bad-encryption-key", "\(error)", at: node.position,
                suggestion: "`mezon-bot data new-key` generates one: 32 bytes as base64")
            return nil
        }
    }

    /// Returns a secret of the store with its origin: `env:NAME` or `file:/path`.
    ///
    /// - Parameters:
    ///   - example: A reference to one.
    ///   - inFile: The error for a secret that is written in the file.
    ///   - unset: The reason why a variable that is not set is an error.
    func sourced(
        _ node: ConfigNode, example: String, inFile: String, unset: String, _ diagnostics: DiagnosticCollector
    ) -> (Secret, source: String)? {
        if diagnostics.record(.pattern("^\\$\\{(env|file):.+\\}$", example: example), for: node) { return nil }
        switch reference(node) {
        case .environment(let name):
            if let text = variable(name) { return (Secret(text), "env:\(name)") }
            diagnostics.error(
                "unset-variable", "the variable \(name) is not set, but \(unset)", at: node.position, suggestion: "set \(name)")
        case .file(let path):
            if case .value(let secret) = file(path, at: node.position, diagnostics) {
                return (secret, "file:\(self.path(path))")
            }
        case nil:
            diagnostics.error(
                "secret-in-file", inFile, at: node.position,
                suggestion: "write \(example), or the other of ${env:…} and ${file:…}")
        }
        return nil
    }

    /// Returns a password, key or token. A missing value is an error, because the login would be a different one without it.
    package func password(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Secret? {
        if diagnostics.record(.pattern("^\\$\\{(env|file):.+\\}$", example: "${env:IRC_PASSWORD}"), for: node) { return nil }
        if resolvesNothing, isReference(node) { return nil }
        switch reference(node) {
        case .environment(let name):
            if let text = variable(name) { return Secret(text) }
            diagnostics.error("unset-variable", "the variable \(name) is not set", at: node.position, suggestion: "set \(name)")
        case .file(let path): if case .value(let secret) = file(path, at: node.position, diagnostics) { return secret }
        case nil:
            diagnostics.error(
                "secret-in-file", "a secret must not be written in a configuration file; treat this one as leaked",
                at: node.position,
                suggestion: "write ${env:NAME} or ${file:/path/to/it}")
        }
        return nil
    }

    /// Returns a password, key or token with its reference; the reference alone where secrets are unavailable.
    func referenced(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Secret? {
        let secret = password(node, diagnostics)
        guard isReference(node), case .scalar(let text, _) = node.kind, let value = secret ?? (resolvesNothing ? Secret("") : nil)
        else {
            return nil
        }
        return Secret(value.reveal(), reference: text)
    }

    /// Checks a certificate file, which is read again when it is needed.
    func checkCertificates(_ path: String, at position: SourcePosition, _ diagnostics: DiagnosticCollector) {
        guard !resolvesNothing else { return }
        let file = URL(fileURLWithPath: self.path(path))
        guard case .failure(let error) = TextFileReader.text(of: file, limit: Self.maxCertificatesLength) else { return }
        // Comments between the certificates may have any encoding.
        if case .notUTF8 = error { return }
        diagnostics.error("unreadable-file", "the file '\(path)' \(error)", at: position, suggestion: "correct the path")
    }

    /// Returns the absolute path of a file named in the configuration, which may be relative to the configuration's folder.
    func path(_ path: String) -> String {
        (path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)).standardizedFileURL.path
    }

    /// Returns the variable that a node refers to; nil for any other node.
    func variableName(_ node: ConfigNode?) -> String? {
        if let node, case .environment(let name) = reference(node) { name } else { nil }
    }

    /// Returns whether a node is a reference to a secret.
    func isReference(_ node: ConfigNode) -> Bool { reference(node) != nil }

    private func reference(_ node: ConfigNode) -> Reference? {
        guard case .scalar(let text, _) = node.kind, text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        let inner = text.dropFirst(2).dropLast()
        if inner.hasPrefix("env:"), inner.count > 4 { return .environment(String(inner.dropFirst(4))) }
        if inner.hasPrefix("file:"), inner.count > 5 { return .file(String(inner.dropFirst(5))) }
        return nil
    }

    /// Returns the value of a variable; an empty one counts as not set.
    private func variable(_ name: String) -> String? {
        environment[name].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func file(_ path: String, at position: SourcePosition, _ diagnostics: DiagnosticCollector) -> OptionalValue<Secret> {
        let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)
        switch TextFileReader.text(of: url, limit: Self.maxFileLength) {
        case .success(let text):
            let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if !token.isEmpty { return .value(Secret(token)) }
            diagnostics.error("bad-secret-file", "the file '\(path)' is empty", at: position)
        case .failure(let error):
            diagnostics.error("bad-secret-file", "the file '\(path)' \(error.description)", at: position)
        }
        return .invalid
    }
}
