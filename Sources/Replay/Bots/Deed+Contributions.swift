import BotKit
import Foundation
import MezonModel

extension Deed {
    /// What a bot came to, for people to read; what is sent for it is compared apart.
    init(_ contributions: [Contribution], by author: String) {
        self.init(author: author)
        done = contributions.map(\.whatIsDone)
        reasons = contributions.map(\.reason)
    }
}

extension Contribution {
    fileprivate var whatIsDone: String { summary.isEmpty ? actions.map(\.kind).joined(separator: ", ") : summary }

    /// As a record has it.
    fileprivate var asKept: Contribution? {
        var contribution = self
        contribution.reason = ""
        return (try? JSONEncoder().encode(contribution)).flatMap { try? JSONDecoder().decode(Contribution.self, from: $0) }
    }
}

extension [Contribution] {
    /// Whether the same is done, for whatever reason.
    func isSame(as other: [Contribution]) -> Bool { self == other || map(\.asKept) == other.map(\.asKept) }
}

extension BotRecord.Write {
    /// Whether the same is remembered, by this bot of today.
    func isSame(as other: BotRecord.Write, of bot: (any Bot.Type)?) -> Bool {
        if self == other { return true }
        // What cannot be read any more is not the same.
        return key == other.key && (try? bot?.isSame(value, other.value)) == true
    }
}

extension [BotRecord.Write] {
    /// `clan:301 {"points":{"101":1}}`, one after the other.
    var text: String {
        isEmpty ? "nothing" : "state " + map { "\($0.key) \($0.value?.json ?? "forgotten")" }.joined(separator: "; ")
    }
}
