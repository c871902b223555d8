import MezonModel

extension BotSettings {
    /// Reads `bot`, and the environment for what it leaves out.
    ///
    /// - Parameter place: where to complain about what is in neither.
    static func read(
        _ node: ConfigNode?, at place: Place, secrets: SecretSource, _ findings: Findings
    ) -> BotSettings? {
        var map = node.flatMap { MapReader($0, "'bot'", findings) }
        let gatewayNode = map?.take("gateway")
        let idNode = map?.take("id"), tokenNode = map?.take("token")
        map?.finish()

        let id = secrets.id(idNode, findings)
        let token = secrets.token(tokenNode, findings)
        let place = gatewayNode?.place ?? node?.place ?? place
        guard case .value(let gateway) = gateway(gatewayNode, isKnown: id != .absent || token != .absent, findings) else {
            return nil
        }
        guard gateway != .local else { return BotSettings(gateway: .local, credentials: nil) }
        switch (id, token) {
        case (.value(let id), .value(let token)):
            return BotSettings(gateway: gateway, credentials: Credentials(id: id, token: token))
        case (.refused, _), (_, .refused): return nil
        case (.absent, let token):
            let both = token == .absent ? ", and its token in MEZON_BOT_TOKEN or MEZON_BOT_TOKEN_FILE" : ""
            findings.error(
                "no-credentials", "a remote gateway needs the bot's id", at: place,
                suggestion: "set MEZON_BOT_ID to the bot's id\(both)")
        case (.value, .absent):
            findings.error(
                "no-credentials", "a remote gateway needs the bot's token", at: place,
                suggestion: "set MEZON_BOT_TOKEN, or MEZON_BOT_TOKEN_FILE to a file that holds it")
        }
        return nil
    }

    private static func gateway(_ node: ConfigNode?, isKnown: Bool, _ findings: Findings) -> Given<Gateway> {
        guard let node else { return .value(isKnown ? .mezon : .local) }
        guard let text = node.text(findings) else { return .refused }
        guard let gateway = Gateway(text) else {
            findings.error(
                "bad-gateway", "'\(text)' is not a gateway", at: node.place,
                suggestion: "write local, host, host:port or https://host:port")
            return .refused
        }
        return .value(gateway)
    }
}
