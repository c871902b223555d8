import BotConfiguration
import ChatModel

/// `remove_role: role`, or `remove_role: { role, to }`: takes a role from a member.
struct RemoveRoleAction: ParsableAction {
    static let name = "remove_role"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageClan]

    private let argument: RoleArgument

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = RoleArgument(keyword, compilation) else { return nil }
        self.argument = argument
    }

    func perform(_ context: inout ActionContext) {
        let users = argument.users(&context, having: true)
        context.sanction(users) { context, user in
            let action = MemberAction.removeRole(argument.role, from: user, of: context.facts.clan)
            return (context.draft(Self.name, user, inverses: action.inverse.map { [$0] } ?? []), [.member(action)])
        }
    }
}
