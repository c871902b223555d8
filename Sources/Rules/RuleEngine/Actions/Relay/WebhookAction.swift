import BotConfiguration
import BotKit
import ChatModel

/// `webhook: { to: channel, event, data }`: posts the rule's own JSON to the URL of a webhook channel, signed and retried like
/// the channel's messages.
struct WebhookAction: ParsableAction {
    static let name = "webhook"

    private let channel: ChannelID
    private let event: String
    private let data: JSONTemplate
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'webhook'", diagnostics) else {
            return nil
        }
        map.expect(["type", "name"], for: "event")
        map.expect(["body", "payload"], for: "data")
        map.expect(["url", "channel"], for: "to")
        let channel = map.require("to", "A webhook channel with a `url`.").flatMap { Self.channel($0, compilation) }
        let event = map.require("event", "The event's `type`, for example case.opened.").flatMap { Self.event($0, diagnostics) }
        let dataNode = map.take("data", "The event's `data`: texts, templates, lists and maps (default: an empty map).")
        let (data, isQuoting) = compilation.reading { dataNode.map { JSONTemplate($0, compilation) } ?? .empty }
        map.finish()
        if let dataNode, let data, data.count > JSONTemplate.maximum {
            diagnostics.error("too-many", "at most \(JSONTemplate.maximum) values are allowed", at: dataNode.position)
        }
        guard diagnostics.errors == before, let channel, let event, let data else { return nil }
        self.channel = channel
        self.event = event
        self.data = data
        self.isQuoting = isQuoting
    }

    var exposures: [Exposure] { isQuoting ? [.channel(channel)] : [] }

    func perform(_ context: inout ActionContext) {
        if isQuoting, let refusal = context.refusalToShow() { return context.remark("not posted: \(refusal)") }
        let content = context.write(for: .anyone) { data.value($0) }
        let posted = WebhookPayload(event, at: context.facts.now, data: content)
        let size = posted.bytes.count
        guard size <= WebhookPayload.maxBytes else {
            return context.remark("not posted: \(size) bytes exceed the limit of \(WebhookPayload.maxBytes)")
        }
        context.request(.send(Draft(posted.content), to: channel))
    }

    private static func event(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        guard WebhookPayload.isType(text) else {
            diagnostics.error(
                "bad-event", "an event name consists of words of letters, digits and '_', joined by '.'", at: node.position,
                suggestion: "write a name such as case.opened")
            return nil
        }
        if let prefix = WebhookPayload.reserved.first(where: text.hasPrefix) {
            diagnostics.error(
                "reserved-event", "'\(prefix)…' is reserved for the channel's messages", at: node.position,
                suggestion: "write a name such as case.opened")
            return nil
        }
        return text
    }

    /// Reads a webhook channel that can transport events.
    private static func channel(_ node: ConfigNode, _ compilation: CompilationContext) -> ChannelID? {
        guard let channel = compilation.names.channel(node, compilation.diagnostics) else { return nil }
        let connections = compilation.configuration.connections
        let candidates = connections.flatMap { connection in connection.channels.filter { connection.events[$0.id] == .accepted }
        }
        .compactMap { compilation.names.name(of: $0.id) }
        let hint =
            candidates.isEmpty
            ? "give a webhook channel a url" : "write \(candidates.prefix(4).joined(separator: " or "))"
        switch connections.lazy.compactMap({ $0.events[channel] }).first {
        case .accepted: return channel
        case .refused(let style):
            compilation.diagnostics.error(
                "no-webhook", "the receiver of this channel accepts messages of style \(style), not events",
                at: node.position, suggestion: hint)
        case nil:
            compilation.diagnostics.error(
                "no-webhook", "the channel is not a webhook channel with a url", at: node.position, suggestion: hint)
        }
        return nil
    }
}
