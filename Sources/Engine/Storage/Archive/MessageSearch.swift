package import ChatModel
package import Foundation

/// The criteria of a message search. A nil property does not restrict the result.
package struct MessageSearch: Sendable, Hashable {
    package enum Order: Sendable, Hashable {
        case newest
        /// Best matches first, by the weight of the words.
        case best
    }

    package var words: SearchQuery?
    package var channels: Set<ChannelID>?
    package var author: UserID?
    package var since: Date?
    package var until: Date?
    /// The journal entry that results must precede.
    package var before: Int64?
    package var order = Order.newest
    package var limit = 20

    package init() {}
}

/// A page of search results.
package struct SearchPage: Sendable, Hashable {
    package var hits: [SearchHit]
    /// A Boolean value that indicates whether more messages match than the limit allows.
    package var hasMore: Bool

    /// The journal entry before which the next page starts; nil on the last page.
    package var next: Int64? { hasMore ? hits.last?.sequence : nil }
}

/// The newest matching version of a message.
package struct SearchHit: Sendable, Hashable {
    /// The change made to the message after this version.
    package enum LaterChange: String, Sendable, Hashable, Codable { case edited, deleted }

    /// The journal entry of this version.
    package var sequence: Int64
    package var message: MessageID
    package var channel: ChannelID
    package var clan: ClanID
    package var author: UserID
    package var authorName: String
    package var text: String
    package var at: Date
    /// A Boolean value that indicates whether this version is an edit of an earlier one.
    package var isEdit: Bool
    /// The later change; nil if this version is the current one.
    package var since: LaterChange?
}
