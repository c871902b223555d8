import MezonModel

/// One thing that was looked at, and what to do about it where it is not well.
package struct DoctorFinding: Codable, Hashable, Sendable {
    package enum Level: String, Codable, Sendable {
        case good, warning, bad

        var sign: String {
            switch self {
            case .good: "✓"
            case .warning: "!"
            case .bad: "✗"
            }
        }
    }

    package var mark: Level
    package var what: String
    /// Nil where there is nothing to do.
    package var advice: String?

    package init(_ mark: Level, _ what: String, advice: String? = nil) {
        self.mark = mark
        self.what = what
        self.advice = advice
    }

    /// `✗ what — what to do`, fit for a terminal: labels come from the server.
    package var line: String { "\(mark.sign) \(what)\(advice.map { " — \($0)" } ?? "")".terminalSafe }
}
