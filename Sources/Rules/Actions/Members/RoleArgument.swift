import BotConfig
import MezonModel

/// The argument of `add_role` and `remove_role`: a role's name, or `{ role, to }`.
struct RoleArgument: Sendable {
    let role: RoleID
    let whom: MemberSelector

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        guard let argument = word.argument(findings) else { return nil }
        var role: RoleID?
        var whom: MemberSelector? = .author
        if argument.isMap(findings), var map = MapReader(argument, "'\(word.name)'", findings) {
            role = map.require("role", "The role's name.").flatMap { compilation.names.role($0, findings) }
            whom = MemberSelector.reading(map.take("to", "`author` (the default), `target`, or a name."), compilation)
            map.finish()
        } else {
            role = compilation.names.role(argument, findings)
        }
        guard let role, let whom else { return nil }
        self.role = role
        self.whom = whom
    }

    /// Returns the member to change, unless the change has no effect: undoing such a case would alter the member's roles.
    func user(_ scene: inout ActionContext, has: Bool) -> UserID? {
        guard let user = scene.canModerate(whom.user(scene)) else { return nil }
        guard !scene.facts.clan.isNone else {
            scene.remark("the event has no clan for the role")
            return nil
        }
        if let member = scene.facts.member(user), member.roles.contains(role) != has {
            scene.remark("\(user) \(has ? "does not have" : "already has") the role")
            return nil
        }
        return user
    }
}
