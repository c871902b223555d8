import BotKit
import Foundation
import MezonModel

extension HandlerOutcome {
    /// What a bot came to, for people to read; what is sent for it is compared apart.
    init(_ contributions: [AuthorResult], by author: String) {
        self.init(author: author)
        done = contributions.map(\.whatIsDone)
        reasons = contributions.map(\.reason)
    }
}

extension AuthorResult {
    fileprivate var whatIsDone: String { summary.isEmpty ? actions.map(\.kind).joined(separator: ", ") : summary }

    /// As a record has it.
    fileprivate var asKept: AuthorResult? {
        var contribution = self
        contribution.reason = ""
        return (try? JSONEncoder().encode(contribution)).flatMap { try? JSONDecoder().decode(AuthorResult.self, from: $0) }
    }
}

extension [AuthorResult] {
    /// Whether the same is done, for whatever reason.
    func isSame(as other: [AuthorResult]) -> Bool { self == other || map(\.asKept) == other.map(\.asKept) }
}

extension InvocationRecord.Write {
    /// Whether the same is remembered, by this bot of today.
    func isSame(as other: InvocationRecord.Write, of bot: (any Bot.Type)?) -> Bool {
        if self == other { return true }
        // What cannot be read any more is not the same.
        return key == other.key && (try? bot?.isSame(value, other.value)) == true
    }
}

extension [InvocationRecord.Write] {
    /// `clan:301 {"points":{"101":1}}`, one after the other.
    var text: String {
        isEmpty ? "nothing" : "state " + map { "\($0.key) \($0.value?.json ?? "forgotten")" }.joined(separator: "; ")
    }
}
