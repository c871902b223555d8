import BotConfig
import BotKit
package import Foundation
import Hooks
package import MezonModel
package import Persistence
package import Rules

/// Says why the bot did what it did about a message, or why a rule did nothing, from what the store holds.
package struct Explainer: Sendable {
    private let reader: JournalReader
    private let surroundings: DirectoryLookup
    /// The zone in which times are shown.
    private let zone: TimeZone
    private let past: PastDecisions?

    /// - Parameters:
    ///   - surroundings: what is known today.
    ///   - past: nil where what rules remembered at some moment cannot be learnt: it is called unknown then.
    package init(reader: JournalReader, surroundings: DirectoryLookup, zone: TimeZone, past: PastDecisions? = nil) {
        self.reader = reader
        self.surroundings = surroundings
        self.zone = zone
        self.past = past
    }

    /// - Parameters:
    ///   - rule: the one that is asked for; nil for all.
    ///   - me: our own account; zero for the one that the last start noted.
    /// - Returns: nil where the journal knows nothing of the message.
    package func explanation(of message: MessageID, rule: String? = nil, me: UserID) async throws -> Explanation? {
        try await explanation("message \(message)", try await reader.lines(about: message), rule, me)
    }

    /// The same as the moderators of a clan may read it: only what the journal has of the message in that channel, and nothing of other
    /// clans.
    package func explanation(of message: MessageID, in channel: ChannelID, of clan: ClanID, me: UserID) async throws
        -> Explanation?
    {
        let lines = try await reader.lines(about: message).filter { $0.entry.channel == channel }.map { line in
            var line = line
            line.deliveries.removeAll { isOf($0.destination, anotherClanThan: clan) }
            return line
        }
        return try await explanation("message \(message)", lines, nil, me)
    }

    private func isOf(_ channel: ChannelID, anotherClanThan clan: ClanID) -> Bool {
        guard let other = surroundings.channel(channel)?.clan, !other.isNone else { return false }
        return other != clan
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
        let places = try await reader.places()
        let me = me.isNone ? try await reader.lastAccount() : me
        // Each edition is compiled once, however many entries it decided.
        var compiled: [String: RuleSet] = [:]
        for version in Set(lines.map(\.version)) {
            compiled[version] = editions.first { $0.version == version }?.rules
        }
        var chapters: [Explanation.EntryReport] = []
        for line in lines {
            chapters.append(try await chapter(line, rule, me, editions, compiled[line.version], places))
        }
        return Explanation(subject: subject, rule: rule, chapters: chapters)
    }

    private func chapter(
        _ line: JournalReader.Line, _ rule: String?, _ me: UserID, _ editions: [RuleRevision], _ rules: RuleSet?,
        _ places: PlaceNames
    ) async throws -> Explanation.EntryReport {
        let entry = line.entry
        let event = entry.event
        let edition = editions.first { $0.version == line.version }
        let steps = (line.trace?.steps ?? []).filter { rule == nil || $0.who == "rule:\(rule ?? "")" }
        let answers = try await answers(line, rule, me, rules)
        return Explanation.EntryReport(
            sequence: entry.sequence, at: entry.receivedAt, kind: entry.kind,
            channel: places.place(of: entry), author: event?.actorName ?? "nobody",
            text: event?.said.shown ?? "", isLate: entry.isLate, isOwn: entry.isOwn, decidedAt: line.turnedAt,
            edition: edition.map {
                Explanation.RevisionNote(version: $0.version, since: $0.firstAt, isNewest: $0 == editions.first)
            },
            steps: steps.map { step in
                let mine = line.deliveries.filter { $0.author == step.who || $0.author.hasPrefix(step.who + "/") }
                let also = step.what == Trace.miss ? others(than: step, answers) : []
                // What it noted may be part of what is said in full.
                let whole = also.firstIndex { Self.lists($0, step.why.shown) }
                let isMiss = step.what == Trace.miss || step.what.hasPrefix("shadow: ")
                return Explanation.Step(
                    who: step.who, what: step.what == Trace.miss ? "no" : step.what,
                    why: whole.map { also[$0] } ?? step.why.shown,
                    also: also.indices.filter { $0 != whole }.map { also[$0] },
                    deliveries: isMiss ? [] : mine.map { $0.outcome(in: zone) })
            },
            whyNot: rule.flatMap { steps.isEmpty ? whyNot($0, line, edition, rules, answers).why : nil },
            silent: rule == nil ? silent(line, edition, rules, answers) : [], decisions: answers?.decisions)
    }

    /// The answers of the rules of that day; nil where none could be asked, or all that is asked for stands in the trace.
    private func answers(
        _ line: JournalReader.Line, _ rule: String?, _ me: UserID, _ rules: RuleSet?
    ) async throws -> RuleAnswers? {
        let entry = line.entry
        guard let rules, let trace = line.trace, !entry.isOwn, let event = entry.event else { return nil }
        guard !trace.steps.contains(where: { $0.what == "drop" }), rule != nil || SystemEvent(frame: entry.frame) == nil else {
            return nil
        }
        // What a rule that acted says stands in the trace; of one that did not only the first thing that said no.
        let told = Set(trace.steps.filter { rule == nil || $0.what != Trace.miss }.map(\.who))
        let asked = (rule.map { [$0] } ?? rules.ids).filter { !told.contains("rule:\($0)") }
        guard !asked.isEmpty else { return nil }
        let removed = try await reader.emptied(after: entry.sequence - 1, through: entry.sequence)[entry.sequence]
        let recorded = try await reader.observations(of: entry.sequence).compactMap { DirectoryObservation(text: $0) }
        return try await RuleAnswers(
            about: event, EventContext(of: entry, event, as: me), by: rules, asking: asked, isThorough: rule != nil,
            isStopped: trace.steps.contains { $0.what.contains("stop") },
            recorded: recorded,
            textDoubt: removed.flatMap { $0 == .trace ? nil : "its text was removed since (\($0.word))" },
            surroundings: surroundings, past: past)
    }

    /// Returns whether a sentence has another among what it lists in brackets.
    private static func lists(_ sentence: String, _ part: String) -> Bool {
        !part.isEmpty && ["(", ", "].contains { start in [")", ","].contains { sentence.contains(start + part + $0) } }
    }

    /// What else said no beside what the trace names.
    private func others(than step: Trace.Step, _ answers: RuleAnswers?) -> [String] {
        guard step.who.hasPrefix("rule:"), let answers, let inquiry = answers.answer(of: String(step.who.dropFirst(5))) else {
            return []
        }
        return answers.certain(inquiry).filter { objection in
            let isSame = objection.isGate ? step.why.hasPrefix(objection.part + ":") : step.why == objection.sentence
            return !isSame
        }.map(\.sentence.shown)
    }

    /// The rules that have no step in a trace; none for what no rule could see.
    private func silent(
        _ line: JournalReader.Line, _ edition: RuleRevision?, _ rules: RuleSet?, _ answers: RuleAnswers?
    ) -> [Explanation.InactiveRule] {
        guard let rules, let trace = line.trace, !line.entry.isOwn, SystemEvent(frame: line.entry.frame) == nil else { return [] }
        let heard = Set(trace.steps.map(\.who))
        return rules.ids.filter { !heard.contains("rule:\($0)") }.map { rule in
            let (why, didLook) = whyNot(rule, line, edition, rules, answers)
            return Explanation.InactiveRule(rule: rule, why: why, didLook: didLook)
        }
    }

    /// Why a rule has no step in a trace: traces hold no rule that could not hit at all.
    private func whyNot(
        _ rule: String, _ line: JournalReader.Line, _ edition: RuleRevision?, _ rules: RuleSet?, _ answers: RuleAnswers?
    ) -> (why: String, didLook: Bool) {
        let entry = line.entry
        if entry.isOwn { return ("no: it is our own message, and those reach no rule", true) }
        guard entry.event != nil else { return ("no: this build cannot read the event", true) }
        guard line.trace != nil else { return ("not yet: the entry waits for its turn", true) }
        if let drop = line.trace?.steps.first(where: { $0.what == "drop" }) {
            return ("no: \(drop.who) dropped it before (\(drop.why.shown))", true)
        }
        guard let edition else { return ("unknown: no edition of the rules is noted for this turn", true) }
        guard let rules else { return ("unknown: this build cannot read edition \(edition.version) any more", true) }
        guard let answers, let inquiry = answers.answer(of: rule) else {
            let nearest =
                Diagnostic.unknownWord(
                    rule, at: SourcePosition(file: "", line: 1, column: 1), code: "", message: "", candidates: rules.ids
                ).suggestion.map { " (\($0))" } ?? ""
            return ("no: edition \(edition.version) has no such rule\(nearest)", true)
        }
        switch inquiry.answer {
        case .disabled: return ("no: it is disabled", false)
        case .otherKind(let kinds, let kind):
            return ("no: it wakes up for \(kinds.joined(separator: ", ")), and this is \(kind)", false)
        case .otherDetail: return ("no: its trigger does not fit this \(entry.kind)", false)
        case .stopped(let other) where line.trace?.steps.contains { $0.who == "rule:\(other)" } == true:
            return ("no: \(other) said `stop` before it", true)
        case .unasked: return ("no: the event answers what the bot itself asked or noted, and no rule was asked", true)
        case .asked(let objections) where objections.first?.part == "in": return (answers.sentence(inquiry), false)
        case .asked, .acts, .stopped: return (answers.sentence(inquiry).shownWhole, true)
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
        case .house: "the bot itself"
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

    /// The same without an end to its length that a reader would miss: what it holds is bounded where it is made.
    var shownWhole: String {
        let line = count > 4000 ? prefix(3999) + "…" : self[...]
        return line.terminalSafe
    }
}

extension RedactionReason {
    /// Why texts are gone, for a person.
    var word: String { self == .forgotten ? "somebody was forgotten" : "retention" }
}
