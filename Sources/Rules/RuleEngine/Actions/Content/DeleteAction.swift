import BotConfiguration
import BotKit
import ChatModel

/// `delete`, or `delete: { scope: this | burst | { last: n } }`: removes the message that the rule is about, the messages counted
/// by `flood` or `duplicate`, or the author's last messages in this clan. The removed messages are kept in the case as evidence;
/// a deletion cannot be undone.
struct DeleteAction: ParsableAction {
    static let name = "delete"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.deleteMessage]

    private enum Scope: Hashable, Sendable {
        case this, burst
        case last(Int)
    }

    private let reach: Scope

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        compilation.expect(.message, for: keyword)
        guard let argument = keyword.value else {
            if compilation.triggers == [.delete] {
                compilation.diagnostics.warning(
                    "already-deleted", "the message is already deleted when the trigger 'delete' fires", at: keyword.position,
                    suggestion: "remove this action, or write trigger: message")
            }
            reach = .this
            return
        }
        guard var map = MapReader(argument, "'delete'", compilation.diagnostics) else { return nil }
        let scope = map.take("scope", "`this` (the default), `burst`, or `{ last: 5 }`.").map { Self.reach($0, compilation) }
        map.finish()
        guard let reach = scope ?? .this else { return nil }
        self.reach = reach
    }

    private static func reach(_ node: ConfigNode, _ compilation: CompilationContext) -> Scope? {
        let diagnostics = compilation.diagnostics
        guard let keyword = KeywordNode(node, ["this", "burst", "last"], "a 'delete' scope", diagnostics) else { return nil }
        switch keyword.name {
        case "burst":
            guard keyword.takesNoArgument(diagnostics) else { return nil }
            if !compilation.detailKinds.contains(.messages) {
                diagnostics.error(
                    "no-burst", "there is no burst: no condition of this rule counts messages", at: node.position,
                    suggestion: "add 'flood' or 'duplicate' to 'when', or write scope: { last: 5 }")
                return nil
            }
            return .burst
        case "last":
            guard let count = keyword.argument(diagnostics)?.wholeNumber(in: 1...RecentMessages.maxPerUser, diagnostics) else {
                return nil
            }
            compilation.requirements.keep(recentMessages: count)
            return .last(count)
        default: return keyword.takesNoArgument(diagnostics) ? .this : nil
        }
    }

    func perform(_ context: inout ActionContext) {
        let facts = context.facts
        let saved = evidence(facts, context)
        var targets =
            facts.event.message.isNone
            ? [] : [MatchDetails.MessageLocation(message: facts.event.message, channel: facts.channelID)]
        switch reach {
        case .this: break
        case .burst: targets = context.found.messages.filter { !targets.contains($0) } + targets
        case .last:
            targets =
                saved.map { MatchDetails.MessageLocation(message: $0.message, channel: $0.channel) }.filter {
                    !targets.contains($0)
                }
                + targets
        }
        targets = context.ownMessages(of: targets)
        guard !targets.isEmpty else { return context.remark("no message to delete") }
        let actions = targets.map { target in
            target.message == facts.event.message ? Action.delete() : .delete(target.message, of: target.channel)
        }
        guard facts.messageAuthor != facts.me else { return context.request(parts: actions) }
        var draft = context.draft(Self.name, facts.messageAuthor)
        draft.evidence = saved.filter { saved in targets.contains { $0.message == saved.message } }
        context.sanction(draft, by: actions)
    }

    /// Returns what is known of the messages to delete, as evidence.
    private func evidence(_ facts: Facts, _ context: ActionContext) -> [Evidence] {
        let count =
            switch reach {
            case .this: 0
            case .burst: RecentMessages.maxPerUser
            case .last(let count): count
            }
        let recent = facts.state.recent.last(count, of: facts.messageAuthor, in: facts.clan, until: facts.now)
        guard let own = facts.evidence else { return recent }
        return recent.filter { $0.message != own.message } + [own]
    }
}
