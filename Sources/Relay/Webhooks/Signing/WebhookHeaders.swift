/// The headers of a call, by their names in lower case.
package struct WebhookHeaders: Hashable, Sendable {
    private var values: [String: [String]] = [:]

    package init(_ headers: some Sequence<(String, String)>) {
        for (name, value) in headers { values[name.lowercased(), default: []].append(value) }
    }

    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a header that is there once: of two, each reader may believe another.
    package func only(_ name: String) -> String? { all(name).count == 1 ? values[name]?.first : nil }

    /// What may be kept and shown: none of these says who may call.
    package var kept: [String: String] {
        Self.harmless.reduce(into: [:]) { kept, name in kept[name] = only(name)?.prefix(Self.longestKept).description }
    }

    /// Whatever `x-…-token` holds.
    var tokens: [String] {
        values.keys.sorted().filter { $0.hasPrefix("x-") && $0.hasSuffix("-token") }.flatMap { all($0) }
    }

    private static let longestKept = 256
    private static let harmless = [
        "content-type", "user-agent", "webhook-id", "webhook-timestamp", "x-event-key", "x-github-delivery", "x-github-event",
        "x-gitlab-event",
    ]
}
