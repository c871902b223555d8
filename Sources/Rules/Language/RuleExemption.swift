import BotConfig
import MezonModel

/// Whom a rule does not see: `except: { users, self }`.
struct RuleExemption: Hashable, Sendable {
    private var users: Set<UserID> = []

    static let nobody = RuleExemption()
    private init() {}

    init(_ node: ConfigNode, _ compilation: Compilation) {
        let findings = compilation.findings
        guard var map = MapReader(node, "'except'", findings) else { return }
        users = Set((map.take("users")?.list(orSingle: true, findings) ?? []).compactMap { compilation.names.user($0, findings) })
        if let own = map.take("self"), own.word(of: ["true", "false"], "'true' or 'false'", findings) == "false" {
            findings.error(
                "self-is-exempt", "our own messages reach no rule, or two rules could answer each other for ever", at: own.place,
                suggestion: "write true, or leave it out")
        }
        map.finish()
    }

    func covers(_ message: Message) -> Bool { users.contains(message.author.id) }
}
