/// The text that replaces a match: `$1` and `${name}` stand for capture groups, `$$` for a dollar sign.
struct ReplacementText: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case group(Int)
    }

    let parts: [Part]

    init(literal text: String) { parts = [.text(text)] }

    /// Parses a text with references to the groups of a pattern.
    init(_ text: String, groups: CaptureGroups) throws(ReplacementError) {
        let scalars = Array(text.unicodeScalars)
        var parts: [Part] = []
        var literal = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            guard scalars[index] == "$" else {
                literal.append(scalars[index])
                index += 1
                continue
            }
            let start = index
            index += 1
            if index < scalars.count, scalars[index] == "$" {
                literal.append("$")
                index += 1
                continue
            }
            let key: String
            if index < scalars.count, scalars[index] == "{", let end = scalars[index...].firstIndex(of: "}") {
                key = String(String.UnicodeScalarView(scalars[(index + 1)..<end]))
                index = end + 1
            } else {
                let digits = scalars[index...].prefix { ("0"..."9").contains($0) }
                key = String(String.UnicodeScalarView(digits))
                index += digits.count
            }
            guard let number = groups.number(of: key) else {
                throw ReplacementError(key: key, offset: start, length: max(1, index - start))
            }
            parts.append(.text(String(literal)))
            parts.append(.group(number))
            literal = String.UnicodeScalarView()
        }
        self.parts = parts + [.text(String(literal))]
    }

    /// Returns the text for a match.
    ///
    /// - Parameter group: Returns the text of a capture group.
    func filled(_ group: (Int) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .group(let number): group(number)
            }
        }.joined()
    }
}
