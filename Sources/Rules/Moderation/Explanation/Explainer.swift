import BotConfiguration
import BotKit
package import ChatModel
import EventProcessing
package import Foundation
package import RuleEngine
package import Storage

/// Explains from the stored data why the bot acted on a message, or why a rule did not.
package struct Explainer: Sendable {
    let reader: JournalReader
    private let directory: DirectoryLookup
    /// The time zone in which times are shown.
    private let zone: TimeZone
    let past: PastDecisions?

    /// - Parameters:
    ///   - lookup: The current directory.
    ///   - past: The function that restores past rule state; `nil` if it is not available, in which case such results are
    ///     reported as unknown.
    package init(reader: JournalReader, lookup: DirectoryLookup, zone: TimeZone, past: PastDecisions? = nil) {
        self.reader = reader
        self.directory = lookup
        self.zone = zone
        self.past = past
    }

    /// Explains the decisions about a message.
    ///
    /// - Parameters:
    ///   - rule: The rule to explain; `nil` for all.
    ///   - me: The bot's user ID; 0 for the account recorded at the last start.
    ///   - visible: Returns the part of an entry that the reader may see; nil hides it.
    /// - Returns: The explanation; `nil` if the journal has no entry about the message.
    package func explanation(
        of message: MessageID, rule: String? = nil, me: UserID,
        visible: (JournalReader.Line) -> JournalReader.Line? = { $0 }
    ) async throws -> Explanation? {
        try await explanation("message \(message)", try await reader.lines(about: message).compactMap(visible), rule, me)
    }

    /// Explains the decisions about a message for the moderators of a clan: only entries in that channel, and nothing about other
    /// clans.
    package func explanation(of message: MessageID, in channel: ChannelID, of clan: ClanID, me: UserID) async throws
        -> Explanation?
    {
        let lines = try await reader.lines(about: message).filter { $0.entry.channel == channel }.map { line in
            var line = line
            line.deliveries.removeAll { !belongs($0.destination, to: clan, about: line.entry) }
            return line
        }
        return try await explanation("message \(message)", lines, nil, me)
    }

    /// Returns whether moderators of a clan may see a delivery. Destinations that the directory does not know are hidden, except
    /// for direct messages to members of the clan, which have the user's id.
    private func belongs(_ destination: ChannelID, to clan: ClanID, about entry: Entry) -> Bool {
        if destination.isNone || destination == entry.channel { return true }
        guard directory.channel(destination) == nil else { return !directory.isElsewhere(destination, from: clan) }
        let user = UserID(destination.rawValue)
        return user == entry.event?.actor || directory.member(user, clan) != nil
    }

    /// Explains the decisions about one entry.
    ///
    /// - Parameter visible: Returns the part of the entry that the reader may see; nil hides it.
    package func explanation(
        ofEntry sequence: Int64, rule: String? = nil, me: UserID,
        visible: (JournalReader.Line) -> JournalReader.Line? = { $0 }
    ) async throws -> Explanation? {
        try await explanation("#\(sequence)", [try await reader.line(sequence).flatMap(visible)].compactMap(\.self), rule, me)
    }

    private func explanation(
        _ subject: String, _ lines: [JournalReader.Line], _ rule: String?, _ me: UserID
    ) async throws -> Explanation? {
        guard !lines.isEmpty else { return nil }
        let revisions = try await reader.revisions()
        let channelNames = try await reader.channelNames()
        let me = me.isNone ? try await reader.lastAccount() : me
        // Compile each revision once, regardless of the number of entries it decided.
        var compiled: [String: RuleSet] = [:]
        for version in Set(lines.map(\.version)) {
            compiled[version] = revisions.first { $0.version == version }?.rules
        }
        var entryReports: [Explanation.EntryReport] = []
        for line in lines {
            entryReports.append(try await entryReport(line, rule, me, revisions, compiled[line.version], channelNames))
        }
        return Explanation(subject: subject, rule: rule, entries: entryReports)
    }

    /// Returns the display name of the user whom an event concerns, as reported with it or known by now.
    private func name(of event: Event, in clan: ClanID) -> String? {
        switch event {
        case .message, .edit, .systemMessage, .reaction, .system: event.actorName
        default: directory.user(event.actor, clan)?.name.terminalLine ?? event.actorName
        }
    }

    private func entryReport(
        _ line: JournalReader.Line, _ rule: String?, _ me: UserID, _ revisions: [RuleRevision], _ rules: RuleSet?,
        _ channelNames: ChannelNameResolver
    ) async throws -> Explanation.EntryReport {
        let entry = line.entry
        let event = entry.event
        let revision = revisions.first { $0.version == line.version }
        let steps = (line.trace?.steps ?? []).filter { rule == nil || $0.who == "rule:\(rule ?? "")" }
        let flipped = try await flipped(line, rule, rules)
        let answers = try await answers(line, rule, me, rules, flipped.map { past?.holding($0) } ?? past)
        return Explanation.EntryReport(
            sequence: entry.sequence, at: entry.receivedAt, kind: entry.kind,
            channel: channelNames.label(of: entry), author: event.flatMap { name(of: $0, in: entry.clan) } ?? "unknown",
            text: event?.said.terminalLine ?? "", isLate: entry.isLate, isOwn: entry.isOwn, decidedAt: line.turnedAt,
            revision: revision.map {
                Explanation.RevisionNote(version: $0.version, since: $0.firstAt, isNewest: $0 == revisions.first)
            },
            steps: steps.map { step in
                let mine = line.deliveries.filter { $0.author == step.who || $0.author.hasPrefix(step.who + "/") }
                let also = step.what == Trace.miss ? others(than: step, answers) : []
                // What it noted may be part of what is said in full.
                let whole = also.firstIndex { Self.lists($0, step.why.terminalLine) }
                let isMiss = step.what == Trace.miss || step.isShadow
                return Explanation.Step(
                    who: step.who, what: step.what == Trace.miss ? "no" : step.what,
                    why: whole.map { also[$0] } ?? step.why.terminalLine,
                    also: also.indices.filter { $0 != whole }.map { also[$0] },
                    deliveries: isMiss ? [] : mine.map { $0.outcome(in: zone) })
            },
            whyNot: rule.flatMap { steps.isEmpty ? whyNot($0, line, revision, rules, answers).why : nil },
            silent: rule == nil ? silent(line, revision, rules, answers) : [], decisions: answers?.decisions,
            counterfactuals: try await counterfactuals(line, rule, rules, flipped))
    }

    /// Returns the results of the rules of that time; `nil` if none can be evaluated, or if the trace already contains everything
    /// requested.
    private func answers(
        _ line: JournalReader.Line, _ rule: String?, _ me: UserID, _ rules: RuleSet?, _ past: PastDecisions?
    ) async throws -> RuleAnswers? {
        let entry = line.entry
        guard let rules, let trace = line.trace, !entry.isOwn, let event = entry.event else { return nil }
        guard !trace.steps.contains(where: { $0.what == "drop" }), rule != nil || SystemEvent(frame: entry.frame) == nil else {
            return nil
        }
        // The trace has the full result of rules that acted; for other rules it has only the first objection.
        let reported = Set(trace.steps.filter { rule == nil || $0.what != Trace.miss }.map(\.who))
        let asked = (rule.map { [$0] } ?? rules.ids).filter { !reported.contains("rule:\($0)") }
        guard !asked.isEmpty else { return nil }
        let removed = try await reader.redactions(after: entry.sequence - 1, through: entry.sequence)[entry.sequence]
        let recorded = try await reader.observations(of: entry.sequence).compactMap { DirectoryObservation(text: $0) }
        return try await RuleAnswers(
            about: event, EventContext(of: entry, event, as: me), by: rules, asking: asked, isThorough: rule != nil,
            isStopped: trace.steps.contains { $0.what.contains("stop") },
            recorded: recorded,
            textDoubt: removed.flatMap { $0 == .trace ? nil : "its text has been removed (\($0.word))" },
            lookup: directory, past: past)
    }

    /// Returns whether a sentence has another among what it lists in brackets.
    private static func lists(_ sentence: String, _ part: String) -> Bool {
        !part.isEmpty && ["(", ", "].contains { start in [")", ","].contains { sentence.contains(start + part + $0) } }
    }

    /// The objections that the trace does not name.
    private func others(than step: Trace.Step, _ answers: RuleAnswers?) -> [String] {
        guard step.who.hasPrefix("rule:"), let answers, let inquiry = answers.answer(of: String(step.who.dropFirst(5))) else {
            return []
        }
        return answers.certain(inquiry).filter { objection in
            let isSame = objection.isGate ? step.why.hasPrefix(objection.part + ":") : step.why == objection.sentence
            return !isSame
        }.map(\.sentence.terminalLine)
    }

    /// Returns the rules without a step in the trace; none for entries that reach no rule.
    private func silent(
        _ line: JournalReader.Line, _ revision: RuleRevision?, _ rules: RuleSet?, _ answers: RuleAnswers?
    ) -> [Explanation.InactiveRule] {
        guard let rules, let trace = line.trace, !line.entry.isOwn, SystemEvent(frame: line.entry.frame) == nil else { return [] }
        let named = Set(trace.steps.map(\.who))
        return rules.ids.filter { !named.contains("rule:\($0)") }.map { rule in
            let (why, didLook) = whyNot(rule, line, revision, rules, answers)
            return Explanation.InactiveRule(rule: rule, why: why, didLook: didLook)
        }
    }

    /// Returns the reason why a rule has no step in a trace. Traces omit rules that could not match at all.
    private func whyNot(
        _ rule: String, _ line: JournalReader.Line, _ revision: RuleRevision?, _ rules: RuleSet?, _ answers: RuleAnswers?
    ) -> (why: String, didLook: Bool) {
        let entry = line.entry
        if entry.isOwn { return ("no: the bot's own messages reach no rule", true) }
        guard entry.event != nil else { return ("no: this build cannot decode the event", true) }
        guard line.trace != nil else { return ("not yet: the entry is pending", true) }
        if let drop = line.trace?.steps.first(where: { $0.what == "drop" }) {
            return ("no: \(drop.who) dropped it before (\(drop.why.terminalLine))", true)
        }
        if let skip = line.trace?.steps.first(where: { $0.who == "system" && $0.what == Trace.skip }) {
            return ("no: the entry was not handled (\(skip.why.terminalLine))", true)
        }
        guard let revision else { return ("unknown: no rules revision is recorded for this turn", true) }
        guard let rules else { return ("unknown: this build cannot read revision \(revision.version)", true) }
        guard let answers, let inquiry = answers.answer(of: rule) else {
            let nearest =
                Diagnostic.unknownWord(
                    rule, at: SourcePosition(file: "", line: 1, column: 1), code: "", message: "", candidates: rules.ids
                ).suggestion.map { " (\($0))" } ?? ""
            return ("no: revision \(revision.version) has no such rule\(nearest)", true)
        }
        switch inquiry.answer {
        case .disabled: return ("no: it is disabled", false)
        case .otherKind(let kinds, let kind):
            return ("no: it is triggered by \(kinds.joined(separator: ", ")), and this is \(kind)", false)
        case .otherDetail: return ("no: its trigger does not match this \(entry.kind)", false)
        case .stopped(let other) where line.trace?.steps.contains { $0.who == "rule:\(other)" } == true:
            return ("no: \(other) stopped the evaluation before it", true)
        case .unasked: return ("no: the event belongs to a question or job of the bot, and no rule was evaluated", true)
        case .asked(let objections) where objections.first?.part == "in": return (answers.sentence(inquiry), false)
        case .asked, .acts, .stopped: return (answers.sentence(inquiry).longTerminalLine, true)
        }
    }
}

extension Event {
    /// The content of the event, such as its text or emoji; empty if there is none.
    package var said: String {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.readableText
        case .reaction(let reaction): reaction.emoji
        case .button(let click): click.button
        default: ""
        }
    }

    /// The display name of the user who caused the event.
    package var actorName: String? {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): message.author.name.terminalLine
        case .reaction(let reaction): reaction.senderName.terminalLine
        case .system: "the bot itself"
        default: actor.isNone ? nil : "\(actor)"
        }
    }
}

extension String {
    /// The text as one line with a limit that is rarely reached, for texts whose length is bounded at their source.
    var longTerminalLine: String {
        let line = count > 4000 ? prefix(3999) + "…" : self[...]
        return line.terminalSafe
    }
}

extension RedactionReason {
    /// The reason why texts were removed, as user-visible text.
    var word: String { self == .erased ? "user erased" : "retention" }
}
