import BotConfig
import BotKit
package import Foundation
import Hooks
package import MezonModel
package import Persistence
package import Rules

/// Says why the house did what it did about a message, or why a rule did nothing, from what the store holds.
package struct Explainer: Sendable {
    private let reader: JournalReader
    private let surroundings: DirectoryLookup
    /// In which moments are told.
    private let zone: TimeZone

    package init(reader: JournalReader, surroundings: DirectoryLookup, zone: TimeZone) {
        self.reader = reader
        self.surroundings = surroundings
        self.zone = zone
    }

    /// - Parameters:
    ///   - rule: the one that is asked for; nil for all.
    ///   - me: our own account; zero where nobody knows it.
    /// - Returns: nil where the journal knows nothing of the message.
    package func explanation(of message: MessageID, rule: String? = nil, me: UserID) async throws -> Explanation? {
        try await explanation("message \(message)", try await reader.lines(about: message), rule, me)
    }

    /// The same for one entry.
    package func explanation(ofEntry sequence: Int64, rule: String? = nil, me: UserID) async throws -> Explanation? {
        try await explanation("#\(sequence)", [try await reader.line(sequence)].compactMap(\.self), rule, me)
    }

    private func explanation(
        _ subject: String, _ lines: [JournalReader.Line], _ rule: String?, _ me: UserID
    ) async throws -> Explanation? {
        guard !lines.isEmpty else { return nil }
        let editions = try await reader.editions()
        let labels = try await reader.places().labels
        // Each edition is compiled once, however many entries it decided.
        var compiled: [String: RuleSet] = [:]
        for version in Set(lines.map(\.version)) {
            compiled[version] = editions.first { $0.version == version }?.rules
        }
        return Explanation(
            subject: subject, rule: rule, chapters: lines.map { chapter($0, rule, me, editions, compiled[$0.version], labels) })
    }

    private func chapter(
        _ line: JournalReader.Line, _ rule: String?, _ me: UserID, _ editions: [RuleRevision], _ rules: RuleSet?,
        _ labels: [ChannelID: String]
    ) -> Explanation.EntryReport {
        let entry = line.entry
        let event = entry.event
        let edition = editions.first { $0.version == line.version }
        let steps = (line.trace?.steps ?? []).filter { rule == nil || $0.who == "rule:\(rule ?? "")" }
        let label = labels[entry.channel] ?? ""
        return Explanation.EntryReport(
            sequence: entry.sequence, at: entry.receivedAt, kind: entry.kind,
            channel: label.isEmpty ? "\(entry.channel)" : label.shown, author: event?.actorName ?? "nobody",
            text: event?.said.shown ?? "", isLate: entry.isLate, isOwn: entry.isOwn, decidedAt: line.turnedAt,
            edition: edition.map {
                Explanation.RevisionNote(version: $0.version, since: $0.firstAt, isNewest: $0 == editions.first)
            },
            steps: steps.map { step in
                let mine = line.deliveries.filter { $0.author == step.who || $0.author.hasPrefix(step.who + "/") }
                let isMiss = step.what == Trace.miss || step.what.hasPrefix("shadow: ")
                return Explanation.Step(
                    who: step.who, what: step.what == Trace.miss ? "no" : step.what, why: step.why.shown,
                    deliveries: isMiss ? [] : mine.map { $0.outcome(in: zone) })
            },
            whyNot: rule.flatMap { steps.isEmpty ? whyNot($0, line, edition, rules, me).why : nil },
            silent: rule == nil ? silent(line, edition, rules, me) : [])
    }

    /// The rules that have no step in a trace; none for what no rule could see.
    private func silent(
        _ line: JournalReader.Line, _ edition: RuleRevision?, _ rules: RuleSet?, _ me: UserID
    ) -> [Explanation.InactiveRule] {
        guard let rules, let trace = line.trace, !line.entry.isOwn, SystemEvent(frame: line.entry.frame) == nil else { return [] }
        let heard = Set(trace.steps.map(\.who))
        return rules.ids.filter { !heard.contains("rule:\($0)") }.map { rule in
            let (why, didLook) = whyNot(rule, line, edition, rules, me)
            return Explanation.InactiveRule(rule: rule, why: why, didLook: didLook)
        }
    }

    /// Why a rule has no step in a trace: traces hold no rule that could not hit at all.
    private func whyNot(
        _ rule: String, _ line: JournalReader.Line, _ edition: RuleRevision?, _ rules: RuleSet?, _ me: UserID
    ) -> (why: String, didLook: Bool) {
        let entry = line.entry
        if entry.isOwn { return ("no: it is our own message, and those reach no rule", true) }
        guard let event = entry.event else { return ("no: this build cannot read the event", true) }
        guard line.trace != nil else { return ("not yet: the entry waits for its turn", true) }
        if let drop = line.trace?.steps.first(where: { $0.what == "drop" }) {
            return ("no: \(drop.who) dropped it before (\(drop.why.shown))", true)
        }
        guard let edition else { return ("unknown: no edition of the rules is noted for this turn", true) }
        guard let rules else { return ("unknown: this build cannot read edition \(edition.version) any more", true) }
        let context = EventContext(
            now: event.time ?? entry.receivedAt, me: me, isLate: entry.isLate, sequence: entry.sequence)
        switch rules.finding(of: rule, about: event, context, surroundings: surroundings) {
        case .unknown:
            let ids = rules.ids
            let nearest =
                Diagnostic.unknownWord(
                    rule, at: SourcePosition(file: "", line: 1, column: 1), code: "", message: "", candidates: ids
                ).suggestion.map { " (\($0))" } ?? ""
            return ("no: edition \(edition.version) has no such rule\(nearest)", true)
        case .disabled: return ("no: it is disabled", false)
        case .otherKind(let kinds, let kind):
            return ("no: it wakes up for \(kinds.joined(separator: ", ")), and this is \(kind)", false)
        case .otherDetail: return ("no: its trigger does not fit this \(entry.kind)", false)
        case .outside: return ("no: `in` leaves this channel out", false)
        case .late: return ("no: it skips what is recovered after an outage (`late`)", true)
        case .exempt(let exemption): return ("no: `except` spares it: \(exemption)", true)
        case .fails(let reason): return ("no: \(reason.shown)", true)
        case .holds(let reason):
            let stop = line.trace?.steps.contains { $0.what.contains("stop") } == true
            let cause = stop ? "a rule before it said `stop`" : "what came before counts too, such as counters or a cooldown"
            return ("its condition holds by itself (\(reason.shown)), and yet it did nothing: \(cause)", true)
        }
    }
}

extension Event {
    /// What was said, where something was.
    package var said: String {
        switch self {
        case .message(let message), .edit(let message), .system(let message): message.text
        case .reaction(let reaction): reaction.emoji
        case .button(let click): click.button
        default: ""
        }
    }

    /// Who did it, as people know them.
    package var actorName: String? {
        switch self {
        case .message(let message), .edit(let message), .system(let message): message.author.name.shown
        case .reaction(let reaction): reaction.senderName.shown
        case .house: "the house"
        default: actor.isNone ? nil : "\(actor)"
        }
    }
}

extension String {
    /// One line of at most 200 characters, without what could move a terminal's cursor or turn its text around.
    package var shown: String {
        let line = count > 200 ? prefix(199) + "…" : self[...]
        return line.terminalSafe
    }
}
