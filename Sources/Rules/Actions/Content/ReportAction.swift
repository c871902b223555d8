import BotConfig
import MezonModel

/// `report: kind`, or `report: { kind, to }`: reports a message to moderators and opens a case, without any action against the
/// message.
struct ReportAction: ParsableAction {
    static let name = "report"

    private let kind: Template
    private let isQuoting: Bool
    private let channel: AlertDestination

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.expect(.message, for: word)
        guard let argument = word.argument(findings) else { return nil }
        var channel: AlertDestination?
        var (kind, isQuoting) = (Template?.none, false)
        if argument.isMap(findings), var map = MapReader(argument, "'report'", findings) {
            (kind, isQuoting) = compilation.reading {
                map.require("kind", "The kind of report, for example spam or abuse.").flatMap { Template($0, compilation) }
            }
            channel = compilation.alertDestination(map.take("to", "The channel in which moderators are notified."), for: word)
            map.finish()
        } else {
            (kind, isQuoting) = compilation.reading { Template(argument, compilation) }
            channel = compilation.alertDestination(nil, for: word)
        }
        guard let kind, let channel else { return nil }
        self.kind = kind
        self.isQuoting = isQuoting
        self.channel = channel
    }

    var showsIn: [ChannelID] { channel.channels }

    func perform(_ scene: inout ActionContext) {
        let kind = kind.text(scene)
        var draft = scene.draft("report", scene.facts.messageAuthor, because: kind)
        draft.evidence = scene.facts.evidence.map { [$0] } ?? []
        scene.open(draft)
        if let channel = channel.channel(for: &scene) {
            let mayQuote = !isQuoting || scene.refusal(toShowIn: channel) == nil
            let shown = scene.write(for: .channel(channel)) { mayQuote ? self.kind.text($0) : "…" }
            scene.ask(.send(AlertMessage(scene, title: scene.policy.phrases.report(shown), in: channel).draft, to: channel))
        }
    }
}
