import ChatModel

extension Replayer.Summary {
    /// The summary for a terminal.
    package func human() -> String {
        let done = ReplayDifference.Kind.allCases.filter { $0 != .otherReason }.map { ($0, differences[$0.rawValue] ?? 0) }
            .filter { $0.1 > 0 }.map { "\($0.0.rawValue.replacing("-", with: " ")) \($0.1)" }
        let reasons = differences[ReplayDifference.Kind.otherReason.rawValue] ?? 0
        var lines = [
            done.isEmpty
                ? "\(decisions) decisions replayed without differences."
                : "Of \(decisions) decisions: \(done.joined(separator: ", "))."
        ]
        if reasons > 0 { lines.append("\(reasons) have the same outcome with another reason.") }
        if redacted > 0 {
            lines.append(
                "\(redacted) concern entries whose texts have been removed (retention or user erasure): they are not "
                    + "compared, and later decisions may differ because of them.")
        }
        lines += ReplayCaveats.lines(users: guessedUsers, channels: guessedChannels, unreadable: unreadable)
        if let bots { lines += bots.lines }
        return lines.joined(separator: "\n")
    }

    package func json() throws -> String { try JSONText.text(self) }
}

extension ReplayDifference {
    package func json() throws -> String { try JSONText.text(self) }
}
