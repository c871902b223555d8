import MezonModel

extension Replayer.Summary {
    /// The summary for a terminal.
    package func human() -> String {
        let done = ReplayDifference.Kind.allCases.filter { $0 != .otherReason }.map { ($0, differences[$0.rawValue] ?? 0) }
            .filter { $0.1 > 0 }.map { "\($0.0.rawValue.replacing("-", with: " ")) \($0.1)" }
        let reasons = differences[ReplayDifference.Kind.otherReason.rawValue] ?? 0
        var lines = [
            done.isEmpty
                ? "\(decisions) decisions come out as they are written down."
                : "Of \(decisions) decisions: \(done.joined(separator: ", "))."
        ]
        if reasons > 0 { lines.append("\(reasons) come out the same for another reason.") }
        if emptied > 0 {
            lines.append(
                "\(emptied) are about entries whose texts were removed since (retention, or somebody was forgotten): they are not "
                    + "compared, and what rules remember of them may make later ones differ.")
        }
        lines += ReplayCaveats.lines(people: guessedPeople, places: guessedPlaces, unreadable: unreadable)
        if let bots { lines += bots.lines }
        return lines.joined(separator: "\n")
    }

    package func json() throws -> String { try JSONText.text(self) }
}

extension ReplayDifference {
    package func json() throws -> String { try JSONText.text(self) }
}
