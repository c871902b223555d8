import BotConfiguration
import ChatModel

/// `send: { to: channel, text, embed, buttons, allow_mentions }`: sends a message to a channel.
struct SendAction: ParsableAction {
    static let name = "send"

    private let channel: ChannelID
    private let form: MessageTemplate
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'send'", diagnostics) else {
            return nil
        }
        let before = diagnostics.errors
        let channel = map.require("to", "The channel.").flatMap { compilation.names.channel($0, diagnostics) }
        if let node = map.take(
            "save_as", "Not supported: the id is not known when a rule is evaluated; 'edit_reply' edits the rule's reply.")
        {
            diagnostics.error(
                "not-yet-known", "a message's id is known only after it is sent, which is after the rule has been evaluated",
                at: node.position, suggestion: "remove save_as; use edit_reply to edit the rule's reply")
        }
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, compilation) }
        map.finish()
        guard let channel, let form, diagnostics.errors == before else { return nil }
        self.channel = channel
        self.form = form
        self.isQuoting = isQuoting
    }

    func sends(to channel: ChannelID) -> Bool { channel == self.channel }
    var exposures: [Exposure] { isQuoting ? [.channel(channel)] : [] }

    func perform(_ context: inout ActionContext) {
        if isQuoting, let refusal = context.refusal(toShowIn: channel) { return context.remark("not sent: \(refusal)") }
        let draft = context.write(for: .channel(channel)) { form.draft(&$0) }
        if let draft { context.request(.send(draft, to: channel)) }
    }
}
