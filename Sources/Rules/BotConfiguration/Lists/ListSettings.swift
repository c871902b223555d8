package import ChatModel
package import Foundation

/// A list of words, domains, users or days shared by several rules, stored in a file or in the configuration itself.
package struct ListSettings: Named {
    package static let noun = "list"

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case words, domains, users, calendar
    }

    package struct Item: Hashable, Sendable {
        /// The item as written, without surrounding whitespace.
        package var text: String
        package var position: SourcePosition
    }

    package var name: String
    package var position: SourcePosition
    package var kind: Kind
    /// `fold: [case, marks]` as written; the pattern matching interprets it.
    package var fold: ConfigNode?
    /// The words or domains; empty for other kinds.
    package var items: [Item]
    /// The words and phrases of a text in which no item counts.
    package var allowed: [Item] = []
    /// The users; empty for other kinds.
    package var users: Set<UserID> = []
    /// The days of a calendar; empty for other kinds.
    package var days: [DaySpan] = []
    /// The periods of time that the events of a calendar file occupy.
    package var times: [Range<Date>] = []
}
