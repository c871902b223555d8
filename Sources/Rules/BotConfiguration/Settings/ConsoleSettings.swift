package import ChatModel

/// The address and the access of the web console.
package struct ConsoleSettings: Hashable, Sendable {
    /// The address on which it listens.
    package var listen = ListenAddress(host: "127.0.0.1", port: 7350)
    /// The address under which a reverse proxy publishes it; nil without a proxy.
    package var published: PublishedAddress?
    /// The token that readers of the metrics have to present; nil if none is needed on this machine and others get no metrics.
    package var metricsToken: Secret?
    /// The assistant programs that may use the bot's tools over HTTP.
    package var assistants: [AssistantSettings] = []

    package init() {}

    /// An origin with the path of the console below it.
    package struct PublishedAddress: Hashable, Sendable {
        package var origin: WebOrigin
        /// The path without a slash at its end, for example `/console`; empty for the root.
        package var path: String

        package init(origin: WebOrigin, path: String) {
            self.origin = origin
            self.path = path
        }
    }
}

extension ConsoleSettings {
    init(_ node: ConfigNode, names: NameRegistry, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'console'", diagnostics) else { return }
        map.expect(["address", "bind", "port"], for: "listen")
        map.expect(["base_path", "public_url", "origin"], for: "url")
        let address = map.take("listen", "The address to listen on (default: 127.0.0.1:7350).")
        if let address, let given = ListenAddress(address, example: "127.0.0.1:7350", diagnostics) { listen = given }
        let isOpen =
            map.take("allow_network", "Whether it may listen on an address that other machines reach (default: false).")?
            .truth(diagnostics) ?? false
        published = map.take("url", "The address that a reverse proxy publishes, for example https://bots.example.org/console.")
            .flatMap { PublishedAddress($0, diagnostics) }
        metricsToken = map.take("metrics_token", "`${env:…}` or `${file:…}`: what readers of /metrics have to present.")
            .flatMap { Self.token($0, secrets, diagnostics) }
        if let node = map.take("assistants", "Assistant programs that use the bot's tools at /mcp, each with a token.") {
            assistants = AssistantSettings.read(node, names: names, secrets: secrets, diagnostics)
        }
        map.finish()
        guard let address, !LoopbackHost.contains(listen.host), !diagnostics.isRecording else { return }
        if !isOpen {
            diagnostics.error(
                "open-console", "other machines reach the console at \(listen), and what they send and read is not encrypted",
                at: address.position,
                suggestion: "listen on 127.0.0.1:\(listen.port) behind a proxy with TLS, or add allow_network: true")
        } else if published == nil, IPAddress(listen.host)?.bytes.allSatisfy({ $0 == 0 }) == true {
            // Requests have to name the console's host, and no browser names this one.
            diagnostics.error(
                "unnamed-console", "\(listen) stands for every address of the machine, and browsers can open none of them",
                at: address.position,
                suggestion: "name the address that browsers open, for example url: \"http://192.0.2.1:\(listen.port)\"")
        }
    }
}

extension ConsoleSettings {
    private static let minTokenLength = 16  // Characters.

    /// Reads a token that a client presents.
    static func token(_ node: ConfigNode, _ secrets: SecretSource, _ diagnostics: DiagnosticCollector) -> Secret? {
        guard let token = secrets.password(node, diagnostics) else { return nil }
        let text = token.reveal().utf8
        if text.count >= minTokenLength, text.allSatisfy({ (0x21...0x7E).contains($0) }) { return token }
        diagnostics.error(
            "weak-token", "the token needs at least \(minTokenLength) visible ASCII characters", at: node.position,
            suggestion: "generate one, for example with `openssl rand -hex 32`")
        return nil
    }
}

extension ConsoleSettings.PublishedAddress {
    private static let maxPath = 200  // Bytes.

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        let example = "https://bots.example.org/console"
        if diagnostics.record(.pattern("^https?://[^/?#]+(/[A-Za-z0-9_~.-]+)*/?$", example: example), for: node) { return nil }
        guard let text = node.text(diagnostics) else { return nil }
        let start = ["https://", "http://"].first { text.hasPrefix($0) }
        let rest = text.dropFirst(start?.count ?? 0)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let segments = rest[slash...].split(separator: "/")
        let path = segments.map { "/\($0)" }.joined()
        guard let start, let origin = WebOrigin(start + rest[..<slash]), path.utf8.count <= Self.maxPath,
            segments.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(Self.isPlain) })
        else {
            diagnostics.error(
                "bad-address", "expected an address with a scheme, a host and an optional path", at: node.position,
                suggestion: "write it like \(example)")
            return nil
        }
        self.init(origin: origin, path: path)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || [45, 46, 95, 126].contains(byte)
    }
}
