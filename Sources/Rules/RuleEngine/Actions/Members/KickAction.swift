import BotConfiguration
import ChatModel

/// `kick`, or `kick: { to, reason }`: removes a member from the clan. It can be reversed only by an invitation.
struct KickAction: ParsableAction {
    static let name = "kick"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageClan]

    private let sanction: SanctionArguments

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let sanction = SanctionArguments(keyword, compilation) else { return nil }
        self.sanction = sanction
    }

    func perform(_ context: inout ActionContext) {
        guard let user = context.canModerate(sanction.whom.user(context)) else { return }
        guard !context.facts.clan.isNone else { return context.remark("no clan to kick from") }
        let cause = sanction.cause(context)
        context.sanction(
            context.draft(Self.name, user, because: cause), by: [.member(.kick(user, of: context.facts.clan, reason: cause))])
    }
}
