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

    var keys: [ScanKey] {
        var keys = hits.enumerated().flatMap { reading, hits in hits.probes.map { ScanKey.text(reading: reading, $0) } }
        if let links, !links.isEmpty { keys.append(.link) }
        if hasAttachments { keys.append(.attachment) }
        return keys
    }
}
