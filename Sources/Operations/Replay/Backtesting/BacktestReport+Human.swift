package import Foundation
import Moderation

extension BacktestReport {
    /// The report for a terminal.
    ///
    /// - Parameter areListed: A Boolean value that indicates whether the differences have been printed already.
    package func human(in zone: TimeZone, areListed: Bool = false) -> String {
        let heads = rules.map { rule in
            let tallies = rule.tallies.filter { $0.tally.count > 0 }
            let head = tallies.map { "\($0.kind.title) \($0.tally.count)" }.joined(separator: ", ")
            let examples = areListed ? [] : tallies.flatMap { Self.lines($0.kind, $0.tally, zone) }
            return (["\(rule.author.quoted): \(head)"] + examples).joined(separator: "\n")
        }
        return (heads + [totals(in: zone)]).joined(separator: "\n")
    }

    private func totals(in zone: TimeZone) -> String {
        let kinds = BacktestDifference.Kind.allCases.map { "\($0.title) \(total($0))" }.joined(separator: ", ")
        var lines =
            isSame
            ? ["\(before) and \(after) make the same decisions on \(entries) entries."]
            : ["\(before) and \(after) differ on \(changed) of \(entries) entries: \(kinds)."]
        if (certainties[BacktestDifference.Certainty.consequence.rawValue] ?? 0) > 0 {
            lines.append("Consequences follow from events that would not have happened and from other state of bots.")
        }
        if (certainties[BacktestDifference.Certainty.unknown.rawValue] ?? 0) > 0 {
            lines.append(
                "Unknown: what the history does not contain, such as messages that former mutes prevented and answers to bots.")
        }
        lines += bots?.lines ?? []
        if let checkpoint { lines.append("Both began with the rule state of \(checkpoint.stamp(in: zone)).") }
        return (lines + ReplayCaveats.lines(users: guessedUsers, channels: guessedChannels, unreadable: unreadable))
            .joined(separator: "\n")
    }

    private static func lines(_ kind: BacktestDifference.Kind, _ tally: DifferenceCount, _ zone: TimeZone) -> [String] {
        tally.examples.flatMap { example in
            example.line(in: zone).split(separator: "\n").map { "  \($0)" }
                + (example.subject.link.isEmpty ? [] : ["    \(example.subject.link)"])
        } + (tally.count > tally.examples.count ? ["  \(kind.title): \(tally.count - tally.examples.count) more"] : [])
    }
}

extension BacktestReport.Bots {
    fileprivate var lines: [String] {
        func invocations(_ count: Int) -> String { count == 1 ? "1 invocation" : "\(count) invocations" }
        return (played > 0 ? ["Bots were run with other input or state: \(invocations(played))."] : [])
            + missing.sorted { $0.key < $1.key }.map { name, bot in
                "bot '\(name)' was not run (\(invocations(bot.invocations))): \(bot.reason)"
            }
    }
}

/// The limitations of a replay, in sentences for users.
enum ReplayCaveats {
    static func lines(users: Int, channels: Int, unreadable: Int) -> [String] {
        func decisions(_ count: Int) -> String { count == 1 ? "1 decision" : "\(count) decisions" }
        var lines: [String] = []
        if users > 0 {
            lines.append("\(decisions(users)) used current member data, because none was recorded.")
        }
        if channels > 0 {
            lines.append("\(decisions(channels)) used current channel data, because none was recorded.")
        }
        if unreadable > 0 {
            lines.append("\(decisions(unreadable)) cannot be read by this build, or their rules revision cannot.")
        }
        return lines
    }
}
