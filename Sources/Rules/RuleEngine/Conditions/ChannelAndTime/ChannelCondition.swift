import BotConfiguration
import ChatModel

/// `channel: { is, type, category, name, private, is_thread }`: the channel of the event. A public thread also counts as its
/// parent channel, as in the rule's `in`.
struct ChannelCondition: ParsableCondition {
    static let name = "channel"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        if let items = fields.items("is", "Channels by name; public threads count as their parent channel.") {
            let channels = Set(items.compactMap { compilation.names.channel($0, diagnostics) })
            let part = fields.part("is")
            fields.add(
                FieldCheck([part], meaning: .literal(.places, .items(ItemSets(anyOf: Set(channels.map(\.rawValue)))))) { facts in
                    guard let channel = facts.places.intersection(channels).max() else {
                        return .fails(part, "it is \(facts.shownChannel)")
                    }
                    return .holds(Reason(part, "\(channel)"))
                })
        }
        if let types = fields.choices(
            ChannelType.self, "type", "a channel type",
            "The channel type: text, thread, forum, announcement, voice, streaming, app, group or direct.")
        {
            Self.add(&fields, "type", .values(.channelType, types.map(\.rawValue))) {
                $0.channel.map { ChannelType($0)?.rawValue ?? "kind \($0.kind.rawValue)" }
            } fits: {
                types.map(\.rawValue).contains($0)
            }
        }
        if let items = fields.items("category", "Categories by name.") {
            let categories = Set(items.compactMap { compilation.names.category($0, diagnostics)?.description })
            Self.add(&fields, "category", .values(.category, categories)) {
                $0.channel.map { $0.category.description }
            } fits: {
                categories.contains($0)
            }
        }
        Self.readName(&fields)
        fields.truth("private", "Whether the channel is private.", of: .isPrivate, yes: "it is private", no: "it is not private")
        {
            $0.channel?.isPrivate
        }
        fields.truth("is_thread", "Whether it is a thread.", of: .isThread, yes: "it is a thread", no: "it is not a thread") {
            facts in
            facts.channel.map(\.isThread)
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }

    private static func add(
        _ fields: inout FieldReader, _ field: String, _ meaning: Formula, _ value: @escaping @Sendable (Facts) -> String?,
        fits: @escaping @Sendable (String) -> Bool
    ) {
        let part = fields.part(field)
        fields.add(
            FieldCheck([part], meaning: meaning) { facts in
                guard let value = value(facts) else { return .fails(part, "the channel is unknown") }
                return fits(value) ? .holds(Reason(part, value)) : .fails(part, "it is \(value)")
            })
    }

    private static func readName(_ fields: inout FieldReader) {
        let compilation = fields.compilation
        guard let node = fields.take("name", "Conditions on the channel's name, with the fields of `text`.") else { return }
        let part = fields.part("name")
        for check in StandaloneTextCheck.read(node, of: "name", part: part, compilation) {
            fields.add(
                FieldCheck([part]) { facts in
                    let label = facts.channelLabel
                    return check.reason(in: label, "'\(label)' has").map(ConditionResult.holds)
                        ?? .fails(part, "it is '\(label)'")
                })
        }
    }
}

extension Facts {
    var channelLabel: String { channel?.label ?? message?.channelLabel ?? "" }

    fileprivate var shownChannel: String { channelLabel.isEmpty ? "channel \(channelID)" : "'\(channelLabel)'" }
}
