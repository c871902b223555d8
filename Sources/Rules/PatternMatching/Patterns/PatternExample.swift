/// Makes a text that a pattern may match, without regard to its assertions.
struct PatternExample {
    /// Returns whether a character of a set occurs in texts.
    let occurs: (PatternTree.CharacterSet) -> Bool

    private static let maxLength = 500  // Characters.
    /// The characters to choose from, the most usual first.
    private static let usual =
        (Array("abcdefghijklmnopqrstuvwxyz0123456789 ".unicodeScalars) + (33...126).compactMap(Unicode.Scalar.init))
        .map(\.value)

    func text(of tree: PatternTree) -> String? {
        switch tree {
        case .sequence(let parts):
            var text = ""
            for part in parts {
                guard let next = self.text(of: part), text.count + next.count <= Self.maxLength else { return nil }
                text += next
            }
            return text
        case .alternatives(let parts): return parts.lazy.compactMap(text).first
        case .repetition(let part, let min, _):
            guard min > 0 else { return "" }
            guard let once = text(of: part), once.count * min <= Self.maxLength else { return nil }
            return String(repeating: once, count: min)
        case .character(let set):
            let value = Self.usual.first(where: set.contains) ?? set.ranges.first?.lowerBound
            guard let scalar = value.flatMap(Unicode.Scalar.init), occurs(.init([scalar.value...scalar.value])) else {
                return nil
            }
            return String(scalar)
        case .assertion: return ""
        }
    }
}
