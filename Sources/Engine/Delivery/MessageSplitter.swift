package import ChatModel
import MezonProtocol

/// Splits a draft that is too long for one message, without splitting characters, mentions, links and emojis, and adjusts all ranges.
package struct MessageSplitter: Sendable {
    /// The maximum length in UTF-16 units of the content's complete JSON text (Documentation/Protocol.md §5).
    package let limit: Int

    package init(limit: Int = 4000) { self.limit = limit }

    /// Splits a draft, or returns it unchanged if it fits. Parts end after a line, otherwise after a word, otherwise between two
    /// characters, but not within a mention, link, emoji or channel that fits into one part. Markup is split with the text; attachments
    /// and embeds belong to the first part.
    package func parts(of draft: Draft) -> [Draft] {
        guard !fits(draft) else { return [draft] }
        let indivisible = IndivisibleRanges(of: draft)
        var parts: [Draft] = []
        var start = draft.content.text.startIndex
        while start < draft.content.text.endIndex {
            let end = cut(draft, from: start, isFirst: parts.isEmpty, around: indivisible)
            parts.append(part(of: draft, start..<end, isFirst: parts.isEmpty))
            start = end
        }
        return parts.isEmpty ? [draft] : parts
    }

    package func fits(_ draft: Draft) -> Bool {
        let content = draft.content
        // Accepts most messages without encoding their JSON: a byte of text takes at most six units.
        if content.extras.isEmpty, content.markup.isEmpty, content.text.utf8.count * 6 + 8 <= limit { return true }
        return ContentJSON.length(of: content) <= limit
    }

    /// The longest fitting end, moved back to the last line or word break in its second half.
    private func cut(
        _ draft: Draft, from start: String.Index, isFirst: Bool, around indivisible: IndivisibleRanges
    ) -> String.Index {
        let text = draft.content.text
        var ends: [String.Index] = []
        var end = start
        var units = 0
        while end < text.endIndex, units <= limit {
            let next = text.index(after: end)
            units += text.utf16.distance(from: end, to: next)
            end = next
            ends.append(end)
        }
        // The JSON grows with the text, so the longest fitting end is found by binary search.
        var fitting = 0
        var tooLong = ends.count
        while fitting < tooLong - 1 {
            let middle = (fitting + tooLong) / 2
            let fits = ContentJSON.length(of: part(of: draft, start..<ends[middle], isFirst: isFirst).content) <= limit
            if fits { fitting = middle } else { tooLong = middle }
        }
        guard fitting < ends.count - 1 || ends[fitting] < text.endIndex else { return ends[fitting] }
        let allowed = ends[...fitting].filter {
            !indivisible.isInside(text.utf16.distance(from: text.startIndex, to: $0))
        }
        let candidates = allowed.filter { $0 >= ends[fitting / 2] }
        return candidates.last { text[text.index(before: $0)].isNewline } ?? candidates.last {
            text[text.index(before: $0)].isWhitespace
        } ?? allowed.last ?? ends[fitting]
    }

    private func part(of draft: Draft, _ range: Range<String.Index>, isFirst: Bool) -> Draft {
        let text = draft.content.text
        let start = text.utf16.distance(from: text.startIndex, to: range.lowerBound)
        let end = text.utf16.distance(from: text.startIndex, to: range.upperBound)
        func clipped(_ range: TextRange) -> TextRange? {
            let clipped = TextRange(max(range.start, start), min(range.end, end))
            return clipped.start < clipped.end ? clipped.moved(by: -start) : nil
        }
        /// Half of a link leads elsewhere, and half of an emoji's name shows the emoji twice.
        func whole(_ range: TextRange) -> TextRange? {
            range.start >= start && range.end <= end ? clipped(range) : nil
        }
        let isLast = range.upperBound == text.endIndex
        let markup = draft.content.markup.compactMap { markup -> Markup? in
            // The preview of a link lies behind the text.
            let isBehind = isLast && markup.range == TextRange(end, end + 1)
            let range = isBehind ? markup.range.moved(by: -start) : (markup.isIndivisible ? whole : clipped)(markup.range)
            return range.map { Markup(markup.kind, $0, attributes: markup.attributes) }
        }
        let mentions = draft.mentions.compactMap { mention -> Mention? in
            // A user is notified once, by the part in which the mention starts.
            guard mention.range.start >= start, let range = clipped(mention.range) else { return nil }
            var mention = mention
            mention.range = range
            return mention
        }
        var extras = isFirst ? draft.content.extras : [:]
        for key in Content.rangedKeys {
            guard let items = draft.content.extras[key]?.array else { continue }
            let kept = items.compactMap { item -> JSONValue? in
                let fitted = IndivisibleRanges.keys.contains(key) ? whole : clipped
                guard var object = item.object, let range = item.range.flatMap(fitted) else { return nil }
                object["s"] = .integer(Int64(range.start))
                object["e"] = .integer(Int64(range.end))
                return .object(object)
            }
            extras[key] = kept.isEmpty ? nil : .array(kept)
        }
        var part = Draft(
            Content(String(text[range]), markup: markup, extras: extras), mentions: mentions,
            attachments: isFirst ? draft.attachments : [])
        // A header within the text is not a header at the start of a part.
        if !isFirst { part.prepend(headers: "") }
        return part
    }
}

/// The parts of a text within which it is not split.
private struct IndivisibleRanges {
    static let keys: Set = ["ej", "hg", "lk", "vk", "lky"]

    /// The ranges without overlaps, in order.
    private var ranges: [TextRange] = []

    init(of draft: Draft) {
        let marked = draft.content.markup.filter(\.isIndivisible).map(\.range)
        let keyed = Self.keys.sorted().flatMap { (draft.content.extras[$0]?.array ?? []).compactMap(\.range) }
        for range in (marked + keyed + draft.mentions.map(\.range)).sorted(by: { $0.start < $1.start })
        where range.start < range.end {
            if let last = ranges.last, range.start < last.end {
                ranges[ranges.count - 1].end = max(last.end, range.end)
            } else {
                ranges.append(range)
            }
        }
    }

    /// Returns whether a position lies within a range, not at its start or end.
    func isInside(_ position: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].end <= position { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].start < position
    }
}

extension Markup {
    /// A Boolean value that indicates whether half of the range means something else: a link, or code whose backquotes belong to it.
    fileprivate var isIndivisible: Bool { kind.hasPrefix("lk") || ["vk", "s", "t"].contains(kind) }
}
