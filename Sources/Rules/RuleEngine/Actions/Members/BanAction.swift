import BotConfiguration
import ChatModel
import Foundation

/// `ban: { for: 30d, to, reason }`: removes a member from the clan, and again whenever they rejoin until the ban ends;
/// permanently without `for`. Mezon has no such ban (its ban is `mute` here): the rules enforce it while the bot runs.
struct BanAction: ParsableAction {
    static let name = "ban"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageClan]

    private let length: Double?  // Seconds.
    private let sanction: SanctionArguments

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.value else {
            length = nil
            sanction = SanctionArguments()
            return
        }
        guard var map = MapReader(argument, "'ban'", diagnostics) else { return nil }
        let before = diagnostics.errors
        let length = map.take("for", "The duration, for example `30d`; permanent without it.").flatMap {
            Self.length($0, diagnostics)
        }
        let sanction = SanctionArguments(&map, compilation)
        map.finish()
        guard diagnostics.errors == before, let sanction else { return nil }
        self.length = length.map { $0 / .seconds(1) }
        self.sanction = sanction
    }

    /// The words for a ban without an end, which is expressed by leaving out the key.
    private static let endless: Set<String> = ["permanent", "permanently", "forever", "never", "infinite", "always", "0"]

    private static func length(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Duration? {
        if let text = node.scalarText, endless.contains(text.lowercased()) {
            diagnostics.error(
                "bad-duration", "'\(text)' is not a duration", at: node.position,
                suggestion: "remove 'for': a ban without it is permanent")
            return nil
        }
        return node.duration(diagnostics)
    }

    func perform(_ context: inout ActionContext) {
        let users = context.moderated(sanction.whom)
        let clan = context.facts.clan
        guard !clan.isNone else { return context.remark("no clan to ban from") }
        let cause = sanction.cause(context)
        var entry = StateEntry(at: context.facts.now)
        entry.text = cause
        entry.until = length.map { context.facts.now.addingTimeInterval($0) }
        for user in users { context.change(.ban(of: user, from: clan), .set(entry)) }
        context.sanction(users) { context, user in
            let draft = context.draft(
                Self.name, user, until: entry.until, inverses: [.unban(user, of: clan)], because: cause)
            return (draft, [.member(.kick(user, of: clan, reason: cause))])
        }
    }
}
