import BotConfiguration
import ChatModel

/// Parses a template segment by segment, and reports errors at their positions.
struct TemplateParser {
    private(set) var hasFailed = false
    private let node: ConfigNode
    private let scalars: [Unicode.Scalar]
    private let compilation: CompilationContext
    private var index = 0

    init(_ node: ConfigNode, _ text: String, _ compilation: CompilationContext) {
        self.node = node
        self.compilation = compilation
        scalars = Array(text.unicodeScalars)
    }

    mutating func next() -> TemplateSegment? {
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
                fail("template-syntax", "'{{' has no matching '}}'", open..<(open + 2), "close it with '}}'")
                index = scalars.count
                return nil
            }
            index = close + 2
            if let part = value((open + 2)..<close) { return part }
        }
        return nil
    }

    private mutating func value(_ range: Range<Int>) -> TemplateSegment? {
        let parts = split(range)
        guard let first = parts.first else { return nil }
        let name = text(first)
        guard let path = TemplatePath(name) else {
            fail(
                "template-path", "'\(name)' is not a value", first, TemplatePathHint.hint(name))
            return nil
        }
        var filters: [TemplateFilter] = []
        var kind = path.kind
        if case .header(let header, let key) = path {
            guard compilation.knows(header: header, at: position(first)),
                compilation.knows(key: key, of: header, at: position(first))
            else {
                hasFailed = true
                return nil
            }
            if compilation.headerRules.kind(of: key, in: header) == .tuple { kind = .list }
        }
        for part in parts.dropFirst() {
            guard let filter = filter(part) else { continue }
            check(filter, after: filters, on: kind, name, part)
            kind = filter.resultKind(kind)
            filters.append(filter)
        }
        if case .matchGroup(let key) = path, !compilation.isOnLadder, !compilation.rule.captures.keys.contains(key) {
            fail("template-path", "no pattern of this rule has the group '\(key)'", first, groupHint(key))
            return nil
        }
        let hasDefault = filters.contains { if case .default = $0 { true } else { false } }
        if !hasDefault, let absence = absence(of: path, name) {
            fail("template-path", "'\(name)' is \(absence.why)", first, absence.hint)
        }
        return .value(path, filters)
    }

    /// Returns the reason why a value would always be empty, with a suggestion; `nil` if it can be present.
    private func absence(of path: TemplatePath, _ name: String) -> (why: String, hint: String)? {
        let withDefault = "write \(name) | default: none"
        if let needed = path.requiredMatch, !compilation.detailKinds.contains(needed) {
            return (
                "always empty: no condition of this rule finds a\(needed.word)",
                "look for a\(needed.word) in 'when', or \(withDefault)"
            )
        }
        if case .matchGroup(let key) = path, !compilation.certainGroups.contains(key) {
            return ("not found in every message that the condition matches", withDefault)
        }
        if path.needsLadder, !compilation.isOnLadder { return ("only available in a ladder's own actions", withDefault) }
        let without = path.triggersWithout(compilation.triggers, hasFixedChannel: compilation.hasFixedChannel)
        guard !without.isEmpty else { return nil }
        // A value that some of the triggers provide may be replaced for the others.
        let hint =
            without.count < compilation.triggers.count ? withDefault : path.substitute(for: name, at: compilation.triggers)
        return ("not available with the trigger \(without.map(\.rawValue).joined(separator: " or "))", hint)
    }

    /// Returns the group that is meant by an unknown name, or the groups that exist.
    private func groupHint(_ key: String) -> String {
        let keys = compilation.rule.captures.keys
        if keys.isEmpty { return "name a part of the pattern: matches: '(?P<\(key)>…)'" }
        if let nearest = Spelling.nearest(to: key, among: keys) { return "did you mean 'match.groups.\(nearest)'?" }
        return "write \(keys.prefix(8).map { "match.groups.\($0)" }.joined(separator: " or "))"
    }

    private mutating func check(
        _ filter: TemplateFilter, after filters: [TemplateFilter], on kind: TemplateValue.Kind, _ name: String, _ part: Range<Int>
    ) {
        if let takes = filter.acceptedKinds, !takes.contains(kind) {
            let kinds = takes.map(\.rawValue).sorted().joined(separator: " or a ")
            fail("template-filter", "'\(text(part))' needs a \(kinds), but '\(name)' is a \(kind.rawValue) here", part)
        }
        if case .choice(let choice) = filter, kind == .number, let condition = choice.incomparable {
            fail(
                "template-filter", "'\(condition)' is not a comparison of numbers", part,
                "write \(Comparison.Kind.number.examples)")
        }
        if let last = filters.last(where: \.isTerminal) {
            guard case .default = filter else {
                return fail("template-filter", "only 'default' may follow '\(last)'", part)
            }
        }
        if filter == .raw {
            compilation.diagnostics.warning(
                "raw-text", "user text is inserted here with active links", at: position(part),
                suggestion: "remove 'raw' unless the authors are trusted")
        }
    }

    private mutating func filter(_ range: Range<Int>) -> TemplateFilter? {
        let colon = range.first { scalars[$0] == ":" }
        let name = text(trimmed(range.lowerBound..<(colon ?? range.upperBound)))
        guard TemplateFilter.names.contains(name) else {
            if let call = TemplatePathHint.filter(name) {
                fail("template-filter", "'\(name)' is not a filter: arguments follow a colon", range, "write \(call)")
                return nil
            }
            fail(
                "template-filter", "'\(name)' is not a filter; known filters: \(TemplateFilter.names.joined(separator: ", "))",
                range,
                Spelling.nearest(to: name, among: TemplateFilter.names).map { "did you mean '\($0)'?" })
            return nil
        }
        let argument = colon.map { text(trimmed(($0 + 1)..<range.upperBound)) }
        guard let filter = TemplateFilter(name, argument: argument) else {
            let example = TemplateFilter.examples[name].map { "write \($0)" } ?? "write \(name) alone"
            fail("template-filter", "invalid use of the filter in '\(text(range))'", range, example)
            return nil
        }
        return filter
    }

    /// Returns the offset of the next double brace.
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
        var quote: Unicode.Scalar?
        for offset in range {
            let scalar = scalars[offset]
            if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "\"" || scalar == "'", isArgument(offset, from: start) {
                quote = scalar
            } else if quote == nil, scalar == "|" {
                parts.append(trimmed(start..<offset))
                start = offset + 1
            }
        }
        return parts + [trimmed(start..<range.upperBound)]
    }

    /// Returns whether a quotation mark begins an argument. An apostrophe inside a word does not.
    private func isArgument(_ offset: Int, from start: Int) -> Bool {
        let before = scalars[start..<offset].last { $0 != " " }
        return before == ":" || before == ","
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        guard let first = range.first(where: { scalars[$0] != " " }), let last = range.last(where: { scalars[$0] != " " }) else {
            return range.lowerBound..<range.lowerBound
        }
        return first..<(last + 1)
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    private func position(_ range: Range<Int>) -> SourcePosition {
        node.position(ofScalarAt: range.lowerBound, length: max(1, range.count))
    }

    private mutating func fail(_ code: String, _ message: String, _ range: Range<Int>, _ suggestion: String? = nil) {
        hasFailed = true
        compilation.diagnostics.error(code, message, at: position(range), suggestion: suggestion)
    }
}

extension MatchDetails.Kinds {
    /// The name of the kind in messages, preceded by the rest of its article.
    fileprivate var word: String {
        switch self {
        case .text: " text"
        case .links: " link"
        case .attachments: "n attachment"
        case .count: " number"
        default: " message"
        }
    }
}
