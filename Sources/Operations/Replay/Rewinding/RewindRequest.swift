package import ChatModel
package import Foundation

/// A request to take back the effects of a rule since a time, in one clan or everywhere.
package struct RewindRequest: Sendable, Hashable, Codable {
    /// The rule's id.
    package var rule: String
    package var since: Date
    /// The only clan; zero for everywhere.
    package var clan: ClanID

    package init(_ rule: String, since: Date, in clan: ClanID = 0) {
        self.rule = rule
        self.since = since
        self.clan = clan
    }

    var author: String { "rule:\(rule)" }

    /// Returns whether a result belongs to the rule, or to a bot that it runs.
    func isAuthor(_ author: String) -> Bool { author == self.author || author.hasPrefix(self.author + "/") }

    /// Returns whether the rule is left out of the decision about an event.
    func covers(_ clan: ClanID, at time: Date) -> Bool { since <= time && (self.clan.isNone || self.clan == clan) }
}

/// A reason why nothing is taken back.
package enum RewindError: Error, Equatable, CustomStringConvertible {
    /// There is more than one turn may change.
    case tooMuch(what: String, count: Int, limit: Int)
    /// The replay has taken too long.
    case tooSlow(Duration)
    /// Decisions kept depending on what was to be taken back.
    case unsettled(rule: String)

    package var description: String {
        switch self {
        case .tooMuch(let what, let count, let limit):
            "\(count) \(what) would be taken back, and one turn changes at most \(limit); choose a later --since"
        case .tooSlow(let limit): "the replay takes longer than \(limit); nothing was changed"
        case .unsettled(let rule):
            "events kept depending on what \(rule) did, so nothing was changed; disable the rule (`mode: disabled`) and try again"
        }
    }
}
