import PatternMatching

/// A search target in an event.
enum ScanKey: Hashable, Sendable, Comparable {
    /// A needle or pattern in one of the texts read, by the text's index among those of the rules.
    case text(reading: Int, ScanTarget)
    /// Any link.
    case link
    /// Any attachment.
    case attachment
}

/// The matches found in an event.
struct TextScanResult: Sendable {
    /// The hits for each text read.
    let hits: [TextHits]
    /// The links of the text; `nil` if no rule uses them.
    var links: [FoundLink]?
    var hasAttachments = false

    subscript(key: ScanKey) -> TextMatch? {
        guard case .text(let reading, let probe) = key, hits.indices.contains(reading) else { return nil }
        return hits[reading][probe]
    }

    var isEmpty: Bool { hits.allSatisfy(\.isEmpty) && (links ?? []).isEmpty && !hasAttachments }

    /// Calls a closure with the key of each match, in no particular order.
    func forEachKey(_ body: (ScanKey) -> Void) {
        for reading in hits.indices { hits[reading].forEachTarget { body(.text(reading: reading, $0)) } }
        if let links, !links.isEmpty { body(.link) }
        if hasAttachments { body(.attachment) }
    }
}
