/// The capture groups of a pattern, numbered from 1 in the order of their opening parentheses.
package struct CaptureGroups: Hashable, Sendable {
    package struct Group: Hashable, Sendable {
        package var name: String?
        /// A Boolean value that indicates whether every match of the pattern contains the group.
        package var isCertain = true
    }

    package private(set) var groups: [Group] = []

    /// The number of groups that can be read; RE2 numbers more.
    package static let maximum = 32

    /// Reads the groups of a pattern that has been compiled, so that its parentheses are known to match.
    init(_ pattern: String) {
        let scalars = Array(pattern.unicodeScalars)
        var open: [Level] = [Level()]
        var index = 0
        func follows(_ text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }
        while index < scalars.count {
            switch scalars[index] {
            case "\\": index += 1
            case "[": index = Self.end(ofClassAt: index, in: scalars)
            case "|": open[open.count - 1].hasAlternatives = true
            case "(":
                let start = groups.count
                if follows("(?P<") || follows("(?<") {
                    let name = scalars[index...].drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
                    groups.append(Group(name: String(String.UnicodeScalarView(name))))
                } else if !follows("(?") {
                    groups.append(Group())
                }
                open.append(Level(isCapturing: groups.count > start, first: start))
            case ")" where open.count > 1:
                let level = open.removeLast()
                let isOptional = index + 1 < scalars.count && Self.allowsNone(scalars[(index + 1)...])
                mark(
                    from: isOptional || !level.isCapturing ? level.first : level.first + 1,
                    if: level.hasAlternatives || isOptional)
            default: break
            }
            index += 1
        }
        mark(from: 0, if: open[0].hasAlternatives)
    }

    /// A level of parentheses; the lowest is the whole pattern.
    private struct Level {
        var isCapturing = false
        var first = 0
        var hasAlternatives = false
    }

    private mutating func mark(from first: Int, if isOptional: Bool) {
        guard isOptional else { return }
        for index in groups.indices where index >= first { groups[index].isCertain = false }
    }

    /// Returns whether a repetition that follows a group permits none of it.
    private static func allowsNone(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let sign = scalars.first else { return false }
        return sign == "?" || sign == "*" || sign == "{" && scalars.dropFirst().first == "0"
    }

    /// Returns the index of the bracket that closes a class.
    private static func end(ofClassAt start: Int, in scalars: [Unicode.Scalar]) -> Int {
        var index = start + 1
        if index < scalars.count, scalars[index] == "^" { index += 1 }
        if index < scalars.count, scalars[index] == "]" { index += 1 }
        while index < scalars.count, scalars[index] != "]" {
            if scalars[index] == "\\" {
                index += 1
            } else if scalars[index] == "[", index + 1 < scalars.count, scalars[index + 1] == ":" {
                index = scalars[index...].firstIndex(of: "]") ?? scalars.count
            }
            index += 1
        }
        return index
    }

    /// Returns the number of a group by its name or number; `nil` if there is none.
    package func number(of key: String) -> Int? {
        let readable = groups.prefix(Self.maximum)
        guard let index = Int(key).map({ $0 &- 1 }) ?? readable.firstIndex(where: { $0.name == key }) else { return nil }
        return readable.indices.contains(index) ? index + 1 : nil
    }

    /// The names and numbers by which the groups can be read.
    package var keys: [String] {
        let readable = groups.prefix(Self.maximum)
        return readable.indices.map { "\($0 + 1)" } + readable.compactMap(\.name)
    }

    /// The names and numbers of the groups that every match contains.
    package var certainKeys: Set<String> {
        let certain = groups.prefix(Self.maximum).enumerated().filter(\.element.isCertain)
        return Set(certain.map { "\($0.offset + 1)" } + certain.compactMap(\.element.name))
    }
}
