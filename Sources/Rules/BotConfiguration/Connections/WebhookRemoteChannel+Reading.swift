import ChatModel

extension WebhookSettings.RemoteChannel {
    /// The names of the signature schemes in the configuration.
    private enum SignatureSchemeKeyword: String, CaseIterable { case standard, github, slack, token, none }

    /// Reads `ci: { path: /hooks/ci, signature, secrets, per_minute }`,
    /// `ops: { url: ${env:OPS_URL}, style, secrets, headers, allow_private, timeout }`, or both in one.
    init?(_ entry: ConfigNode.Entry, secrets source: SecretSource, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(entry.value, "a webhook channel", diagnostics) else { return nil }
        map.expect(["signing", "scheme"], for: "signature")
        map.expect(["secret", "key", "token"], for: "secrets")
        map.expect(["limit", "rate"], for: "per_minute")
        let path = map.take(
            "path", "The path for incoming webhooks, for example /hooks/ci; requests become messages in the channel.")
        let sign = map.take("signature", "The signature scheme of incoming requests (default: `standard`).")
        let limit = map.take("per_minute", "The maximum number of incoming requests per minute (default: 120).")
        let url = map.take("url", "The URL that receives the channel's messages, as ${env:…} if it is a secret.")
        let style = map.take("style", "The payload format of outgoing requests (default: `standard`).")
        let headers = map.take("headers", "Additional request headers, each as ${env:…} or ${file:…}.")
        let inside = map.take("allow_private", "Whether the URL may resolve to this machine or a private network.")
        let timeout = map.take("timeout", "The timeout of one attempt (default: 15s).")
        let secrets = map.take(
            "secrets", "The signing secrets, each as ${env:…} or ${file:…}; all are valid, so that they can be rotated.")
        map.requireOne(of: ["path", "url"])
        map.finish()
        for (key, node) in [("signature", sign), ("per_minute", limit)] where path == nil && url != nil {
            Self.refuse(node, "'\(key)' applies to incoming requests, which need a 'path'", diagnostics)
        }
        for (key, node) in [("style", style), ("headers", headers), ("allow_private", inside), ("timeout", timeout)]
        where url == nil && path != nil {
            Self.refuse(node, "'\(key)' applies to outgoing requests, which need a 'url'", diagnostics)
        }
        name = entry.key

        let given = (secrets?.list(orSingle: true, diagnostics) ?? []).map { ($0, source.password($0, diagnostics)) }
        let scheme = sign?.choice(SignatureSchemeKeyword.self, "a signature scheme", diagnostics) ?? .standard
        let most = limit?.wholeNumber(in: 1...1_000_000, diagnostics)
        if let path, let text = Self.path(path, diagnostics) {
            if scheme != .none, given.isEmpty {
                diagnostics.error(
                    "missing-key", "\(WebhookSecretError.none)", at: sign?.position ?? path.position,
                    suggestion: "add secrets: [\"${env:NAME}\"], or signature: none")
            }
            Self.check(given, as: scheme, diagnostics)
            endpoint = WebhookEndpoint(
                path: text, signing: Self.signing(scheme, given.compactMap(\.1)),
                maxPerMinute: most ?? WebhookEndpoint.defaultMaxPerMinute)
        }

        let payloadStyle = style?.choice(WebhookTarget.Style.self, "a style", diagnostics) ?? .standard
        let isInside = inside?.truth(diagnostics) ?? false
        let more = (headers?.named("'headers'", diagnostics) ?? []).compactMap { Self.header($0, source, diagnostics) }
        let time = timeout?.duration(in: .seconds(1)...(.seconds(60)), diagnostics)
        self.style = url == nil ? nil : payloadStyle
        if let url, let address = Self.address(url, payloadStyle, isInside: isInside, source, diagnostics) {
            if payloadStyle == .standard { Self.check(given, as: .standard, diagnostics) }
            target = WebhookTarget(
                url: address, secrets: payloadStyle == .standard ? given.compactMap(\.1) : [],
                headers: Dictionary(more) { first, _ in first }, reachesInside: isInside, style: payloadStyle,
                timeout: time ?? WebhookTarget.defaultTimeout)
        }
        // An unused secret would suggest a protection that does not exist.
        let isSigned = path != nil && scheme != .none || url != nil && payloadStyle == .standard
        if !isSigned, path != nil || url != nil, !given.isEmpty {
            Self.refuse(secrets, "'secrets' has no effect: this channel uses no signatures", diagnostics)
        }
    }

    private static func refuse(_ node: ConfigNode?, _ message: String, _ diagnostics: DiagnosticCollector) {
        guard let node else { return }
        diagnostics.error("contradiction", message, at: node.position, suggestion: "remove it")
    }

    private static func path(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        if WebhookEndpoint.isPath(text) { return text }
        diagnostics.error(
            "bad-path", "a path is '/' and visible characters without '?', '#' and '%', and not /healthz", at: node.position,
            suggestion: "write a path such as /hooks/ci")
        return nil
    }

    /// Adds an error for each secret that cannot be used to sign.
    private static func check(
        _ given: [(node: ConfigNode, secret: Secret?)], as scheme: SignatureSchemeKeyword, _ diagnostics: DiagnosticCollector
    ) {
        for (node, secret) in given {
            guard let secret else { continue }
            do throws(WebhookSecretError) {
                switch scheme {
                case .standard: _ = try WebhookSecret.bytes(standard: secret)
                case .github, .slack, .token: _ = try WebhookSecret.bytes(text: secret)
                case .none: break
                }
            } catch {
                diagnostics.error("bad-secret", "\(error)", at: node.position)
            }
        }
    }

    private static func signing(_ scheme: SignatureSchemeKeyword, _ secrets: [Secret]) -> WebhookEndpoint.SignatureScheme {
        switch scheme {
        case .standard: .standard(secrets)
        case .github: .gitHub(secrets)
        case .slack: .slack(secrets)
        case .token: .token(secrets)
        case .none: .none
        }
    }

    private static func header(_ entry: ConfigNode.Entry, _ source: SecretSource, _ diagnostics: DiagnosticCollector) -> (
        String, Secret
    )? {
        let isName = entry.key.utf8.allSatisfy {
            (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard isName, !entry.key.isEmpty else {
            diagnostics.error("bad-header", "a header name consists of letters, digits and '-'", at: entry.keyPosition)
            return nil
        }
        return source.password(entry.value, diagnostics).map { (entry.key.lowercased(), $0) }
    }

    private static func address(
        _ node: ConfigNode, _ style: WebhookTarget.Style, isInside: Bool, _ source: SecretSource,
        _ diagnostics: DiagnosticCollector
    ) -> Secret? {
        // The addresses of chat services authorize anyone who knows them; an address whose calls are signed may be written in the
        // file.
        let isPlain = style == .standard && !source.isReference(node)
        guard let secret = isPlain ? node.text(diagnostics).map(Secret.init) : source.password(node, diagnostics) else {
            return nil
        }
        let text = secret.reveal()
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        let origin = scheme.flatMap { scheme in
            WebOrigin(scheme + String(text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }))
        }
        guard let origin else {
            diagnostics.error(
                "bad-url", "expected a URL without a username or password", at: node.position,
                suggestion: "write it like https://example.org/")
            return nil
        }
        if let side = origin.address?.scope, side == .forbidden || side == .privateNetwork && !isInside {
            diagnostics.error(
                "private-host", "the URL's host is not a public Internet address", at: node.position,
                suggestion: side == .forbidden
                    ? "choose another URL: this one is never allowed" : "add allow_private: true to allow it")
            return nil
        }
        return secret
    }
}
