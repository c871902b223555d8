import ChatModel

extension AccountSettings {
    /// The keys that concern the account and not individual clans.
    static let accountKeys = [
        "gateway", "fingerprints", "id", "token", "read_receipts", "slash_menu", "slash_menu_texts", "tokens",
    ]

    /// Reads `bot`, and takes missing values from the environment.
    ///
    /// - Parameter place: The position of errors about values that are in neither.
    static func read(
        _ node: ConfigNode?, at position: SourcePosition, secrets: SecretSource, _ diagnostics: DiagnosticCollector
    ) -> AccountSettings? {
        var map = node.flatMap { MapReader($0, "'bot'", diagnostics) }
        let gatewayNode = map?.take(
            "gateway", "The gateway: `local` for one inside the bot, or the server to log in to (default: Mezon).")
        let pinNode = map?.take(
            "fingerprints", "The SHA-256 fingerprints of the certificates accepted from the gateway, its API and its socket.")
        let idNode = map?.take("id", "`${env:MEZON_BOT_ID}`"), tokenNode = map?.take("token", "`${env:…}` or `${file:…}`")
        let chat = map.map { _ in ChatKeys(&map!, diagnostics) }
        let receipts = map?.take("read_receipts", "Whether messages are marked as read once they are stored.")?.truth(diagnostics)
        let slashMenu = map?.take("slash_menu", "Whether the commands of bots are registered in Mezon's `/` menu.")?.truth(
            diagnostics)
        let textsNode = map?.take(
            "slash_menu_texts",
            "Whether the menu writes a command that needs arguments into the user's input field (default: true).")
        let slashMenuTexts = textsNode?.truth(diagnostics)
        let tokens = map?.take("tokens", "The limits of the tokens that bots send (default: none are sent).").flatMap {
            TokenLimits($0, diagnostics)
        }
        map?.finish()

        guard
            var settings = account(gatewayNode, idNode, tokenNode, at: node?.position ?? position, secrets: secrets, diagnostics)
        else {
            return nil
        }
        if let prefix = chat?.prefix { settings.prefix = prefix }
        if let locale = chat?.locale { settings.locale = locale }
        if let timeZone = chat?.timeZone { settings.timeZone = timeZone }
        settings.fingerprints = pinNode?.fingerprints(diagnostics) ?? []
        if let pinNode, !settings.gateway.isSecure, settings.gateway != .unset {
            diagnostics.error(
                "contradiction", "'fingerprints' has no effect without TLS", at: pinNode.position, suggestion: "remove it")
        }
        if let receipts { settings.receipts = receipts }
        settings.tokens = tokens
        if let slashMenu { settings.slashMenu = slashMenu }
        if let slashMenuTexts { settings.slashMenuTexts = slashMenuTexts }
        if let textsNode, !settings.slashMenu {
            diagnostics.error(
                "contradiction", "'slash_menu_texts' has no effect without the menu", at: textsNode.position,
                suggestion: "write slash_menu: true, or remove it")
        }
        return settings
    }

    private static func account(
        _ gatewayNode: ConfigNode?, _ idNode: ConfigNode?, _ tokenNode: ConfigNode?, at position: SourcePosition,
        secrets: SecretSource,
        _ diagnostics: DiagnosticCollector
    ) -> AccountSettings? {
        let id = secrets.id(idNode, diagnostics)
        let token = secrets.token(tokenNode, diagnostics)
        let position = gatewayNode?.position ?? position
        guard case .value(let gateway) = gateway(gatewayNode, isKnown: id != .absent || token != .absent, diagnostics) else {
            return nil
        }
        if gateway == .local {
            if let gatewayNode, id != .absent || token != .absent { warn(ofUnusedCredentials: gatewayNode, diagnostics) }
            return AccountSettings(gateway: .local, credentials: nil)
        }
        let idVariable = secrets.variableName(idNode) ?? "MEZON_BOT_ID"
        let tokenVariable = secrets.variableName(tokenNode) ?? "MEZON_BOT_TOKEN"
        let setToken = "set \(tokenVariable), or set \(tokenVariable)_FILE to the path of a file that contains it"
        if gateway == .unset {
            return AccountSettings(
                gateway: .unset, credentials: nil,
                missingCredentials: Diagnostic(
                    .error, "no-credentials", "the bot's id and token are not set", at: idNode?.position ?? position,
                    suggestion:
                        "set \(idVariable) to the bot's id and \(setToken) (see Documentation/DeveloperPortal.md); or write `bot: { gateway: local }` to try it without Mezon"
                ))
        }
        switch (id, token) {
        case (.value(let id), .value(let token)):
            return AccountSettings(gateway: gateway, credentials: Credentials(id: id, token: token))
        case (.invalid, _), (_, .invalid): return nil
        case (.absent, let token):
            let both = token == .absent ? ", and its token in \(tokenVariable) or \(tokenVariable)_FILE" : ""
            diagnostics.error(
                "no-credentials", "a remote gateway needs the bot's id", at: position,
                suggestion: "set \(idVariable) to the bot's id\(both)")
        case (.value, .absent):
            diagnostics.error("no-credentials", "a remote gateway needs the bot's token", at: position, suggestion: setToken)
        }
        return nil
    }

    private static func warn(ofUnusedCredentials gateway: ConfigNode, _ diagnostics: DiagnosticCollector) {
        diagnostics.warning(
            "unused-credentials", "the bot's id and token are set, but the local gateway does not use them", at: gateway.position,
            suggestion: "remove `gateway: local` to log in to Mezon")
    }

    private static func gateway(_ node: ConfigNode?, isKnown: Bool, _ diagnostics: DiagnosticCollector) -> OptionalValue<
        GatewaySelection
    > {
        guard let node else { return .value(isKnown ? .mezon : .unset) }
        guard let text = node.text(diagnostics) else { return .invalid }
        guard let gateway = GatewaySelection(text) else {
            diagnostics.error(
                "bad-gateway", "'\(text)' is not a gateway", at: node.position,
                suggestion: "write local, host, host:port or https://host:port")
            return .invalid
        }
        if case .remote(let host, let port, isSecure: false) = gateway, !LoopbackHost.contains(host) {
            diagnostics.error(
                "insecure-gateway", "without TLS the token can be read in transit: http is only allowed for this machine",
                at: node.position,
                suggestion: "write https://\(host)\(port == 80 ? "" : ":\(port)")")
            return .invalid
        }
        return .value(gateway)
    }
}

extension TokenLimits {
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'tokens'", diagnostics) else { return nil }
        let most = 1...AccountAction.maxTokens
        let perDay = map.require("per_day", "The largest sum of a day, in tokens.", write: "per_day: 1000")?
            .wholeNumber(in: most, diagnostics)
        let perOrder = map.take("per_order", "The largest number of tokens at once (default: per_day).")?
            .wholeNumber(in: most, diagnostics)
        map.finish()
        guard let perDay else { return nil }
        self.init(perDay: perDay, perOrder: min(perOrder ?? perDay, perDay))
    }
}
