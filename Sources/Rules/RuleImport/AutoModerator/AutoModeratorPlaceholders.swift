/// The placeholders of AutoModerator's texts.
enum AutoModeratorPlaceholders {
    /// The values that correspond to placeholders, or the words in their place.
    private static let values: [String: String] = [
        "author": "{{ author.name }}", "body": "{{ message.text }}", "title": "{{ message.text }}",
        "permalink": "{{ message | link }}", "url": "{{ message | link }}", "link": "{{ message | link }}",
        "subreddit": "{{ clan.name }}", "kind": "message", "match": found, "domain": "{{ match.links[0].domain | default: … }}",
    ]

    private static let maxLength = 64
    private static let found = "{{ match.text | default: … }}"

    /// Returns a template, and the placeholders that have no counterpart.
    static func translated(_ text: String) -> (text: String, unknown: [String]) {
        var result = ""
        var unknown: [String] = []
        var rest = text.trimmingSpace
        while let open = rest.firstRange(of: "{{") {
            result += rest[..<open.lowerBound]
            rest = rest[open.upperBound...]
            guard let close = rest.prefix(maxLength).firstRange(of: "}}") else {
                result += "{ {"
                continue
            }
            let name = rest[..<close.lowerBound].filter { !$0.isWhitespace }.lowercased()
            rest = rest[close.upperBound...]
            if let value = value(of: name) {
                // The names of users and clans are not addresses here.
                if name == "author" { result.removeSuffix(of: ["/u/", "u/"]) }
                if name == "subreddit" { result.removeSuffix(of: ["/r/", "r/"]) }
                result += value
            } else {
                unknown.append(name)
                result += "…"
            }
        }
        return (result + rest, unknown)
    }

    /// Returns a text without placeholders, for titles and reasons.
    static func removed(_ text: String) -> String {
        let bare = text.prefix(2000).replacing(/\[?\{\{[^}]*\}\}\]?/, with: "").replacing("{{", with: "").replacing(
            "}}", with: "")
        let words = bare.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(words.reversed().drop { " -:([,".contains($0) }.reversed().prefix(100))
    }

    private static func value(of name: String) -> String? {
        if let value = values[name] { return value }
        // `match-1` and `match-title` are what was found; `match-2` is the first group of a pattern.
        guard name.hasPrefix("match-") else { return nil }
        let part = name.dropFirst(6)
        if let number = Int(part), (2...20).contains(number) { return "{{ match.groups.\(number - 1) | default: … }}" }
        return part == "1" || !part.isEmpty && part.allSatisfy { $0.isLetter || $0 == "+" || $0 == "_" } ? found : nil
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmingSpace: Substring {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
        return self[start..<max(start, end)]
    }

    /// Removes the first of some texts with which the text ends.
    fileprivate mutating func removeSuffix(of texts: [String]) {
        if let suffix = texts.first(where: hasSuffix) { removeLast(suffix.count) }
    }
}
