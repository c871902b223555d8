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

    /// A hash of everything on which it depends where an entry is found, whatever their order.
    package var fingerprint: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a, 64 bits: to notice a change, not for security.
        for texts in [Set(items.map(\.text)).sorted(), Set(allowed.map(\.text)).sorted(), (fold?.list ?? []).sorted()] {
            for byte in texts.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}

extension ConfigNode {
    /// The texts of a list; one text is a list of one.
    fileprivate var list: [String] {
        if case .list(let items) = kind { items.compactMap(\.scalarText) } else { scalarText.map { [$0] } ?? [] }
    }
}
