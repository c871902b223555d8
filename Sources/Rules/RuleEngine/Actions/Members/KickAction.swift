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
        let users = context.moderated(sanction.whom)
        guard !context.facts.clan.isNone else { return context.remark("no clan to kick from") }
        let cause = sanction.cause(context)
        context.sanction(users) { context, user in
            (context.draft(Self.name, user, because: cause), [.member(.kick(user, of: context.facts.clan, reason: cause))])
        }
    }
}
