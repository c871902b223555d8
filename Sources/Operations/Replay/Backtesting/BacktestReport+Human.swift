package import Foundation

extension BacktestReport {
    /// The report for a terminal.
    package func human(in zone: TimeZone) -> String {
        let heads = rules.map { rule in
            ([
                "\(rule.author.quoted): newly hit \(rule.newlyHit.count), no longer hit \(rule.noLongerHit.count), "
                    + "other action \(rule.otherAction.count)"
            ] + Self.lines("newly hit", rule.newlyHit, zone) + Self.lines("no longer hit", rule.noLongerHit, zone)
                + Self.lines("other action", rule.otherAction, zone)).joined(separator: "\n")
        }
        return (heads + [totals]).joined(separator: "\n")
    }

    private var totals: String {
        let hits = rules.map(\.newlyHit.count).reduce(0, +)
        let losses = rules.map(\.noLongerHit.count).reduce(0, +)
        let others = rules.map(\.otherAction.count).reduce(0, +)
        let sentence =
            changed == 0
            ? "\(before) and \(after) make the same decisions on \(entries) entries."
            : "\(before) and \(after) differ on \(changed) of \(entries) entries: "
                + "newly hit \(hits), no longer hit \(losses), other action \(others)."
        return ([sentence] + ReplayCaveats.lines(users: guessedUsers, channels: guessedChannels, unreadable: unreadable))
            .joined(separator: "\n")
    }

    private static func lines(_ title: String, _ tally: DifferenceCount, _ zone: TimeZone) -> [String] {
        tally.examples.flatMap { example in
            [
                "  \(title): \(example.subject.line(in: zone))",
                "    \(example.before.quoted) → \(example.after.quoted)"
                    + (example.why.isEmpty ? "" : " (\(example.why))"),
            ] + (example.subject.link.isEmpty ? [] : ["    \(example.subject.link)"])
        } + (tally.count > tally.examples.count ? ["  \(title): \(tally.count - tally.examples.count) more"] : [])
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
