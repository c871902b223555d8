import BotConfiguration
import ChatModel

/// `unban: { to }`: lifts a member's ban, so that they can rejoin.
struct UnbanAction: ParsableAction {
    static let name = "unban"

    private let whom: MemberSelector

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = keyword.argument(compilation.diagnostics),
            var map = MapReader(argument, "'unban'", compilation.diagnostics)
        else {
            return nil
        }
        let whom = map.require("to", "`author`, `target`, or a name.").flatMap { MemberSelector($0, compilation) }
        map.finish()
        guard let whom else { return nil }
        self.whom = whom
    }

    func perform(_ context: inout ActionContext) {
        guard let user = whom.user(context), !context.facts.clan.isNone else { return context.remark("no user to unban") }
        context.change(.ban(of: user, from: context.facts.clan), .forget)
    }
}
