import ChatModel

extension HTTPAccessPolicy {
    /// Reads a bot's HTTP access.
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'http'", diagnostics) else { return nil }
        self.init()
        let allow = map.take("allow", "Public hosts: api.example.org, https://api.example.org:8443.")
        let inside = map.take("allow_private", "Hosts of private networks, each with scheme and port: http://127.0.0.1:8080.")
        if let time = map.take("timeout", "The timeout of a request (default: 5s).")?.duration(
            in: .seconds(1)...(.seconds(9)), diagnostics)
        {
            timeout = time
        }
        if let node = map.take("max_body", "The maximum size of a response (default: 1MiB)."),
            let size = node.sizeInBytes(diagnostics)
        {
            if (1...Self.maxBytesLimit).contains(size) {
                maxBytes = size
            } else {
                diagnostics.error(
                    "bad-size", "responses are kept in the store: at most \(Self.maxBytesLimit >> 20)MiB", at: node.position,
                    suggestion: "write \(size < 1 ? "1KiB" : "\(Self.maxBytesLimit >> 20)MiB")")
            }
        }
        if let limit = map.take("per_second", "The requests of `.request` to one host that may start in a second (default: 5).")?
            .wholeNumber(in: 1...1000, diagnostics)
        {
            perSecond = limit
        }
        // Nothing may be read until a host is named.
        map.requireOne(of: ["allow", "allow_private"])
        map.finish()
        allowed = Set((allow?.list(diagnostics) ?? []).compactMap { Self.outside($0, diagnostics) })
        self.allowedPrivate = Set((inside?.list(diagnostics) ?? []).compactMap { Self.inside($0, diagnostics) })
    }

    private static func outside(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> WebOrigin? {
        guard let origin = origin(node, diagnostics) else { return nil }
        guard let side = origin.address?.scope ?? (origin.isOfThisMachine ? .privateNetwork : nil), side != .publicNetwork else {
            return origin
        }
        diagnostics.error(
            "private-host", "\(origin.host) is not a public Internet address", at: node.position,
            suggestion: side == .forbidden ? "remove it: it is never allowed" : "move it to 'allow_private', with scheme and port"
        )
        return nil
    }

    private static func inside(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> WebOrigin? {
        guard let origin = origin(node, diagnostics), case .scalar(let text, _) = node.kind else { return nil }
        guard origin.address?.scope != .forbidden else {
            diagnostics.error(
                "private-host", "\(origin.host) is never allowed: it is an unspecified, multicast or metadata address",
                at: node.position, suggestion: "remove it")
            return nil
        }
        let hasPort = text.split(separator: "]").last?.split(separator: ":").last?.allSatisfy(\.isNumber) == true
        guard text.contains("://"), hasPort else {
            diagnostics.error(
                "bad-host", "a private host needs a scheme and port", at: node.position,
                suggestion: "write \(origin.isSecure ? "https" : "http")://\(origin.host):\(origin.port)")
            return nil
        }
        return origin
    }

    private static func origin(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> WebOrigin? {
        guard let text = node.text(diagnostics) else { return nil }
        if let origin = WebOrigin(text) { return origin }
        diagnostics.error("bad-host", "'\(text)' is not a host", at: node.position, suggestion: hint(text))
        return nil
    }

    private static func hint(_ text: String) -> String {
        if text.contains("*") { return "write each host separately: api.example.org" }
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) } ?? ""
        let bare = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let host = scheme + (bare.split(separator: "@").last.map(String.init) ?? "").lowercased()
        return WebOrigin(host) != nil ? "write \(host)" : "write api.example.org or http://api.example.org:8080"
    }
}

extension WebOrigin {
    fileprivate var isOfThisMachine: Bool { host == "localhost" || host.hasSuffix(".localhost") }
}
