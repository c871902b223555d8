/// The parts of a content that refer to ranges of its text.
extension Content {
    /// The keys, besides `mk`, whose items refer to a range as `{ s, e, … }` (Documentation/Protocol.md §3.1): emojis, channels, links
    /// and voice channels, and with older clients code blocks, bold text and YouTube links.
    package static let rangedKeys = ["ej", "hg", "lk", "vk", "pre", "bm", "lky"]
}

extension JSONValue {
    /// The range `{ s, e, … }` of an item; nil if it has none, or one that no text can have.
    package var range: TextRange? {
        guard let start = object?["s"]?.integer, let end = object?["e"]?.integer, 0 <= start, start <= end, end <= Int32.max
        else {
            return nil
        }
        return TextRange(Int(start), Int(end))
    }

    /// Returns an item with its range moved by a distance.
    package func moved(by distance: Int) -> JSONValue {
        guard var fields = object else { return self }
        for key in ["s", "e"] {
            guard let (moved, isBeyond) = fields[key]?.integer?.addingReportingOverflow(Int64(distance)), !isBeyond else {
                continue
            }
            fields[key] = .integer(moved)
        }
        return .object(fields)
    }

    func begins(behind length: Int) -> Bool { object?["s"]?.integer.map { $0 >= Int64(length) } ?? false }
}
