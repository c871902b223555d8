import BotKit
import ChatModel

extension RuleEvaluation {
    /// Continues the rules that wait for the event.
    mutating func endAwaitedWaits() {
        guard !facts.actor.isNone, facts.actor != facts.me else { return }
        for key in facts.awaitedKeys {
            for item in AwaitedWaits(key: key, state: facts.state, now: facts.now).take(
                by: facts.actor, isBot: facts.isBot(facts.actor))
            {
                guard facts.state.expiredEntry(item.wait.key) != nil else { continue }
                decision.results.append(
                    AuthorResult(
                        author: RuleAuthor.name(of: item.rule), actions: [.cancel(item.wait.text)],
                        reason: "\(key.name) has come",
                        summary: "waits no longer"))
                let (now, before, text) = (facts, variables, facts.text)
                resume(item.wait, isResolved: true, answer: text)
                followUp()
                (facts, variables, isContinued) = (now, before, false)
            }
        }
    }
}
