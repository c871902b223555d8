import ChatModel
import Foundation

/// An independent evaluation of random rules, written without the engine: the outcome of each rule for each message, with every
/// reason for not acting.
struct ExplainOracle {
    /// A part of a rule that did not match, with the number that it states.
    struct Reason: Hashable {
        var part: String
        var number: Int?
    }

    enum Outcome: Hashable {
        case acts
        case stopped(by: String)
        case refuses(Set<Reason>)
    }

    private var counters: [String: Int] = [:]
    private var moods: [UserID: String] = [:]
    private var cooldowns: [String: Date] = [:]
    private var seen: [UserID: Int] = [:]
    private var said: [UserID: [Date]] = [:]
    private var staff: Set<UserID>

    init(staff: Set<UserID>) { self.staff = staff }

    mutating func change(_ user: UserID, isStaff: Bool) {
        if isStaff { staff.insert(user) } else { staff.remove(user) }
    }

    /// Returns the outcome of each rule for a message, by the rules' ids.
    mutating func hear(_ message: Message, _ rules: [RandomRule]) -> [String: Outcome] {
        let user = message.author.id
        said[user, default: []].append(message.createdAt)
        var outcomes: [String: Outcome] = [:]
        var stopper: String?
        for rule in rules {
            if let stopper {
                let isElsewhere = rule.channel.map { $0 != message.channel } ?? false
                outcomes[rule.id] = isElsewhere ? .refuses([Reason(part: "in")]) : .stopped(by: stopper)
                continue
            }
            var reasons: Set<Reason> = []
            if let channel = rule.channel, channel != message.channel { reasons.insert(Reason(part: "in")) }
            if rule.exceptsStaff, staff.contains(user) { reasons.insert(Reason(part: "except")) }
            for condition in rule.conditions { if let reason = objection(condition, message) { reasons.insert(reason) } }
            let cooldown = "\(rule.id) \(user)"
            if reasons.isEmpty, let end = cooldowns[cooldown], message.createdAt < end {
                reasons.insert(Reason(part: "cooldown"))
            }
            outcomes[rule.id] = reasons.isEmpty ? .acts : .refuses(reasons)
            guard reasons.isEmpty else { continue }
            if let length = rule.cooldown { cooldowns[cooldown] = message.createdAt.addingTimeInterval(length) }
            for act in rule.acts { perform(act, user) }
            if rule.stops { stopper = rule.id }
        }
        seen[user, default: 0] += 1
        return outcomes
    }

    private func objection(_ condition: RandomRule.Condition, _ message: Message) -> Reason? {
        let user = message.author.id
        switch condition {
        case .word(let word, let isWanted):
            let isThere = message.text.contains(word)
            return isThere == isWanted ? nil : Reason(part: isWanted ? "text.contains" : "not text.contains")
        case .counter(let counter, let least):
            let count = counters[counter.key(user)] ?? 0
            return count >= least ? nil : Reason(part: "counter.value", number: count)
        case .staff(let isWanted):
            return staff.contains(user) == isWanted ? nil : Reason(part: isWanted ? "author.has_role" : "author.lacks_role")
        case .channel(let channel): return channel == message.channel ? nil : Reason(part: "channel.is")
        case .mood(let mood): return moods[user] == mood ? nil : Reason(part: "var.is")
        case .flood(let most):
            let start = message.createdAt.addingTimeInterval(-RandomRule.floodLength)
            let count = (said[user] ?? []).count { $0 > start && $0 <= message.createdAt }
            return count > most ? nil : Reason(part: "flood.count", number: count)
        case .newcomer(let fewer):
            let count = seen[user] ?? 0
            return count < fewer ? nil : Reason(part: "author.messages_seen", number: count)
        }
    }

    private mutating func perform(_ act: RandomRule.Act, _ user: UserID) {
        switch act {
        case .add(let counter): counters[counter.key(user), default: 0] += 1
        case .reset(let counter): counters[counter.key(user)] = nil
        case .mood(let mood): moods[user] = mood
        }
    }
}
