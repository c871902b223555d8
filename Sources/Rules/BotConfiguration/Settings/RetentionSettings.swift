import ChatModel

/// The retention periods of texts. Metadata (events, times and users) is kept; nil keeps texts permanently.
package struct RetentionSettings: Hashable, Sendable {
    /// The retention of messages and of the bot's answers.
    package var messages: Duration?
    /// The retention of traces.
    package var traces: Duration?
    /// The retention of message texts in cases.
    package var evidence: Duration?

    package init(messages: Duration? = nil, traces: Duration? = nil, evidence: Duration? = nil) {
        self.messages = messages
        self.traces = traces
        self.evidence = evidence
    }
}

extension RetentionSettings {
    /// The minimum period: rules and users who ask for explanations do not look further back.
    private static let shortest = Duration.seconds(3600)

    init(_ node: ConfigNode?, isOfChannel: Bool = false, _ diagnostics: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'retention'", diagnostics) else { return }
        let range = Self.shortest...Duration.seconds(DurationText.longest)
        messages = map.take("messages", "The retention of messages and answers, for example 180d.")?.duration(
            in: range, diagnostics)
        traces = map.take("traces", "The retention of traces, for example 30d.")?.duration(in: range, diagnostics)
        if !isOfChannel {
            evidence = map.take("evidence", "The retention of messages stored in cases, for example 365d.")?.duration(
                in: range, diagnostics)
        }
        map.finish()
    }
}
