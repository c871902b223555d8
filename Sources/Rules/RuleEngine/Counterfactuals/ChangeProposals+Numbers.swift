import ChatModel
import Foundation
import PatternMatching

/// Numbers: the nearest one that a condition asks for.
extension ChangeProposals {
    private static let maxRolls: Int64 = 20_000
    private static let maxRepeats = 100  // Each is decided again in every trial.

    mutating func addNumber(_ feature: Feature, _ set: NumberSet) {
        // Chance has no nearest number: any draw within the set will do.
        if case .roll = feature { return addRoll(set) }
        guard let have = number(feature) else { return }
        for target in set.nearest(to: have, step: feature.step) {
            let (more, count) = (target > have, Int(abs(target - have).rounded()))
            switch feature {
            case .length, .lines, .letters, .capitalShare, .runLength, .emoji, .links:
                addText(feature, from: have, to: target)
            case .attachments: addAttachments(to: Int(target), from: Int(have))
            case .mentionedUsers, .distinctMentionedUsers, .mentionedRoles:
                addMentions(feature, to: Int(target), from: Int(have))
            case .memberFor(let user): addMembership(user, seconds: target, isLater: more)
            case .messagesSeen(let user): addMessagesSeen(user, Int(target), isMore: more, by: count)
            case .replyAge where more: addLater(until: facts.now.addingTimeInterval(target - have))
            case .counter(let name, let scope): addCounter(name, scope, to: Int(target), from: Int(have))
            case .distinctCount(let name, let scope): addDistinctCount(name, scope, to: Int(target), from: Int(have))
            case .amount(let spec): addAmount(spec, to: Int(target), from: Int(have))
            case .similarMessages(let spec, _) where more:
                if spec.ignores(facts.text) { addText(.length([.text]), from: 0, to: Double(spec.minSketchLength ?? 0)) }
                addRepeats(count)
            case .similarMessages: addOtherText()
            default: break
            }
        }
        // A reply has no age if there is none.
        if feature == .replyAge, set.includesUnknown { addReply(to: nil) }
    }

    private func number(_ feature: Feature) -> Double? {
        let text = facts.text
        switch feature {
        case .length(let selectors): return selectors.isOfText ? Double(selectors[0].text(of: facts.event).count) : nil
        case .lines(let selectors): return selectors.isOfText ? Double(selectors[0].text(of: facts.event).lineCount) : nil
        case .letters: return Double(text.letters.all)
        case .capitalShare: return text.letters.all == 0 ? 0 : Double(text.letters.capitals) / Double(text.letters.all)
        case .runLength: return Double(text.maxRunLength)
        case .emoji: return Double(facts.message?.emojiCount ?? 0)
        case .links: return Double(facts.links.count)
        case .attachments: return Double(facts.message?.attachments.count ?? 0)
        case .mentionedUsers: return Double(facts.mentions.mentionedUsers.count)
        case .distinctMentionedUsers: return Double(Set(facts.mentions.mentionedUsers).count)
        case .mentionedRoles: return Double(Set(facts.mentions.map(\.role).filter { !$0.isNone }).count)
        case .memberFor(let user): return facts.membership(of: user.user(facts)) ?? 0
        case .messagesSeen(let user): return Double(facts.messagesSeen(of: user.user(facts)))
        case .replyAge:
            guard let message = facts.reference?.message, !message.isNone else { return nil }
            return max(0, facts.now.timeIntervalSince(Snowflake.date(of: message)))
        case .counter(let name, let scope):
            return Double(facts.count(StateKey(.counter, name, facts.subject(scope)), decay: policy.decays[name]))
        case .distinctCount(let name, let scope):
            return Double(facts.stateEntry(StateKey(.counter, name, facts.subject(scope)))?.seen.count ?? 0)
        case .amount(let spec):
            return Double(occurrences(spec).reduce(0) { $0 + $1.amount })
        case .similarMessages(let spec, let similarity):
            guard !spec.ignores(facts.text) else { return 0 }
            let own = Shingles(facts.text)
            return Double(occurrences(spec).count { $0.sketch.map { Shingles.similarity(own, $0) >= similarity } ?? false })
        case .roll: return 0
        default: return nil
        }
    }

    private func occurrences(_ spec: WindowSpec) -> ArraySlice<SlidingWindows.Occurrence> {
        facts.state.occurrences(of: facts.windowSubject(spec.per), for: spec, until: facts.now)
    }

    private mutating func addMembership(_ who: EventUser, seconds: Double, isLater: Bool) {
        let (user, clan, now) = (who.user(facts), facts.clan, facts.now)
        guard !user.isNone else { return }
        let joined = now.addingTimeInterval(-seconds)
        if isLater, facts.membership(of: user) != nil {
            return addLater(until: now.addingTimeInterval(seconds - (facts.membership(of: user) ?? 0)))
        }
        let age = Quantity.duration(seconds: seconds.rounded(.up)).description
        let whose = who == .author ? "from somebody" : "about somebody"
        add(.membership(user), by: .nobody, "\(whose) who had been a member for \(age)") { world in
            world.changeMember(user, of: clan) { $0.joinedAt = joined }
        }
    }

    private mutating func addMessagesSeen(_ who: EventUser, _ target: Int, isMore: Bool, by count: Int) {
        let user = who.user(facts)
        guard !user.isNone else { return }
        let scope = SubjectScope([.user, .clan])
        let key = StateKey(.seen, "messages", scope.subject(user: user, channel: 0, clan: facts.clan))
        var entry = facts.stateEntry(key) ?? StateEntry(at: facts.now)
        entry.count = max(0, target)
        let phrase = "after \(count) \(isMore ? "more" : "fewer") messages of \(who == .author ? "the author" : "that user")"
        let mode = facts.executionMode
        add(.messagesSeen(user), by: isMore ? .author : .nobody, phrase, size: Double(count)) { [entry] world in
            world.changeState(key, .set(entry), in: mode)
        }
    }

    private mutating func addCounter(_ name: String, _ scope: SubjectScope, to target: Int, from have: Int) {
        guard target >= 0 else { return }
        let key = StateKey(.counter, name, facts.subject(scope))
        let mode = facts.executionMode
        let decay = policy.decays[name]
        let now = facts.now
        // Relative, because rules before this one may change the counter for the same event.
        add(.state(key), by: .moderator, "with the counter \(name) at \(target) (it was \(have))") { world in
            world.changeState(key, .add(target - have, decay: decay, at: now), in: mode)
        }
        // A rule may count messages.
        if target > have { addRepeats(target - have) }
        guard target < have, let decay, decay.by > 0, let entry = facts.stateEntry(key) else { return }
        let periods = Double((have - target + decay.by - 1) / decay.by)
        addLater(until: entry.at.addingTimeInterval(periods * decay.every))
    }

    private mutating func addDistinctCount(_ name: String, _ scope: SubjectScope, to target: Int, from have: Int) {
        guard target >= 0 else { return }
        let key = StateKey(.counter, name, facts.subject(scope))
        let mode = facts.executionMode
        var entry = facts.stateEntry(key) ?? StateEntry(at: facts.now)
        var next: UInt64 = 1
        while entry.seen.count < min(target, 1000) {
            if !entry.seen.contains(next) { entry.seen.append(next) }
            next += 1
        }
        entry.seen = Array(entry.seen.prefix(target))
        entry.count = entry.seen.count
        add(.state(key), by: .moderator, "with \(target) different values of \(name) (there were \(have))") { [entry] world in
            world.changeState(key, .set(entry), in: mode)
        }
    }

    private mutating func addAmount(_ spec: WindowSpec, to target: Int, from have: Int) {
        let own = spec.of.amount(in: facts)
        if target > have {
            guard own > 0 else { return }
            return addRepeats((target - have + own - 1) / own)
        }
        // Later, when enough of what was counted before has left the window.
        var left = have
        for occurrence in occurrences(spec) where left > target && occurrence.message != facts.event.message {
            left -= occurrence.amount
            if left <= target { addLater(until: occurrence.at.addingTimeInterval(spec.within)) }
        }
        switch spec.of {
        case .attachment, .sticker: addAttachments(to: max(0, own - (have - target)), from: own)
        case .mention: addMentions(.mentionedUsers, to: max(0, own - (have - target)), from: own)
        case .link: addText(.links, from: Double(own), to: Double(max(0, own - (have - target))))
        case .emoji: addText(.emoji, from: Double(own), to: Double(max(0, own - (have - target))))
        case .char where own > have - target:
            addText(.length([.text]), from: Double(own), to: Double(own - (have - target)))
        case .line where own > have - target:
            addText(.lines([.text]), from: Double(own), to: Double(own - (have - target)))
        default: break
        }
    }

    /// Equal messages of the author just before this one.
    private mutating func addRepeats(_ count: Int) {
        guard case .message = facts.event, (1...Self.maxRepeats).contains(count) else { return }
        let times = count == 1 ? "once" : "\(count) times"
        add(.earlierMessages, by: .author, "after the author had just sent the same \(times)", size: Double(count)) { world in
            world.repeats = count
        }
    }

    /// Another message id, from which chance follows.
    private mutating func addRoll(_ wanted: NumberSet) {
        guard case .message(let message) = facts.event else { return }
        var copy = facts
        for step in 1...Self.maxRolls {
            var other = message
            other.id = MessageID(rawValue: message.id.rawValue &+ step)
            copy.event = .message(other)
            guard wanted.contains(copy.roll) else { continue }
            return add(.chance, by: .nobody, "by another draw of chance") { [id = other.id] world in
                world.changeMessage { $0.id = id }
            }
        }
    }
}

extension [Mention] {
    /// The mentioned users, without mentions of everyone.
    var mentionedUsers: [UserID] { map(\.user).filter { !$0.isNone && $0 != Mention.everyone } }
}

extension [TextSelector] {
    /// A Boolean value that indicates whether the text of the message is read, and nothing else.
    var isOfText: Bool { count == 1 && self[0].source == .text }
}

extension NumberSet {
    /// Returns the nearest numbers of the set below and above a number that is not in it.
    ///
    /// - Parameter step: The distance from a bound that is not included; nil for whole numbers.
    func nearest(to value: Double, step: Double?) -> [Double] {
        guard !contains(value) else { return [] }
        var below: Double?
        var above: Double?
        for span in spans {
            let bounds = step == nil ? span.ofWholeNumbers : span
            guard !bounds.isEmpty else { continue }
            let step = step ?? 0
            if bounds.upper < value || bounds.upper == value && !bounds.includesUpper {
                below = bounds.includesUpper ? bounds.upper : max(bounds.upper - step, bounds.lower)
            } else if above == nil {
                above = bounds.includesLower ? bounds.lower : min(bounds.lower + step, bounds.upper)
            }
        }
        return [below, above].compactMap(\.self).filter { $0.isFinite && abs($0) < 1e12 }
    }
}

extension Feature {
    /// The distance from a bound that does not belong to a set; nil for whole numbers.
    fileprivate var step: Double? {
        switch self {
        case .memberFor, .replyAge: 1  // Seconds.
        default: isWholeNumber ? nil : 0.001
        }
    }
}
