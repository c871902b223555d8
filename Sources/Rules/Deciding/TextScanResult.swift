import TextMatching

/// Something that is looked for in an event.
enum ScanKey: Hashable, Sendable, Comparable {
    /// A needle or a pattern in one reading of it, by the reading's place among those of the rules.
    case text(reading: Int, ScanTarget)
    /// Any link at all.
    case link
    /// Any file at all.
    case attachment
}

/// What was found in an event.
struct TextScanResult: Sendable {
    /// One for each reading of the rules.
    let hits: [TextHits]
    /// The links of its text; `nil` where nobody asked for them.
    var links: [Link]?
    var hasAttachments = false

    subscript(sought: ScanKey) -> TextMatch? {
        guard case .text(let reading, let probe) = sought, hits.indices.contains(reading) else { return nil }
        return hits[reading][probe]
    }

    var isEmpty: Bool { hits.allSatisfy(\.isEmpty) && (links ?? []).isEmpty && !hasAttachments }

    var sought: [ScanKey] {
        var sought = hits.enumerated().flatMap { reading, hits in hits.probes.map { ScanKey.text(reading: reading, $0) } }
        if let links, !links.isEmpty { sought.append(.link) }
        if hasAttachments { sought.append(.attachment) }
        return sought
    }
}
