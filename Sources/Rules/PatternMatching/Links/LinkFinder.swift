package import ChatModel

/// Finds the links in a message's text and markup, in time linear in the text.
package struct LinkFinder {
    private let original: String
    private let cells: [LinkText.Cell]
    private var links: [FoundLink] = []
    private var index = 0

    /// The maximum number of links found in a message.
    package static let maxLinks = 50

    package static func links(in text: String) -> [FoundLink] { links(in: Content(text)) }

    /// Returns the links in the order of their positions in the text.
    package static func links(in content: Content) -> [FoundLink] {
        var finder = LinkFinder(content.text)
        finder.run()
        for markup in content.markup.lazy.filter({ $0.kind == "lk" }).prefix(maxLinks) { finder.take(markup) }
        return Array(finder.links.sorted { $0.range.start < $1.range.start }.prefix(maxLinks))
    }

    private init(_ text: String) {
        original = text
        cells = LinkText(text).cells
    }

    private mutating func run() {
        while index < cells.count, links.count < Self.maxLinks {
            guard LinkText.isHostCharacter(cells[index].scalar) else {
                index += 1
                continue
            }
            let start = index
            while index < cells.count, LinkText.isHostCharacter(cells[index].scalar) { index += 1 }
            if let slashes = slashes(at: index) {
                readAddress(start..<index, after: slashes)
            } else {
                readHost(start..<index)
            }
        }
    }

    /// Returns the index after `://`, if it begins here. Like browsers, it accepts a backslash for a slash.
    private func slashes(at start: Int) -> Int? {
        guard scalar(start) == ":", isSlash(start + 1), isSlash(start + 2) else { return nil }
        return start + 3
    }

    private func isSlash(_ index: Int) -> Bool { scalar(index) == "/" || scalar(index) == "\\" }

    private func scalar(_ index: Int) -> Unicode.Scalar? { cells.indices.contains(index) ? cells[index].scalar : nil }

    private func text(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(cells[range].map(\.scalar)))
    }

    /// Reads an address with a scheme. Any host is accepted.
    private mutating func readAddress(_ word: Range<Int>, after slashes: Int) {
        let (scheme, length) = Self.scheme(text(word).lowercased())
        var end = slashes
        while end < cells.count, !Self.endsAddress(cells[end].scalar), !Self.endsAuthority(cells[end].scalar),
            !"()".unicodeScalars.contains(cells[end].scalar)
        { end += 1 }
        index = end
        let authority = text(slashes..<end).split(separator: "@", omittingEmptySubsequences: false)
        guard let last = authority.last, let host = DomainName(last.prefix { $0 != ":" }) else { return }
        let user = authority.dropLast().first?.prefix { $0 != ":" }
        let named = user.flatMap { $0.contains(".") ? DomainName($0) : nil }
        add(start: word.upperBound - length, hostEnd: end, scheme, host, shown: named)
    }

    /// Returns the scheme that a word ends with, and its length there.
    private static func scheme(_ word: String) -> (String, Int) {
        for (written, scheme) in [("https", "https"), ("http", "http"), ("hxxps", "https"), ("hxxp", "http")] {
            if word.hasSuffix(written) { return (scheme, written.unicodeScalars.count) }
        }
        let scheme = word.split(separator: ".").last.map(String.init) ?? word
        return (scheme, scheme.unicodeScalars.count)
    }

    /// Reads a word that may be a host without a scheme.
    private mutating func readHost(_ word: Range<Int>) {
        // Skip both sides of an e-mail address.
        if scalar(word.upperBound) == "@" || scalar(word.lowerBound - 1) == "@" { return }
        var start = word.lowerBound
        var end = word.upperBound
        while start < end, scalar(end - 1).map({ ".-_".unicodeScalars.contains($0) }) == true { end -= 1 }
        // Text before an ellipsis is not part of the host.
        for position in start..<end where scalar(position) == "." && scalar(position + 1) == "." { start = position + 2 }
        while start < end, scalar(start).map({ ".-_".unicodeScalars.contains($0) }) == true { start += 1 }
        guard let dot = cells[start..<max(start, end)].lastIndex(where: { $0.scalar == "." }),
            TopLevelDomains.mayBe(text((dot + 1)..<end)), let host = DomainName(text(start..<end)), isLikely(host, start..<end)
        else { return }
        var hostEnd = end
        if scalar(end) == ":", scalar(end + 1).map({ ("0"..."9").contains($0) }) == true {
            hostEnd += 1
            while scalar(hostEnd).map({ ("0"..."9").contains($0) }) == true { hostEnd += 1 }
        }
        add(start: start, hostEnd: hostEnd, nil, host, shown: nil)
    }

    private func isLikely(_ host: DomainName, _ range: Range<Int>) -> Bool {
        let hasPath = isSlash(range.upperBound) && scalar(range.upperBound + 1).map { !Self.endsAddress($0) } == true
        guard let topLevel = host.topLevel else {
            return hasPath && host.labels.count == 4 && host.labels.allSatisfy { UInt8($0) != nil }
        }
        if TopLevelDomains.isUnambiguous(topLevel) || KnownLinks.isKnown(host) { return true }
        let isSpelled = cells[range].contains(where: \.isSpelled)
        let isNamed = text(range).lowercased().hasPrefix("www.")
        return TopLevelDomains.isAmbiguous(topLevel) && (hasPath || isNamed) && !isSpelled
    }

    private mutating func add(start: Int, hostEnd: Int, _ scheme: String?, _ host: DomainName, shown: DomainName?) {
        var end = hostEnd
        if end < cells.count, Self.endsAuthority(cells[end].scalar) {
            while end < cells.count, !Self.endsAddress(cells[end].scalar) { end += 1 }
            end = trimmed(hostEnd..<end)
        }
        index = max(index, end)
        let range = TextRange(cells[start].range.start, cells[max(start, end - 1)].range.end)
        var link = FoundLink(
            range: range, text: TextMatch(range.start..<range.end, of: original, []).text, scheme: scheme, host: host,
            path: text(hostEnd..<end),
            shown: shown)
        if let label = label(before: start) {
            links.removeAll { $0.range.start >= cells[label.lowerBound].range.start }
            link.shown = Self.host(of: text(label)) ?? shown
        }
        links.append(link)
    }

    /// Returns the end of a path without the punctuation of the surrounding sentence. Brackets opened in the path are part of it.
    private func trimmed(_ path: Range<Int>) -> Int {
        var end = path.upperBound
        var unopened = cells[path].reduce(0) { $0 + ($1.scalar == ")" ? 1 : $1.scalar == "(" ? -1 : 0) }
        while end > path.lowerBound {
            let last = cells[end - 1].scalar
            guard last == ")" ? unopened > 0 : ".,!?;:'*_~…’”»".unicodeScalars.contains(last) else { break }
            if last == ")" { unopened -= 1 }
            end -= 1
        }
        return end
    }

    private static let maxLabelLength = 200

    /// Returns the label of `[label](` before a link.
    private func label(before start: Int) -> Range<Int>? {
        guard scalar(start - 1) == "(", scalar(start - 2) == "]" else { return nil }
        var open = start - 3
        while open >= 0, start - open < Self.maxLabelLength {
            if cells[open].scalar == "[" { return open + 1 < start - 2 ? (open + 1)..<(start - 2) : nil }
            open -= 1
        }
        return nil
    }

    private static func host(of label: String) -> DomainName? {
        var finder = LinkFinder(label)
        finder.run()
        return finder.links.first?.host
    }

    /// Adds a link that Mezon's markup declares, regardless of its top-level domain. The destination may be given in the
    /// attributes.
    private mutating func take(_ markup: Markup) {
        guard links.count < Self.maxLinks, let slice = markup.range.slice(of: original).map(String.init) else { return }
        let target = ["url", "href", "link"].lazy.compactMap { markup.attributes[$0]?.string }.first
        let known = links.firstIndex { $0.range.start < markup.range.end && markup.range.start < $0.range.end }
        guard let target else {
            if known == nil, let link = Self.bare(slice, markup.range) { links.append(link) }
            return
        }
        var finder = LinkFinder(target)
        finder.run()
        guard var link = finder.links.first ?? Self.bare(target, markup.range) else { return }
        link.shown = known.map { links[$0].host } ?? Self.host(of: slice)
        link.range = markup.range
        link.text = slice
        if let known { links[known] = link } else { links.append(link) }
    }

    /// Returns a link from a text that is known to be one, regardless of its top-level domain.
    private static func bare(_ text: String, _ range: TextRange) -> FoundLink? {
        guard let host = DomainName(text.prefix { !"/?#:".contains($0) }) else { return nil }
        return FoundLink(
            range: range, text: text, scheme: nil, host: host, path: String(text.drop { !"/?#".contains($0) }), shown: nil)
    }

    private static func endsAuthority(_ scalar: Unicode.Scalar) -> Bool { "/\\?#".unicodeScalars.contains(scalar) }

    private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
        "<>\"`|^{}[]，；「」『』《》".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
    }
}
