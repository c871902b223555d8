/// The headers of a call, by name in lower case.
package struct WebhookHeaders: Hashable, Sendable {
    private var values: [String: [String]] = [:]

    package init(_ headers: some Sequence<(String, String)>) {
        for (name, value) in headers { values[name.lowercased(), default: []].append(value) }
    }

    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns the value of a header that occurs exactly once, because parsers disagree about repeated ones.
    package func only(_ name: String) -> String? { all(name).count == 1 ? values[name]?.first : nil }

    /// The headers that may be stored and shown, because they contain no credentials.
    package var kept: [String: String] {
        Self.harmless.reduce(into: [:]) { kept, name in kept[name] = only(name)?.prefix(Self.maxHeaderLength).description }
    }

    /// The values of all `x-…-token` headers.
    var tokens: [String] {
        values.keys.sorted().filter { $0.hasPrefix("x-") && $0.hasSuffix("-token") }.flatMap { all($0) }
    }

    private static let maxHeaderLength = 256
    private static let harmless = [
        "content-type", "user-agent", "webhook-id", "webhook-timestamp", "x-event-key", "x-github-delivery", "x-github-event",
        "x-gitlab-event",
    ]
}
