import BotKit
import ChatModel
import Foundation

/// Notifies moderators of a failed action, at most once a minute per author, because repeated failures look alike.
struct FailureNotice {
    private static let author = "system:failures"

    let failure: SystemEvent.Failure

    func results(_ facts: Facts, _ policy: RulePolicy) -> [AuthorResult] {
        // The notice itself may fail; reporting that would cause an endless loop. Reload failures are reported elsewhere.
        guard let channel = policy.alerts(facts), ![Self.author, SystemEvent.Failure.reloading].contains(failure.author) else {
            return []
        }
        let minute = (facts.now.timeIntervalSince1970 / 60).rounded(.down)
        let key = StateKey(.quota, failure.author, "failures g\(facts.clan) \(Int(minute))")
        guard facts.state.entry(key, in: .real, at: facts.now) == nil else { return [] }
        var entry = StateEntry(at: facts.now)
        entry.until = Date(timeIntervalSince1970: (minute + 1) * 60)
        facts.state.change(key, .set(entry), in: .real, at: facts.now)
        let text = policy.phrases.failed(failure.author, failure.action, failure.reason, in: facts.channelDescription)
        return [
            AuthorResult(
                author: Self.author, actions: [.send(Draft(text), to: channel)],
                reason: "\(failure.author): \(failure.action) failed")
        ]
    }
}
