import BotConfiguration
import ChatModel

/// `report: kind`, or `report: { kind, to }`: reports a message to moderators and opens a case, without any action against the
/// message.
struct ReportAction: ParsableAction {
    static let name = "report"

    private let kind: Template
    private let isQuoting: Bool
    private let channel: AlertDestination

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.expect(.message, for: keyword)
        guard let argument = keyword.argument(diagnostics) else { return nil }
        var channel: AlertDestination?
        var (kind, isQuoting) = (Template?.none, false)
        if argument.isMap(diagnostics), var map = MapReader(argument, "'report'", diagnostics) {
            (kind, isQuoting) = compilation.reading {
                map.require("kind", "The kind of report, for example spam or abuse.").flatMap { Template($0, compilation) }
            }
            channel = compilation.alertDestination(map.take("to", "The channel in which moderators are notified."), for: keyword)
            map.finish()
        } else {
            (kind, isQuoting) = compilation.reading { Template(argument, compilation) }
            channel = compilation.alertDestination(nil, for: keyword)
        }
        guard let kind, let channel else { return nil }
        self.kind = kind
        self.isQuoting = isQuoting
        self.channel = channel
    }

    var exposures: [Exposure] { channel.channels.map(Exposure.channel) }

    func perform(_ context: inout ActionContext) {
        let kind = kind.text(context)
        var draft = context.draft("report", context.facts.messageAuthor, because: kind)
        draft.evidence = context.facts.evidence.map { [$0] } ?? []
        context.open(draft)
        if let channel = channel.channel(for: &context) {
            let mayQuote = !isQuoting || context.refusal(toShowIn: channel) == nil
            let shown = context.write(for: .channel(channel)) { mayQuote ? self.kind.text($0) : "…" }
            context.notifyModerators(
                AlertMessage(context, title: context.policy.phrases.report(shown), in: channel).draft, in: channel)
        }
    }
}
