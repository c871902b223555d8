import BotConfiguration
import ChatModel

/// The argument of `add_role` and `remove_role`: a role's name, or `{ role, to }`.
struct RoleArgument: Sendable {
    let role: RoleID
    let whom: MemberGroup

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics) else { return nil }
        var role: RoleID?
        var whom: MemberGroup? = .one(.author)
        if argument.isMap(diagnostics), var map = MapReader(argument, "'\(keyword.name)'", diagnostics) {
            role = map.require("role", "The role's name.").flatMap { compilation.names.role($0, diagnostics) }
            whom = MemberGroup.reading(&map, compilation)
            map.finish()
        } else {
            role = compilation.names.role(argument, diagnostics)
        }
        guard let role, let whom else { return nil }
        self.role = role
        self.whom = whom
    }

    /// Returns the members to change, without those whom the change would not affect: undoing such a case would alter their roles.
    func users(_ context: inout ActionContext, having: Bool) -> [UserID] {
        let users = context.moderated(whom)
        guard !users.isEmpty else { return [] }
        guard !context.facts.clan.isNone else {
            context.remark("the event has no clan for the role")
            return []
        }
        return users.filter { user in
            guard let member = context.facts.member(user), member.roles.contains(role) != having else { return true }
            context.remark("\(user) \(having ? "does not have" : "already has") the role")
            return false
        }
    }
}
