import BotKit
import ChatModel
import Foundation

extension RuleEvaluation {
    /// Handles the end of a level or a loss of a counter. Returns `false` for any other event.
    mutating func handleFall() -> Bool {
        guard case .system(.due(let occurrence)) = facts.event else { return false }
        if LevelFall(endingWith: facts.event) != nil {
            fall(occurrence)
        } else if let counter = CounterFall(endingWith: facts.event) {
            fall(counter, occurrence)
        } else {
            return false
        }
        return true
    }

    /// Lets the alert level fall whose time is over, unless it has been set again in the meantime.
    private mutating func fall(_ occurrence: SystemEvent.Occurrence) {
        let key = AlertLevel.key(facts)
        guard let level = facts.state.expiredEntry(key), let end = level.until, end <= facts.now else {
            return decision.misses.append(.init(author: occurrence.author, reason: "the level has been set again"))
        }
        let ended = StoredLevel(level.text) ?? StoredLevel(.calm)
        var next = StateEntry(at: facts.now)
        next.text = ended.fallsTo.rawValue
        facts.state.change(key, ended.fallsTo == .calm ? .forget : .set(next), in: .real, at: facts.now)
        decision.results.append(
            AuthorResult(
                author: occurrence.author, actions: [], reason: "\(ended.level.rawValue) is over",
                summary: "the level falls to \(ended.fallsTo.rawValue)"))
        followUps.append(.level(ended.fallsTo))
        followUp()
    }

    /// Applies the decay of a counter, and evaluates the rules that the loss triggers. The user who was counted is their author.
    private mutating func fall(_ fall: CounterFall, _ occurrence: SystemEvent.Occurrence) {
        guard let decay = policy.decays[fall.counter], let goals = policy.falls[fall.counter],
            let entry = facts.state.stateRecord(fall.key, in: .real, at: facts.now)
        else {
            return decision.misses.append(.init(author: occurrence.author, reason: "\(fall.counter) no longer triggers a rule"))
        }
        let decayed = decay.applied(to: entry, at: facts.now)
        facts.state.change(fall.key, .add(0, decay: decay, at: facts.now), in: .real, at: facts.now)
        let next = decay.nextFall(of: decayed, to: goals).map { due in
            var job = occurrence.job
            job.due = due
            return Action.schedule(job)
        }
        decision.results.append(
            AuthorResult(
                author: occurrence.author, actions: next.map { [$0] } ?? [],
                reason: "\(fall.counter) \(entry.count) → \(decayed.count)",
                summary: "decays"))
        guard decayed.count < entry.count else { return }
        followUps.append(.counter(CounterChange(name: fall.counter, before: entry.count, after: decayed.count)))
        followUp()
    }
}
