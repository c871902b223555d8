import ChatModel

extension MatrixSettings: NetworkSettings {
    package static let network = "matrix"
    package static let title = "Matrix"
    package static let summary: StaticString = "A Matrix homeserver."
    package static let storesFiles = true

    package static func read(_ node: ConfigNode, _ connection: ConnectionReader) -> MatrixSettings? {
        var settings = MatrixSettings(node, secrets: connection.secrets, connection.diagnostics)
        for entry in connection.entries {
            let channel = channel(entry.value, connection.diagnostics)
            let id = connection.register(entry, as: channel ?? entry.key)
            guard let channel else { continue }
            if connection.add(entry, id, named: channel, at: ChannelAddress(network: "Matrix", channel: channel)) {
                settings?.channels.append(channel)
            }
        }
        return settings
    }

    private static let maxNameLength = 255  // Bytes, for every name on Matrix.

    /// Reads `matrix: { server, token }` or `{ server, user, password }`, without rooms.
    init?(_ node: ConfigNode, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        let before = diagnostics.errors
        guard var map = MapReader(node, "'matrix'", diagnostics) else { return nil }
        map.expect(["homeserver", "url", "host"], for: "server")
        map.expect(["access_token"], for: "token")
        map.expect(["username", "id"], for: "user")
        let server = map.require(
            "server", "The base URL of the API, for example https://matrix.example.org.",
            write: "server: https://matrix.example.org")
        let token = map.take("token", "An access token of the bot's account, as ${env:…} or ${file:…}.")
        let user = map.take("user", "The account to log in to without a token, for example mezon-relay.")
        let password = map.take("password", "The account's password, as ${env:…} or ${file:…}.")
        let fingerprints = map.take("fingerprints", "The SHA-256 fingerprints of the certificates accepted from the server.")
        map.requireOne(of: ["token", "user"])
        map.finish()
        let origin = server.flatMap { Self.origin($0, diagnostics) }
        let pinned = fingerprints?.fingerprints(diagnostics) ?? []
        if let fingerprints, origin?.isSecure == false {
            diagnostics.error(
                "contradiction", "'fingerprints' has no effect without TLS", at: fingerprints.position, suggestion: "remove it")
        }
        let secret = token.flatMap { secrets.password($0, diagnostics) }
        let name = user.flatMap { Self.name($0, diagnostics) }
        let word = password.flatMap { secrets.password($0, diagnostics) }
        if let token, user != nil || password != nil {
            diagnostics.error(
                "contradiction", "a token identifies the account: 'user' and 'password' have no effect", at: token.position,
                suggestion: "remove either the token, or 'user' and 'password'")
        }
        if let user, password == nil, token == nil {
            diagnostics.error(
                "missing-key", "'matrix' needs the key 'password' next to 'user'", at: user.position,
                suggestion: "add password: \"${env:MATRIX_PASSWORD}\"")
        }
        guard diagnostics.errors == before else { return nil }
        let usual = WebOrigin(isSecure: true, host: "matrix.example.org")  // Used only while the format is recorded.
        guard let origin = origin ?? usual else { return nil }
        self.init(
            server: origin,
            login: name.flatMap { name in word.map { .password(user: name, $0) } } ?? .token(secret ?? Secret("")))
        self.fingerprints = pinned
    }

    /// Reads the server's address. http is accepted only for this machine, because the token is sent with every request.
    private static func origin(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> WebOrigin? {
        guard let text = node.text(diagnostics) else { return nil }
        let bare = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), let origin = WebOrigin(bare) else {
            diagnostics.error(
                "bad-server", "expected the base URL of a server, without a path", at: node.position,
                suggestion: "write it like https://matrix.example.org")
            return nil
        }
        guard origin.isSecure || LoopbackHost.contains(origin.host) else {
            diagnostics.error(
                "insecure-server", "without TLS the token can be read in transit: http is only allowed for this machine",
                at: node.position,
                suggestion: "write https://\(origin.authority)")
            return nil
        }
        return origin
    }

    private static func name(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        let isUsable = !text.isEmpty && text.utf8.count <= maxNameLength && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        if isUsable { return text }
        diagnostics.error("bad-user", "a name on Matrix has no spaces, and at most \(maxNameLength) bytes", at: node.position)
        return nil
    }

    /// Reads a room: `"#swift:example.org"` or `"!id:example.org"`.
    static func channel(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        let colon = text.firstIndex(of: ":")
        let isAlias = text.hasPrefix("#") && colon.map { text.index(after: text.startIndex) < $0 } == true
        // The ids of newer rooms contain no server name.
        let isID = text.hasPrefix("!") && text.utf8.count > 1
        let isUsable =
            (isAlias || isID) && !text.hasSuffix(":") && text.utf8.count <= maxNameLength
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        if isUsable { return text }
        diagnostics.error(
            "bad-channel", "a Matrix room is given by its alias or id", at: node.position,
            suggestion: "write it like \"#swift:example.org\", in quotes")
        return nil
    }
}
