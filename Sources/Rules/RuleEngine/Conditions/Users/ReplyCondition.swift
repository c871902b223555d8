import BotConfiguration
import ChatModel
import Foundation

/// `reply: { to, age, … }`, with the fields of `author` for the author of the message replied to.
struct ReplyCondition: ParsableCondition {
    static let name = "reply"
    let checks: [FieldCheck]

    private enum RepliedAuthor: String, CaseIterable {
        case me, bot, user, none

        init(_ facts: Facts) {
            guard let sender = facts.repliedTo else {
                self = .none
                return
            }
            self = sender == facts.me ? .me : facts.member(sender)?.isBot == true ? .bot : .user
        }

        var shown: String {
            self == .none ? "it is not a reply" : self == .me ? "it replies to this bot" : "it replies to a \(rawValue)"
        }
    }

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        if let wanted = fields.take("to", "The author replied to: `me` (this bot), another `bot`, a `user`, or `none`.")?
            .choice(RepliedAuthor.self, "a reply target", compilation.diagnostics)
        {
            let part = fields.part("to")
            fields.add(
                FieldCheck([part], meaning: .values(.repliedAuthor, [wanted.rawValue])) { facts in
                    let answered = RepliedAuthor(facts)
                    return answered == wanted ? .holds(Reason(part, answered.shown)) : .fails(part, answered.shown)
                })
        }
        fields.compare(
            "age", .duration, "The age of the message replied to, for example `> 7d`.", of: .replyAge,
            unknown: "it is not a reply"
        ) { facts in
            guard let message = facts.reference?.message, !message.isNone else { return nil }
            return .duration(seconds: max(0, facts.now.timeIntervalSince(Snowflake.date(of: message))))
        }
        UserConditionFields(user: .repliedTo).read(&fields)
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
