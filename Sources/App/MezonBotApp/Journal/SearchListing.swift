package import ChatModel
package import Foundation
import Moderation
package import Storage

/// A search result, as lines for users or JSON objects for scripts.
package struct SearchListing: Sendable {
    private let labels: [ChannelID: String]
    private let zone: TimeZone

    package init(labels: [ChannelID: String], in zone: TimeZone) {
        self.labels = labels
        self.zone = zone
    }

    /// One line, for example `#12 2026-01-07 17:21:03 +07:00 general An: hello there [edited later]`.
    package func human(_ hit: SearchHit) -> String {
        let label = labels[hit.channel] ?? ""
        let place = label.isEmpty ? "\(hit.channel)" : label.terminalLine
        let name = hit.authorName.isEmpty ? "\(hit.author)" : hit.authorName.terminalLine
        let marks = [hit.isEdit ? "an edit" : nil, hit.since.map { $0 == .edited ? "edited later" : "deleted" }].compactMap(
            \.self)
        return "#\(hit.sequence) \(hit.at.stamp(in: zone)) \(place) \(name): \(hit.text.terminalLine)"
            + (marks.isEmpty ? "" : " [\(marks.joined(separator: ", "))]")
    }

    /// One JSON object with the complete text.
    package func json(_ hit: SearchHit) throws -> String { try JSONText.text(Object(hit, label: labels[hit.channel] ?? "")) }

    /// One JSON object after the last hit, which states whether there are more and the entry that they precede.
    package func json(endOf page: SearchPage) throws -> String {
        try JSONText.text(End(hasMore: page.hasMore, before: page.next))
    }

    private struct End: Encodable {
        let hasMore: Bool
        let before: Int64?
    }

    private struct Object: Encodable {
        let sequence: Int64
        let message: MessageID
        let channel: ChannelID
        let label: String
        let clan: ClanID
        let author: UserID
        let name: String
        let text: String
        let at: Date
        let isEdit: Bool
        let since: SearchHit.LaterChange?
        let link: String

        init(_ hit: SearchHit, label: String) {
            sequence = hit.sequence
            message = hit.message
            channel = hit.channel
            self.label = label
            clan = hit.clan
            author = hit.author
            name = hit.authorName
            text = hit.text
            at = hit.at
            isEdit = hit.isEdit
            since = hit.since
            link = hit.message.address(in: hit.channel, of: hit.clan)
        }
    }
}
