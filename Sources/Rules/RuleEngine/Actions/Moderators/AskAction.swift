import BotConfiguration
import ChatModel
import Foundation

/// `ask: { channel, text, approve: [...], reject: [...], expires, on_expire, by_role }`: lets moderators decide by two buttons.
/// The chosen actions are performed with the facts of the original event and with times counted from the answer.
struct AskAction: ParsableAction {
    static let name = "ask"

    private let channel: AlertDestination
    /// The question; `nil` for the default alert.
    private let text: Template?
    private let isQuoting: Bool
    private let approve: [any RuleAction]
    private let reject: [any RuleAction]
    private let lifetime: Double  // Seconds.
    private let onExpire: Question.Fallback
    private let roles: Set<RoleID>

    private static let defaultLifetime = Duration.seconds(86_400)

    /// The words of `on_expire`.
    private enum ExpiryKeyword: String, CaseIterable {
        case approve, reject, none

        var fallback: Question.Fallback {
            switch self {
            case .approve: .approve
            case .reject: .reject
            case .none: .nothing
            }
        }
    }

    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        compilation.rejectInQuestion(keyword)
        let before = diagnostics.errors
        guard let argument = keyword.argument(diagnostics), var map = MapReader(argument, "'ask'", diagnostics) else {
            return nil
        }
        let channel = compilation.alertDestination(
            map.take("channel", "The channel in which to ask (default: `moderation.channel`)."), for: keyword)
        (text, isQuoting) = compilation.reading { map.take("text", "The question.").flatMap { Template($0, compilation) } }
        let approve = Self.branch(map.require("approve", "The actions to perform on approval."), compilation)
        let reject = Self.branch(map.take("reject", "The actions to perform on rejection."), compilation)
        let life = map.take("expires", "The lifetime of the question (default: `1d`).").flatMap { $0.duration(diagnostics) }
        let onExpire = map.take("on_expire", "`approve`, `reject` or `none` (default) when the question expires.")?
            .choice(ExpiryKeyword.self, "an expiry action", diagnostics)
        let roleNode = map.take("by_role", "The roles that may decide (default: moderators).")
        let items = roleNode?.list(orSingle: true, diagnostics) ?? []
        roles = Set(items.compactMap { compilation.names.role($0, diagnostics) })
        map.finish()
        if roleNode == nil, !compilation.hasModerators {
            diagnostics.error(
                "missing-key", "'ask' needs roles or moderators that may decide", at: keyword.position,
                suggestion: "add by_role here, or moderation: { roles: […] } to config.yaml")
        }
        guard diagnostics.errors == before, let channel else { return nil }
        self.channel = channel
        self.approve = approve
        self.reject = reject
        self.lifetime = (life ?? Self.defaultLifetime) / .seconds(1)
        self.onExpire = onExpire?.fallback ?? .nothing
    }

    private static func branch(_ node: ConfigNode?, _ compilation: CompilationContext) -> [any RuleAction] {
        guard let node else { return [] }
        var inner = compilation
        inner.isDeferred = true
        return inner.actions(node)
    }

    var exposures: [Exposure] {
        (isQuoting || text == nil ? channel.channels.map(Exposure.channel) : []) + (approve + reject).flatMap(\.exposures)
    }
    var decidingRoles: Set<Set<RoleID>> { [roles] }
    var isSanction: Bool { (approve + reject).contains(where: \.isSanction) }
    var sanctionsUnasked: Bool { false }
    var needs: Set<PermissionRequirement> { (approve + reject).needs }

    func perform(_ context: inout ActionContext) {
        guard let channel = channel.channel(for: &context) else { return }
        let facts = context.facts
        let title = context.rule.title.isEmpty ? context.rule.id : context.rule.title
        let mayQuote = !isQuoting || context.refusal(toShowIn: channel) == nil
        let asked = context.write(for: .channel(channel)) { mayQuote ? text?.draft($0) : nil }
        let draft = asked ?? AlertMessage(context, title: title, in: channel).draft
        let id = QuestionID(asking: facts)
        let question = Question(
            author: context.rule.author, channel: channel, draft: draft, approve: context.branch(approve),
            reject: context.branch(reject),
            onExpire: onExpire,
            roles: roles.sorted(), askedAt: facts.now)
        if facts.executionMode == .real {
            var entry = StateEntry(at: facts.now)
            entry.until = facts.now.addingTimeInterval(lifetime)
            entry.text = question.text
            context.change(id.key, .set(entry))
        }
        context.ask(draft.adding(buttons: id.buttons(context.policy.phrases)), in: channel)
    }
}
