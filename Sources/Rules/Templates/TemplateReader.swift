import BotConfig

/// Reads a template piece by piece, and complains at the place of each mistake.
struct TemplateReader {
    private(set) var hasFailed = false
    private let node: ConfigNode
    private let scalars: [Unicode.Scalar]
    private let compilation: Compilation
    private var index = 0

    init(_ node: ConfigNode, _ text: String, _ compilation: Compilation) {
        self.node = node
        self.compilation = compilation
        scalars = Array(text.unicodeScalars)
    }

    mutating func next() -> TemplatePiece? {
        while index < scalars.count {
            let start = index
            guard let open = pair("{", from: index) else {
                index = scalars.count
                return .text(text(start..<scalars.count))
            }
            if open > start {
                index = open
                return .text(text(start..<open))
            }
            guard let close = pair("}", from: open + 2) else {
                fail("template-syntax", "a '{{' without its '}}'", open..<(open + 2))
                index = scalars.count
                return nil
            }
            index = close + 2
            if let part = value((open + 2)..<close) { return part }
        }
        return nil
    }

    private mutating func value(_ range: Range<Int>) -> TemplatePiece? {
        let parts = split(range)
        guard let first = parts.first else { return nil }
        let name = text(first)
        guard let path = TemplatePath(rawValue: name) else {
            let known = TemplatePath.allCases.map(\.rawValue)
            fail(
                "template-path", "'\(name)' is not a value; there are \(known.joined(separator: ", "))", first,
                Spelling.nearest(to: name, among: known).map { "did you mean '\($0)'?" })
            return nil
        }
        let filters = parts.dropFirst().compactMap { filter($0) }
        let hasDefault = filters.contains { if case .default = $0 { true } else { false } }
        if path == .matchText, !compilation.findsText, !hasDefault {
            fail("template-path", "'match.text' is always empty: no condition of this rule finds a text", first)
        }
        return .value(path, filters)
    }

    private mutating func filter(_ range: Range<Int>) -> TemplateFilter? {
        let colon = range.first { scalars[$0] == ":" }
        let name = text(trimmed(range.lowerBound..<(colon ?? range.upperBound)))
        guard TemplateFilter.names.contains(name) else {
            fail(
                "template-filter", "'\(name)' is not a filter; there are \(TemplateFilter.names.joined(separator: ", "))", range,
                Spelling.nearest(to: name, among: TemplateFilter.names).map { "did you mean '\($0)'?" })
            return nil
        }
        let argument = colon.map { text(trimmed(($0 + 1)..<range.upperBound)) }
        guard let filter = TemplateFilter(name, argument: argument) else {
            fail(
                "template-filter", "'\(text(range))' is not how this filter is used", range,
                ["truncate": "write truncate: 40", "default": "write default: text"][name])
            return nil
        }
        return filter
    }

    /// The offset of two of a brace in a row.
    private func pair(_ brace: Unicode.Scalar, from start: Int) -> Int? {
        var offset = start
        while offset + 1 < scalars.count {
            if scalars[offset] == brace, scalars[offset + 1] == brace { return offset }
            offset += 1
        }
        return nil
    }

    private func split(_ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        for offset in range where scalars[offset] == "|" {
            parts.append(trimmed(start..<offset))
            start = offset + 1
        }
        return parts + [trimmed(start..<range.upperBound)]
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        guard let first = range.first(where: { scalars[$0] != " " }), let last = range.last(where: { scalars[$0] != " " }) else {
            return range.lowerBound..<range.lowerBound
        }
        return first..<(last + 1)
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    private mutating func fail(_ code: String, _ message: String, _ range: Range<Int>, _ suggestion: String? = nil) {
        hasFailed = true
        let place = node.place(ofScalarAt: range.lowerBound, length: max(1, range.count))
        compilation.findings.error(code, message, at: place, suggestion: suggestion)
    }
}
