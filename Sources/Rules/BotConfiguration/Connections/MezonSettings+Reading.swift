import ChatModel

extension MezonSettings: NetworkSettings {
    package static let network = "mezon"
    package static let title = "Mezon"
    package static let summary: StaticString = "Another account on Mezon, for clans or servers that the bot's own cannot reach."

    package static func read(_ node: ConfigNode, _ connection: ConnectionReader) -> MezonSettings? {
        let settings = MezonSettings(node, secrets: connection.secrets, connection.diagnostics)
        for entry in connection.entries {
            let channel = channel(entry.value, connection.diagnostics)
            let id = connection.register(entry, as: channel ?? entry.key)
            guard let channel else { continue }
            let address = settings.map { ChannelAddress(host: $0.host, port: $0.port, channel: channel) }
            connection.add(
                entry, id, named: channel,
                at: address ?? ChannelAddress(network: "connection \(connection.name)", channel: channel))
        }
        return settings
    }

    /// Reads `mezon: { gateway, id, token, fingerprints, per_second }`, without channels.
    init?(_ node: ConfigNode, secrets: SecretSource, _ diagnostics: DiagnosticCollector) {
        let before = diagnostics.errors
        guard var map = MapReader(node, "'mezon'", diagnostics) else { return nil }
        map.expect(["server", "host", "url"], for: "gateway")
        map.expect(["appid", "app_id", "bot_id"], for: "id")
        map.expect(["password", "secret"], for: "token")
        let gatewayNode = map.take("gateway", "The server to log in to (default: Mezon).")
        let idNode = map.require(
            "id", "The id of the application, in digits or as ${env:…} or ${file:…}.", write: "id: \"${env:SECOND_BOT_ID}\"")
        let tokenNode = map.require(
            "token", "The application's token, as ${env:…} or ${file:…}.", write: "token: \"${env:SECOND_BOT_TOKEN}\"")
        let pinNode = map.take("fingerprints", "The SHA-256 fingerprints of the certificates accepted from the server.")
        let perSecond = map.take(
            "per_second", "Messages of the account that may start in any second (default: 80).")?
            .wholeNumber(in: 1...100_000, diagnostics)
        map.finish()
        let gateway = gatewayNode.map { Self.gateway($0, diagnostics) } ?? .mezon
        let id = idNode.flatMap { Self.id($0, secrets, diagnostics) }
        let token = tokenNode.flatMap { secrets.password($0, diagnostics) }
        let pinned = pinNode?.fingerprints(diagnostics) ?? []
        if let pinNode, let gateway, !gateway.isSecure {
            diagnostics.error(
                "contradiction", "'fingerprints' has no effect without TLS", at: pinNode.position, suggestion: "remove it")
        }
        guard diagnostics.errors == before, case .remote(let host, let port, let isSecure) = gateway ?? .mezon else {
            return nil
        }
        // Without a value only while the format is recorded, and in a stored revision, whose secrets are not resolved.
        self.init(host: host, port: port, isSecure: isSecure, id: id ?? 0, token: token ?? Secret(""))
        fingerprints = pinned
        self.perSecond = perSecond
    }

    /// Reads the server's address. http is accepted only for this machine, because the token is sent with every request.
    private static func gateway(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> GatewaySelection? {
        guard let text = node.text(diagnostics) else { return nil }
        guard let gateway = GatewaySelection(text), case .remote(let host, let port, let isSecure) = gateway else {
            diagnostics.error(
                "bad-gateway", "'\(text)' is not the address of a server", at: node.position,
                suggestion: "write host, host:port or https://host:port")
            return nil
        }
        guard isSecure || LoopbackHost.contains(host) else {
            diagnostics.error(
                "insecure-gateway", "without TLS the token can be read in transit: http is only allowed for this machine",
                at: node.position, suggestion: "write https://\(host)\(port == 80 ? "" : ":\(port)")")
            return nil
        }
        return gateway
    }

    private static func id(_ node: ConfigNode, _ secrets: SecretSource, _ diagnostics: DiagnosticCollector) -> UserID? {
        let text = secrets.isReference(node) ? secrets.password(node, diagnostics)?.reveal() : node.text(diagnostics)
        guard let text else { return nil }
        if let id = UserID(text), id.rawValue > 0, !id.isExternal { return id }
        diagnostics.error("bad-id", "the id of an application consists of digits", at: node.position)
        return nil
    }

    /// Reads a channel, which is given by its id.
    private static func channel(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        if let id = ChannelID(text), id.rawValue > 0, !id.isExternal { return "\(id)" }
        diagnostics.error(
            "bad-channel", "a channel of Mezon is given by its id", at: node.position,
            suggestion: "write the digits at the end of the channel's link, in quotes")
        return nil
    }
}
