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
        } else if let approved = ApprovedCount(endingWith: facts.event) {
            count(approved, occurrence)
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

    /// Evaluates the rules that are triggered by a counter which an approved action has changed.
    private mutating func count(_ approved: ApprovedCount, _ occurrence: SystemEvent.Occurrence) {
        let change = approved.change
        let fall = CounterFall(of: change.name, approved.subject)
        let next = policy.decays[change.name].flatMap { decay in
            facts.state.entry(fall.key, in: .real, at: facts.now)?.nextFall(by: decay, to: policy.falls[change.name])
        }
        decision.results.append(
            AuthorResult(
                author: occurrence.author, actions: next.map { [fall.job(due: $0, like: occurrence.job)] } ?? [],
                reason: "\(change.name) \(change.before) → \(change.after)", summary: "approved"))
        followUps.append(.counter(change))
        followUp()
    }

    /// Applies the decay of a counter, and evaluates the rules that the loss triggers. The user who was counted is their author.
    private mutating func fall(_ fall: CounterFall, _ occurrence: SystemEvent.Occurrence) {
        guard let decay = policy.decays[fall.counter], let goals = policy.falls[fall.counter] else {
            return decision.misses.append(.init(author: occurrence.author, reason: "\(fall.counter) no longer triggers a rule"))
        }
        guard let entry = facts.state.entry(fall.key, in: .real, at: facts.now) else {
            return decision.misses.append(.init(author: occurrence.author, reason: "\(fall.counter) has been reset"))
        }
        let decayed = decay.applied(to: entry, at: facts.now)
        facts.state.change(fall.key, .add(0, decay: decay, at: facts.now), in: .real, at: facts.now)
        let next = decayed.nextFall(by: decay, to: goals).map { fall.job(due: $0, like: occurrence.job) }
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
