import BotConfiguration
import ChatModel

/// The argument of `add_role` and `remove_role`: a role's name, or `{ role, to }`.
struct RoleArgument: Sendable {
    let role: RoleID
    let whom: MemberSelector

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        guard let argument = keyword.argument(diagnostics) else { return nil }
        var role: RoleID?
        var whom: MemberSelector? = .author
        if argument.isMap(diagnostics), var map = MapReader(argument, "'\(keyword.name)'", diagnostics) {
            role = map.require("role", "The role's name.").flatMap { compilation.names.role($0, diagnostics) }
            whom = MemberSelector.reading(map.take("to", "`author` (the default), `target`, or a name."), compilation)
            map.finish()
        } else {
            role = compilation.names.role(argument, diagnostics)
        }
        guard let role, let whom else { return nil }
        self.role = role
        self.whom = whom
    }

    /// Returns the member to change, unless the change has no effect: undoing such a case would alter the member's roles.
    func user(_ context: inout ActionContext, has: Bool) -> UserID? {
        guard let user = context.canModerate(whom.user(context)) else { return nil }
        guard !context.facts.clan.isNone else {
            context.remark("the event has no clan for the role")
            return nil
        }
        if let member = context.facts.member(user), member.roles.contains(role) != has {
            context.remark("\(user) \(has ? "does not have" : "already has") the role")
            return nil
        }
        return user
    }
}
