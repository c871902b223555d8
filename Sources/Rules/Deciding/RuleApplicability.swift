package import BotKit
import Foundation
package import MezonModel

/// Why a rule acts on an event, or does not, as far as the event alone can tell.
package enum RuleApplicability: Hashable, Sendable {
    /// No rule of this edition has that name.
    case unknown
    case disabled
    /// It wakes up for other kinds of event.
    case otherKind(wakesFor: [String], event: String)
    /// It wakes up for this kind, and not for this one of it: another emoji, button, command.
    case otherDetail
    case outside
    case late
    case exempt(String)
    /// Its condition holds, by this part.
    case holds(String)
    /// Its condition does not hold: the part that says no.
    case fails(String)
}

extension RuleSet {
    package var ids: [String] { rules.map(\.id) }

    /// Asks one rule about one event as if nothing had come before it: counters stand at zero, and nobody was heard lately.
    package func finding(
        of rule: String, about event: Event, _ context: EventContext, surroundings: DirectoryLookup = .unknown
    ) -> RuleApplicability {
        guard let rule = rules.first(where: { $0.id == rule }) else { return .unknown }
        guard rule.mode != .disabled else { return .disabled }
        let prefix = prefix(at: event)
        let kinds = RuleTrigger.Kind.kinds(of: event, prefix: prefix)
        let awake = rule.triggers.filter { kinds.contains($0.kind) }
        guard !awake.isEmpty else {
            return .otherKind(wakesFor: rule.triggers.map(\.kind.rawValue), event: event.kind)
        }
        guard let trigger = awake.first(where: { $0.fires(at: event, prefix: prefix) }) else { return .otherDetail }
        var facts = Facts(
            event: event, now: context.now, me: context.me, isLate: context.isLate, sequence: context.sequence, prefix: prefix,
            hits: read(event), surroundings: RecordingDirectory(surroundings), memory: RuleState())
        facts.rule = rule.id
        facts.trigger = trigger.id
        facts.world = rule.world
        guard rule.reaches(facts, trigger) else { return .outside }
        if let reason = trigger.passesOver(facts) { return .fails(reason) }
        if context.isLate, rule.late.policy == .skip { return .late }
        if let exemption = rule.exemption.exempting(facts) { return .exempt(exemption) }
        switch rule.when?.decide(facts) ?? .holds(Reason("always")) {
        case .holds(let reason): return .holds(reason.sentence)
        case .fails(let miss): return .fails(miss.sentence)
        }
    }
}
