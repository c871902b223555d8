import MezonModel

/// For how long texts are kept. What has happened, when and to whom stays; nil keeps texts for ever.
package struct RetentionSettings: Hashable, Sendable {
    /// What was said, and what the bot answered.
    package var messages: Duration?
    /// Why the bot did what it did.
    package var traces: Duration?
    /// What cases hold of what was said.
    package var evidence: Duration?

    package init(messages: Duration? = nil, traces: Duration? = nil, evidence: Duration? = nil) {
        self.messages = messages
        self.traces = traces
        self.evidence = evidence
    }

    /// Whether nothing is ever to go.
    package var isForEver: Bool { messages == nil && traces == nil && evidence == nil }
}

extension RetentionSettings {
    /// What rules look back at, and a person who asks why, is never older.
    private static let shortest = Duration.seconds(3600)

    init(_ node: ConfigNode?, isOfChannel: Bool = false, _ findings: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'retain'", findings) else { return }
        let range = Self.shortest...Duration.seconds(DurationText.longest)
        messages = map.take("messages", "What was said, and what the bot answered: 180d.")?.duration(in: range, findings)
        traces = map.take("traces", "Why the bot did what it did: 30d.")?.duration(in: range, findings)
        if !isOfChannel {
            evidence = map.take("evidence", "What cases hold of what was said: 365d.")?.duration(in: range, findings)
        }
        map.finish()
    }
}
