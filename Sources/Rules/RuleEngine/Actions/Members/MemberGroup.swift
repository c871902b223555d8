import BotConfiguration
import ChatModel

/// The members that an action on people is about: one member, or several, such as everybody who has joined lately.
enum MemberGroup: Hashable, Sendable {
    case one(MemberSelector)
    /// Everybody whose events the rule's `flood` counted.
    case burst
    /// Everybody who has joined the clan within a window.
    case joined(WindowSpec)

    private static let text: StaticString =
        "`author` (the default), `target`, a name, `burst` (everybody whom `flood` counted), or `{ joined_within: 10m }`."

    /// Takes the `to` key of an action; the author if it is missing.
    static func reading(_ map: inout MapReader, _ compilation: CompilationContext) -> MemberGroup? {
        guard let node = map.take("to", text) else { return .one(.author) }
        return MemberGroup(node, compilation)
    }

    private init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        if node.isMap(diagnostics) {
            guard var map = MapReader(node, "'to'", diagnostics) else { return nil }
            let within = map.require("joined_within", "The time since they joined, for example `10m`; at most one day.")?
                .duration(in: WindowSpec.lengths, diagnostics)
            map.finish()
            guard let within else { return nil }
            let spec = WindowSpec(of: .join, within: within / .seconds(1), per: .clan)
            compilation.watch(spec)
            self = .joined(spec)
        } else if node.isWord("burst", diagnostics) {
            guard compilation.detailKinds.contains(.users) else {
                diagnostics.error(
                    "no-burst", "there is no burst: no condition of this rule counts what people do", at: node.position,
                    suggestion: "add 'flood' to 'when', or write to: { joined_within: 10m }")
                return nil
            }
            self = .burst
        } else {
            guard let member = MemberSelector(node, compilation) else { return nil }
            self = .one(member)
        }
    }

    /// Returns the users, each once.
    func users(_ context: ActionContext) -> [UserID] {
        switch self {
        case .one(let member): member.user(context).map { [$0] } ?? []
        case .burst: context.found.users ?? []
        case .joined(let spec):
            context.facts.state.occurrences(of: context.facts.windowSubject(.clan), for: spec, until: context.facts.now)
                .distinctUsers
        }
    }

    /// The exposures of what is shown to the members. The author can read the channel. Others may not be able to.
    var exposures: [Exposure] { self == .one(.author) ? [] : [.user] }
}

extension ActionContext {
    /// Returns the users of a group on whom rules may act.
    mutating func moderated(_ group: MemberGroup) -> [UserID] {
        let users = group.users(self)
        if users.isEmpty { remark("no user to act on") }
        var moderated: [UserID] = []
        for user in users {
            if let user = canModerate(user) { moderated.append(user) }
        }
        return moderated
    }

    /// Requests one action against each of several users. Those that fail are skipped, and the step fails when all do.
    mutating func sanction(_ users: [UserID], by step: (ActionContext, UserID) -> (draft: CaseDraft, actions: [Action])) {
        for user in users {
            let (draft, actions) = step(self, user)
            sanction(draft, by: actions, isLast: user == users.last)
        }
    }
}
