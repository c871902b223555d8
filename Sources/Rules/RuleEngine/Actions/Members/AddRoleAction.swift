import BotConfiguration
import ChatModel

/// `add_role: role`, or `add_role: { role, to }`: gives a member a role.
struct AddRoleAction: ParsableAction {
    static let name = "add_role"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageClan]

    private let argument: RoleArgument

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = RoleArgument(keyword, compilation) else { return nil }
        self.argument = argument
    }

    func perform(_ context: inout ActionContext) {
        let users = argument.users(&context, having: false)
        context.sanction(users) { context, user in
            let action = MemberAction.addRole(argument.role, to: user, of: context.facts.clan)
            return (context.draft(Self.name, user, inverses: action.inverse.map { [$0] } ?? []), [.member(action)])
        }
    }
}
