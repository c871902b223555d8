import MezonModel

extension HTTPAccessPolicy {
    /// Reads a bot's HTTP access.
    init?(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        guard var map = MapReader(node, "'http'", findings) else { return nil }
        self.init()
        let allow = map.take("allow", "Public hosts: api.example.org, https://api.example.org:8443.")
        let inside = map.take("inside", "Hosts of private networks, each with scheme and port: http://127.0.0.1:8080.")
        if let time = map.take("timeout", "The timeout of a request (default: 5s).")?.duration(
            in: .seconds(1)...(.seconds(9)), findings)
        {
            timeout = time
        }
        if let node = map.take("max_body", "The maximum size of a response (default: 1MiB)."),
            let size = node.sizeInBytes(findings)
        {
            if (1...Self.largestMostBytes).contains(size) {
                mostBytes = size
            } else {
                findings.error(
                    "bad-size", "responses are kept in the store: at most \(Self.largestMostBytes >> 20)MiB", at: node.position,
                    suggestion: "write \(size < 1 ? "1KiB" : "\(Self.largestMostBytes >> 20)MiB")")
            }
        }
        // Nothing may be read until a host is named.
        map.requireOne(of: ["allow", "inside"])
        map.finish()
        allowed = Set((allow?.list(findings) ?? []).compactMap { Self.outside($0, findings) })
        self.allowedPrivate = Set((inside?.list(findings) ?? []).compactMap { Self.inside($0, findings) })
    }

    private static func outside(_ node: ConfigNode, _ findings: DiagnosticCollector) -> WebOrigin? {
        guard let origin = origin(node, findings) else { return nil }
        guard let side = origin.address?.scope ?? (origin.isOfThisMachine ? .privateNetwork : nil), side != .publicNetwork else {
            return origin
        }
        findings.error(
            "inside-host", "\(origin.host) is not a public Internet address", at: node.position,
            suggestion: side == .forbidden ? "remove it: it is never allowed" : "move it to 'inside', with scheme and port")
        return nil
    }

    private static func inside(_ node: ConfigNode, _ findings: DiagnosticCollector) -> WebOrigin? {
        guard let origin = origin(node, findings), case .scalar(let text, _) = node.kind else { return nil }
        guard origin.address?.scope != .forbidden else {
            findings.error(
                "inside-host", "\(origin.host) is never allowed: it is an unspecified, multicast or metadata address",
                at: node.position, suggestion: "remove it")
            return nil
        }
        let hasPort = text.split(separator: "]").last?.split(separator: ":").last?.allSatisfy(\.isNumber) == true
        guard text.contains("://"), hasPort else {
            findings.error(
                "bad-host", "a private host needs a scheme and port", at: node.position,
                suggestion: "write \(origin.isSecure ? "https" : "http")://\(origin.host):\(origin.port)")
            return nil
        }
        return origin
    }

    private static func origin(_ node: ConfigNode, _ findings: DiagnosticCollector) -> WebOrigin? {
        guard let text = node.text(findings) else { return nil }
        if let origin = WebOrigin(text) { return origin }
        findings.error("bad-host", "'\(text)' is not a host", at: node.position, suggestion: hint(text))
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
