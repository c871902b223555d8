package import Foundation
import MezonModel
import Persistence

/// All that is known about a message: what happened to it, what each happening came to, and why.
package struct Explanation: Sendable, Hashable, Encodable {
    /// One entry of the journal about it.
    package struct EntryReport: Sendable, Hashable, Encodable {
        package var sequence: Int64
        package var at: Date
        package var kind: String
        package var channel: String
        package var author: String
        package var text: String
        package var isLate: Bool
        package var isOwn: Bool
        /// When it was decided; nil while it waits, and for our own messages.
        package var decidedAt: Date?
        package var edition: RevisionNote?
        package var steps: [Step]
        /// What the rule that was asked for says where it has no step of its own.
        package var whyNot: String?
        /// Where no rule was asked for: all that have no step of their own.
        package var silent: [InactiveRule]
        /// The number of decisions that were made again to learn what rules remembered then; nil where that was not needed.
        package var decisions: Int?
    }

    /// A rule that did nothing, and why.
    package struct InactiveRule: Sendable, Hashable, Encodable {
        package var rule: String
        package var why: String
        /// Whether it looked at the event at all: another kind, another channel, or a rule that is disabled did not.
        package var didLook: Bool
    }

    package struct RevisionNote: Sendable, Hashable, Encodable {
        package var version: String
        /// When it first came into force.
        package var since: Date
        /// Whether it is the one that came into force last.
        package var isNewest: Bool
    }

    package struct Step: Sendable, Hashable, Encodable {
        package var who: String
        package var what: String
        package var why: String
        /// What else said no, of a rule that looked and did nothing.
        package var also: [String] = []
        /// What became of what it asked for.
        package var deliveries: [String]
    }

    /// The message or entry that was asked for.
    package var subject: String
    /// The rule that was asked for; nil for all.
    package var rule: String?
    package var chapters: [EntryReport]

    package func json() throws -> String {
        try JSONText.text(self)
    }

    /// For a terminal.
    ///
    /// - Parameter zone: in which times are shown.
    package func human(in zone: TimeZone) -> String {
        chapters.map { chapter in
            let marks = [chapter.isLate ? "recovered after an outage" : nil, chapter.isOwn ? "our own" : nil].compactMap(\.self)
            var lines = [
                "#\(chapter.sequence) \(chapter.at.stamp(in: zone)) \(chapter.kind) in \(chapter.channel) by \(chapter.author)"
                    + (chapter.text.isEmpty ? "" : ": \(chapter.text)")
                    + (marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]")
            ]
            if let note = chapter.edition, let at = chapter.decidedAt {
                let standing = note.isNewest ? ", the newest" : ", not the newest any more"
                lines.append(
                    "  decided \(at.stamp(in: zone)) by edition \(note.version) (first in force \(note.since.stamp(in: zone))\(standing))"
                )
            } else if let at = chapter.decidedAt {
                lines.append("  decided \(at.stamp(in: zone))")
            } else {
                lines.append(chapter.isOwn ? "  nobody acts on our own messages" : "  it waits for its turn")
            }
            let skips = Self.skips(of: chapter.steps)
            for step in chapter.steps where !skips.contains(where: { $0.steps.contains(step) }) {
                let why = ([step.why] + step.also).filter { !$0.isEmpty }.joined(separator: "; ")
                lines.append("  \(step.who): \(step.what)" + (why.isEmpty ? "" : " (\(why))"))
                lines += step.deliveries.map { "    → \($0)" }
            }
            if let whyNot = chapter.whyNot { lines.append("  rule:\(rule ?? ""): \(whyNot)") }
            lines += skips.map { "  skipped by \($0.steps.map(\.who).joined(separator: ", ")) (\($0.why))" }
            lines += silences(of: chapter)
            if let decisions = chapter.decisions {
                let what = decisions == 1 ? "1 decision" : "\(decisions) decisions"
                lines.append("  what rules remembered then is known from \(what) made again")
            }
            if chapter.steps.isEmpty, chapter.silent.isEmpty, chapter.whyNot == nil, chapter.decidedAt != nil {
                lines.append("  nobody had anything to say to it")
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The steps of those who had nothing to do with it, by their reason, where several have the same.
    private static func skips(of steps: [Step]) -> [(why: String, steps: [Step])] {
        let skips = steps.filter { $0.what == Trace.skip && $0.also.isEmpty && $0.deliveries.isEmpty }
        let groups = Dictionary(grouping: skips, by: \.why).filter { $0.value.count > 1 }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func silences(of chapter: EntryReport) -> [String] {
        let looked = chapter.silent.filter(\.didLook)
        let others = chapter.silent.filter { !$0.didLook }.map(\.rule)
        var lines = looked.prefix(Self.mostSilences).map { "  rule:\($0.rule): \($0.why)" }
        if looked.count > Self.mostSilences {
            lines.append("  … and \(looked.count - Self.mostSilences) rules more; name one with --rule")
        }
        guard !others.isEmpty else { return lines }
        let rest = others.count > Self.mostSilences ? " and \(others.count - Self.mostSilences) more" : ""
        return lines + [
            "  did not look at it (another trigger or channel, or switched off): "
                + others.prefix(Self.mostSilences).joined(separator: ", ") + rest
        ]
    }

    private static let mostSilences = 40  // Beyond it nobody reads.
}
