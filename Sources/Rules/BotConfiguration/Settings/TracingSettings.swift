package import ChatModel

/// The export of spans to a collector of OpenTelemetry.
package struct TracingSettings: Hashable, Sendable {
    /// The collector's address for OTLP over HTTP.
    package var endpoint: WebOrigin
    /// The share of events that are traced.
    package var sample: Double

    package init(endpoint: WebOrigin, sample: Double = 0.01) {
        self.endpoint = endpoint
        self.sample = sample
    }
}

extension TracingSettings {
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard var map = MapReader(node, "'tracing'", diagnostics) else { return nil }
        map.expect(["url", "address", "collector"], for: "endpoint")
        let endpoint = map.require(
            "endpoint", "The collector's address for OTLP over HTTP, without a path.",
            write: "endpoint: \"http://127.0.0.1:4318\"")
        let sample = map.take("sample", "The share of events that are traced (default: 0.01).")?.number(in: 0...1, diagnostics)
        map.finish()
        guard let endpoint, let origin = Self.origin(endpoint, diagnostics) else { return nil }
        self.init(endpoint: origin)
        if let sample { self.sample = sample }
    }

    private static func origin(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> WebOrigin? {
        let example = "http://127.0.0.1:4318"
        if diagnostics.record(.pattern("^https?://[^/?#]+/?$", example: example), for: node) { return nil }
        guard let text = node.text(diagnostics) else { return nil }
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        if trimmed.hasPrefix("http://") || trimmed.hasPrefix("https://"), let origin = WebOrigin(trimmed) { return origin }
        diagnostics.error(
            "bad-address", "expected the address of a collector, without a path", at: node.position,
            suggestion: "write it like \(example); /v1/traces is added")
        return nil
    }
}
