/// Finds a port in the name of a host, `irc.libera.chat:6697`, which has a key of its own.
struct ServerAddressReview {
    private let diagnostics: DiagnosticCollector

    init(_ diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    func check(_ host: String, _ node: ConfigNode) {
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        // An IPv6 address has several colons.
        guard parts.count == 2, !parts[0].isEmpty, let port = UInt16(parts[1]) else { return }
        diagnostics.warning(
            "port-in-host", "'\(host)' is no name of a host: the port has a key of its own", at: node.position,
            suggestion: "write host: \(parts[0]), port: \(port)")
    }
}
