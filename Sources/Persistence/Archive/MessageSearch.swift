package import Foundation
package import MezonModel

/// Which messages are meant; what is nil does not limit.
package struct MessageSearch: Sendable, Hashable {
    package enum Order: Sendable, Hashable {
        case newest
        /// Those first in which the words weigh most.
        case best
    }

    package var words: SearchQuery?
    package var channels: Set<ChannelID>?
    package var author: UserID?
    package var since: Date?
    package var until: Date?
    /// Only what stands before this entry of the journal.
    package var before: Int64?
    package var order = Order.newest
    package var limit = 20

    package init() {}
}

/// What a search has found.
package struct SearchPage: Sendable, Hashable {
    package var hits: [SearchHit]
    /// Whether more fits than the limit let through.
    package var hasMore: Bool

    /// Before which entry the next page stands; nil where there is none.
    package var next: Int64? { hasMore ? hits.last?.sequence : nil }
}

/// A version of a message that fits: the newest one that does.
package struct SearchHit: Sendable, Hashable {
    /// What became of the message after this version.
    package enum LaterChange: String, Sendable, Hashable, Codable { case edited, deleted }

    /// The entry of the journal that brought it.
    package var sequence: Int64
    package var message: MessageID
    package var channel: ChannelID
    package var clan: ClanID
    package var author: UserID
    package var authorName: String
    package var text: String
    package var at: Date
    /// Whether this version is an edit of an earlier one.
    package var isEdit: Bool
    /// Nil for a message that stands as it is here.
    package var since: LaterChange?
}
