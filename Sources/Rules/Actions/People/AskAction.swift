import BotConfig
import Foundation
import MezonModel

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

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        compilation.rejectInQuestion(word)
        let before = findings.errors
        guard let argument = word.argument(findings), var map = MapReader(argument, "'ask'", findings) else { return nil }
        let channel = compilation.alertDestination(
            map.take("channel", "The channel in which to ask (default: `moderation.channel`)."), for: word)
        (text, isQuoting) = compilation.reading { map.take("text", "The question.").flatMap { Template($0, compilation) } }
        let approve = Self.branch(map.require("approve", "The actions to perform on approval."), compilation)
        let reject = Self.branch(map.take("reject", "The actions to perform on rejection."), compilation)
        let life = map.take("expires", "The lifetime of the question (default: `1d`).").flatMap { $0.duration(findings) }
        let onExpire = map.take("on_expire", "`approve`, `reject` or `nothing` (default) when the question expires.")?
            .choice(Question.Fallback.self, "an expiry action", findings)
        let roleNode = map.take("by_role", "The roles that may decide (default: moderators).")
        let items = roleNode?.list(orSingle: true, findings) ?? []
        roles = Set(items.compactMap { compilation.names.role($0, findings) })
        map.finish()
        if roleNode == nil, !compilation.hasModerators {
            findings.error(
                "missing-key", "'ask' needs roles or moderators that may decide", at: word.place,
                suggestion: "add by_role here, or moderation: { roles: […] } to config.yaml")
        }
        guard findings.errors == before, let channel else { return nil }
        self.channel = channel
        self.approve = approve
        self.reject = reject
        self.lifetime = (life ?? Self.defaultLifetime) / .seconds(1)
        self.onExpire = onExpire ?? .nothing
    }

    private static func branch(_ node: ConfigNode?, _ compilation: CompilationContext) -> [any RuleAction] {
        guard let node else { return [] }
        var inner = compilation
        inner.isDeferred = true
        return inner.actions(node)
    }

    var showsIn: [ChannelID] { (isQuoting || text == nil ? channel.channels : []) + (approve + reject).flatMap(\.showsIn) }
    var isSanction: Bool { (approve + reject).contains(where: \.isSanction) }
    var needs: Set<PermissionRequirement> { (approve + reject).needs }

    func perform(_ scene: inout ActionContext) {
        guard let channel = channel.channel(for: &scene) else { return }
        let facts = scene.facts
        let title = scene.rule.title.isEmpty ? scene.rule.id : scene.rule.title
        let mayQuote = !isQuoting || scene.refusal(toShowIn: channel) == nil
        let asked = scene.write(for: .channel(channel)) { mayQuote ? text?.draft($0) : nil }
        let draft = asked ?? AlertMessage(scene, title: title, in: channel).draft
        let id = QuestionID(asking: facts)
        let question = Question(
            author: scene.rule.author, channel: channel, draft: draft, approve: scene.branch(approve),
            reject: scene.branch(reject),
            onExpire: onExpire,
            roles: roles.sorted(), askedAt: facts.now)
        if facts.executionMode == .real {
            var memo = StateEntry(at: facts.now)
            memo.until = facts.now.addingTimeInterval(lifetime)
            memo.text = question.text
            scene.change(id.key, .set(memo))
        }
        scene.ask(.send(draft.adding(buttons: id.buttons(scene.policy.phrases)), to: channel))
    }
}
