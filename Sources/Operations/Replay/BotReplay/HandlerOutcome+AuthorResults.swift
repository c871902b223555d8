import BotKit
import ChatModel
import Foundation

extension HandlerOutcome {
    /// Creates the outcome of a bot for display. Its deliveries are compared separately.
    init(_ results: [AuthorResult], by author: String) {
        self.init(author: author)
        done = results.map(\.actionSummary)
        reasons = results.map(\.reason)
    }
}

extension AuthorResult {
    fileprivate var actionSummary: String { summary.isEmpty ? actions.map(\.kind).joined(separator: ", ") : summary }

    /// The result as decoded from its recorded form.
    fileprivate var asStored: AuthorResult? {
        var result = self
        result.reason = ""
        return (try? JSONEncoder().encode(result)).flatMap { try? JSONDecoder().decode(AuthorResult.self, from: $0) }
    }
}

extension [AuthorResult] {
    /// Returns whether the results are equal, ignoring their reasons.
    func isSame(as other: [AuthorResult]) -> Bool { self == other || map(\.asStored) == other.map(\.asStored) }
}

extension InvocationRecord.Write {
    /// Returns whether the values are equal for the bot of this build.
    func isSame(as other: InvocationRecord.Write, of bot: (any Bot.Type)?) -> Bool {
        if self == other { return true }
        // Unreadable values are not equal.
        return key == other.key && (try? bot?.isSame(value, other.value)) == true
    }
}

extension [InvocationRecord.Write] {
    /// The writes for display, for example `clan:301 {"points":{"101":1}}`.
    var text: String {
        isEmpty ? "nothing" : "state " + map { "\($0.key) \($0.value?.json ?? "deleted")" }.joined(separator: "; ")
    }
}
