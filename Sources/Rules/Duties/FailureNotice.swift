import BotKit
import Foundation
import MezonModel

/// Tells moderators that something which was asked for was refused, once a minute for each who asked: the others look alike.
struct FailureNotice {
    private static let author = "house:failures"

    let failure: SystemEvent.Failure

    func contributions(_ facts: Facts, _ policy: RulePolicy) -> [AuthorResult] {
        // What we tell moderators may fail itself: that is not told, or it would go round for ever. Of a reload others tell them.
        guard let channel = policy.alerts(facts), ![Self.author, SystemEvent.Failure.reloading].contains(failure.author) else {
            return []
        }
        let minute = (facts.now.timeIntervalSince1970 / 60).rounded(.down)
        let key = StateKey(.quota, failure.author, "failures g\(facts.clan) \(Int(minute))")
        guard facts.memory.memo(key, in: .real, at: facts.now) == nil else { return [] }
        var memo = StateEntry(at: facts.now)
        memo.until = Date(timeIntervalSince1970: (minute + 1) * 60)
        facts.memory.change(key, .set(memo), in: .real, at: facts.now)
        let text = policy.phrases.failed(failure.author, failure.action, failure.reason, in: facts.placeName)
        return [
            AuthorResult(
                author: Self.author, actions: [.send(Draft(text), to: channel)],
                reason: "\(failure.author): \(failure.action) failed")
        ]
    }
}
