import ChatModel

/// The result of one check, with a remedy if there is a problem.
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
    /// The suggested remedy; nil if there is nothing to do.
    package var advice: String?

    package init(_ mark: Level, _ what: String, advice: String? = nil) {
        self.mark = mark
        self.what = what
        self.advice = advice
    }

    /// One line, for example `✗ what — what to do`. It is sanitized for terminals, because labels come from the server.
    package var line: String { "\(mark.sign) \(what)\(advice.map { " — \($0)" } ?? "")".terminalSafe }
}
