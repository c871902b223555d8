import BotConfiguration
import BotKit
import ChatModel
import Foundation

extension RuleEvaluation {
    /// The time in seconds for which the people who reacted to a message are remembered after the last reaction.
    private static let reactionLifetime = 30.0 * 86_400
    private static let maxPeople = 1000  // Per message and rule; more are not needed for any threshold.

    /// Counts a reaction, and evaluates the rule for the message if enough people have reacted to it now.
    mutating func count(_ reaction: Reaction, for rule: CompiledRule, _ trigger: RuleTrigger, _ watch: ReactionsTrigger) {
        prepare(rule, trigger)
        guard rule.applies(facts, trigger) else { return reject(rule, "in", "this channel is not included") }
        guard watch.counts(facts) || reaction.isRemoval else {
            return reject(rule, ReactionsTrigger.part, "\(facts.handle(of: facts.actor)) does not count")
        }
        let (before, after) = count(reaction, for: rule)
        guard watch.people.holds(after), !watch.people.holds(before) else {
            let isOver = watch.people.holds(after)
            return reject(rule, ReactionsTrigger.part, isOver ? "\(after) people, as before" : "\(after) is not \(watch.people)")
        }
        let (outer, wasContinued) = (facts, isContinued)
        facts.event = .message(facts.reactedMessage(reaction))
        facts.hits = set.read(facts.event)
        facts.reactingPeople = after
        isContinued = true
        explain(rule, trigger, isInside: true)
        (facts, isContinued) = (outer, wasContinued)
    }

    /// Records a person or their withdrawal, and returns the number of people before and after.
    private func count(_ reaction: Reaction, for rule: CompiledRule) -> (before: Int, after: Int) {
        let key = StateKey(.reactions, rule.id, "m\(reaction.message).c\(reaction.channel)")
        var people = facts.stateEntry(key) ?? StateEntry(at: facts.now)
        let before = people.seen.count
        let person = HashedValue.hash("\(reaction.sender)")
        if reaction.isRemoval {
            people.seen.removeAll { $0 == person }
        } else if !people.seen.contains(person), before < Self.maxPeople {
            people.seen.append(person)
        }
        guard people.seen.count != before else { return (before, before) }
        people.until = facts.now + Self.reactionLifetime
        facts.state.change(key, people.seen.isEmpty ? .forget : .set(people), in: facts.executionMode, at: facts.now)
        return (before, people.seen.count)
    }

    private mutating func reject(_ rule: CompiledRule, _ part: String, _ detail: String) {
        miss(rule, part, detail)
        guard inquiries != nil, inquiries?[rule.id] == nil else { return }
        let objection = Objection(part: part, sentence: "\(part): \(detail)", restsOnState: true)
        inquiries?[rule.id] = RuleInquiry(.asked([objection]), restsOnState: true)
    }
}

extension Facts {
    /// The message that a reaction is about; without a text if the bot has not seen it or its text has been removed.
    fileprivate func reactedMessage(_ reaction: Reaction) -> Message {
        earlierMessage
            ?? Message(
                id: reaction.message, clan: reaction.clan, channel: reaction.channel,
                author: Author(id: messageAuthor, username: "", displayName: ""),
                content: Content(""), createdAt: now)
    }
}
