import ChatModel
import Foundation

/// A replacement for secrets in the texts that a program reports.
struct SecretMask: Sendable {
    private static let minLength = 4  // Shorter values are parts of many words.
    private static let replacement = "<secret>"

    /// The lines of the secrets as they look in a report, the longest first.
    private let secrets: [String]

    init(_ secrets: some Sequence<Secret>) {
        let lines = secrets.flatMap { $0.reveal().split(whereSeparator: \.isNewline) }.map(\.terminalSafe)
        self.secrets = Set(lines.filter { $0.count >= Self.minLength }).sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// Returns a report without the secrets, nor the beginning of one at which the report has been cut off.
    func masked(_ report: String) -> String {
        let text = secrets.reduce(report) { $0.replacingOccurrences(of: $1, with: Self.replacement, options: .literal) }
        guard text.hasSuffix("…") else { return text }
        let rest = text.dropLast()
        for secret in secrets {
            for length in stride(from: min(secret.count - 1, rest.count), through: Self.minLength, by: -1)
            where rest.hasSuffix(secret.prefix(length)) {
                return rest.dropLast(length) + Self.replacement + "…"
            }
        }
        return text
    }
}

extension ProgramError {
    /// Returns the error without secrets in what it quotes of the program.
    func masked(by mask: SecretMask) -> ProgramError {
        switch self {
        case .badHello(let problem): .badHello(mask.masked(problem))
        case .ended(let end, let words): .ended(end, lastWords: mask.masked(words))
        case .notJSON(let line): .notJSON(mask.masked(line))
        case .unasked(let line): .unasked(mask.masked(line))
        case .badLine(let problem): .badLine(mask.masked(problem))
        case .badAction(let problem): .badAction(mask.masked(problem))
        case .refused(let reason): .refused(mask.masked(reason))
        case .notFound, .notExecutable, .notStarted, .noHello, .changedHello, .tooLong, .wrongTurn, .tooManyReads, .cancelled,
            .resting, .unstarted:
            self
        }
    }
}
