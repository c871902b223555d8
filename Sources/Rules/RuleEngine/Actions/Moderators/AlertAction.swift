import BotConfiguration
import ChatModel

/// `alert`, `alert: channel`, or `alert: { to: channel, text, embed, buttons }`: notifies moderators. Without a text the alert
/// states the rule, the user, the channel and the match.
struct AlertAction: ParsableAction {
    static let name = "alert"

    private let channel: AlertDestination
    /// The message; `nil` for the default alert.
    private let form: MessageTemplate?
    private let isQuoting: Bool

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = keyword.value, argument.isMap(compilation.diagnostics) else {
            guard let channel = compilation.alertDestination(keyword.value, for: keyword) else { return nil }
            self.channel = channel
            form = nil
            isQuoting = true
            return
        }
        guard var map = MapReader(argument, "'alert'", compilation.diagnostics) else { return nil }
        let channel = compilation.alertDestination(map.take("to", "The channel (default: `moderation.channel`)."), for: keyword)
        let (form, isQuoting) = compilation.reading { MessageTemplate(&map, mayBeEmpty: true, compilation) }
        map.finish()
        guard let channel, let form else { return nil }
        self.channel = channel
        self.form = form.isEmpty ? nil : form
        self.isQuoting = isQuoting || form.isEmpty
    }

    var exposures: [Exposure] { isQuoting ? channel.channels.map(Exposure.channel) : [] }

    func perform(_ context: inout ActionContext) {
        guard let channel = channel.channel(for: &context) else { return }
        let title = context.rule.title.isEmpty ? context.rule.id : context.rule.title
        // If the message may not be quoted there, moderators are notified without its text.
        let mayQuote = !isQuoting || context.refusal(toShowIn: channel) == nil
        guard let form, mayQuote else {
            return context.notifyModerators(AlertMessage(context, title: title, in: channel).draft, in: channel)
        }
        let draft = context.write(for: .channel(channel)) { form.draft(&$0) }
        if let draft { context.notifyModerators(draft, in: channel) }
    }
}
