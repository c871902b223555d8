import ChatModel
package import Foundation
package import RuleEngine
import Storage

/// The explanation of all journal entries about a message: the events, their outcomes and the reasons.
package struct Explanation: Sendable, Hashable, Encodable {
    /// A journal entry about the message.
    package struct EntryReport: Sendable, Hashable, Encodable {
        package var sequence: Int64
        package var at: Date
        package var kind: String
        package var channel: String
        package var author: String
        package var text: String
        package var isLate: Bool
        package var isOwn: Bool
        /// The time of the decision; `nil` for pending entries and for the bot's own messages.
        package var decidedAt: Date?
        package var revision: RevisionNote?
        package var steps: [Step]
        /// The explanation of the requested rule if it has no step of its own.
        package var whyNot: String?
        /// The rules without a step of their own, if no rule was requested.
        package var silent: [InactiveRule]
        /// The number of decisions replayed to restore the rule state; `nil` if that was not needed.
        package var decisions: Int?
        /// The smallest changes that turn the decision of the requested rule around; `nil` if that cannot be asked.
        package var counterfactuals: Counterfactuals?
    }

    /// A rule that did nothing, with the reason.
    package struct InactiveRule: Sendable, Hashable, Encodable {
        package var rule: String
        package var why: String
        /// A Boolean value that indicates whether the rule was evaluated. Rules for other kinds of event or other channels, and
        /// disabled rules, are not.
        package var didLook: Bool
    }

    package struct RevisionNote: Sendable, Hashable, Encodable {
        package var version: String
        /// The time at which the revision was first activated.
        package var since: Date
        /// A Boolean value that indicates whether the revision is the one activated last.
        package var isNewest: Bool
    }

    package struct Step: Sendable, Hashable, Encodable {
        package var who: String
        package var what: String
        package var why: String
        /// The further objections of a rule that did nothing.
        package var also: [String] = []
        /// The outcomes of the requested deliveries.
        package var deliveries: [String]
    }

    /// The message or entry that the explanation is about.
    package var subject: String
    /// The requested rule; `nil` for all.
    package var rule: String?
    package var entries: [EntryReport]

    package func json() throws -> String {
        try JSONText.text(self)
    }

    /// Returns the explanation as text for a terminal.
    ///
    /// - Parameter zone: The time zone in which times are shown.
    package func human(in zone: TimeZone) -> String {
        entries.map { report in
            let marks = [report.isLate ? "recovered after an outage" : nil, report.isOwn ? "the bot's own" : nil].compactMap(
                \.self)
            // The server does not report who deleted a message.
            let by = report.kind == "delete" ? "of a message by" : "by"
            var lines = [
                "#\(report.sequence) \(report.at.stamp(in: zone)) \(report.kind) in \(report.channel) \(by) \(report.author)"
                    + (report.text.isEmpty ? "" : ": \(report.text)")
                    + (marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]")
            ]
            if let note = report.revision, let at = report.decidedAt {
                let state = note.isNewest ? ", the latest" : ", superseded"
                lines.append(
                    "  decided \(at.stamp(in: zone)) by revision \(note.version) (first active \(note.since.stamp(in: zone))\(state))"
                )
            } else if let at = report.decidedAt {
                lines.append("  decided \(at.stamp(in: zone))")
            } else {
                lines.append(report.isOwn ? "  the bot's own messages are not processed" : "  pending")
            }
            let skips = Self.skips(of: report.steps)
            for step in report.steps where !skips.contains(where: { $0.steps.contains(step) }) {
                let why = ([step.why] + step.also).filter { !$0.isEmpty }.joined(separator: "; ")
                lines.append("  \(step.who): \(step.what)" + (why.isEmpty ? "" : " (\(why))"))
                lines += step.deliveries.map { "    → \($0)" }
            }
            if let whyNot = report.whyNot { lines.append("  rule:\(rule ?? ""): \(whyNot)") }
            lines += report.counterfactuals?.lines.map { "  \($0.terminalLine)" } ?? []
            lines += skips.map { "  skipped by \($0.steps.map(\.who).joined(separator: ", ")) (\($0.why))" }
            lines += inactiveReasons(of: report)
            if let decisions = report.decisions {
                let what = decisions == 1 ? "1 decision" : "\(decisions) decisions"
                lines.append("  rule state at that time restored by replaying \(what)")
            }
            if report.steps.isEmpty, report.silent.isEmpty, report.whyNot == nil, report.decidedAt != nil {
                lines.append("  no rule or bot responded")
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

    private func inactiveReasons(of report: EntryReport) -> [String] {
        let looked = report.silent.filter(\.didLook)
        let others = report.silent.filter { !$0.didLook }.map(\.rule)
        var lines = looked.prefix(Self.maxInactiveRules).map { "  rule:\($0.rule): \($0.why)" }
        if looked.count > Self.maxInactiveRules {
            lines.append("  … and \(looked.count - Self.maxInactiveRules) more rules; select one with --rule")
        }
        guard !others.isEmpty else { return lines }
        let rest = others.count > Self.maxInactiveRules ? " and \(others.count - Self.maxInactiveRules) more" : ""
        return lines + [
            "  not evaluated (other trigger or channel, or disabled): "
                + others.prefix(Self.maxInactiveRules).joined(separator: ", ") + rest
        ]
    }

    private static let maxInactiveRules = 40  // To keep the output readable.
}
