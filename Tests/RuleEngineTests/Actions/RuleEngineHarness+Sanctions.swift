import BotKit
import ChatModel
import Testing

@testable import RuleEngine

extension RuleEngineHarness {
    /// A rule that acts on messages with the word "bad".
    static func sanctionRule(_ then: String) -> String {
        "  - { id: a, title: Be kind, mode: enforce, trigger: message, when: { text: { contains: bad } }, then: [ \(then) ] }"
    }

    /// A case about the user of the message.
    static func caseDraft(
        _ kind: String, user: UserID = 5, reason: String = "Be kind", until: Double? = nil, inverses: [MemberAction] = [],
        ordinals: [Int] = [0]
    ) -> CaseDraft {
        CaseDraft(
            kind: kind, user: user, clan: 1, channel: 11, message: 100, reason: reason, until: until.map(at),
            inverses: inverses, ordinals: ordinals)
    }

    /// A mute for ten minutes.
    static func tenMinuteMute(_ user: UserID = 5, _ channel: ChannelID = 11, _ reason: String = "Be kind") -> Action {
        .member(.mute(user, in: channel, until: at(600), reason: reason))
    }

    /// The notice to a user who is muted for ten minutes.
    static func muteNotice(_ place: String, _ user: UserID = 5, _ reason: String = "Be kind") -> Action {
        .ephemeral(Draft("🔇 You cannot write \(place) for 10 minutes: \(reason)"), to: user)
    }

    /// Expects that a sanction requests the actions and records the case.
    static func expect(_ action: String, requests actions: [Action], in expected: CaseDraft) throws {
        let decision = try RuleEngineHarness(sanctionRule(action)).say("BAD")
        let parts = expected.ordinals.count
        let onError: [AuthorResult.OnError] =
            Array(repeating: .part, count: parts - 1) + [.stop] + Array(repeating: .continue, count: actions.count - parts)
        #expect(
            decision.results == [
                AuthorResult(
                    author: "rule:a", actions: actions, onError: onError, cases: [expected],
                    reason: "text.contains found 'BAD'", summary: String(action.prefix { $0 != ":" }))
            ])
    }
}
