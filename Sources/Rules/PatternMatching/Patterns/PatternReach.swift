/// Decides whether any text can match a pattern, from what may precede and follow each position.
struct PatternReach {
    /// The class of a character for `^`, `$` and `\b`.
    private struct Neighbours: OptionSet, Hashable {
        let rawValue: UInt8
        static let edge = Neighbours(rawValue: 1)
        static let word = Neighbours(rawValue: 2)
        static let newline = Neighbours(rawValue: 4)
        static let other = Neighbours(rawValue: 8)
        static let all: Neighbours = [.edge, .word, .newline, .other]
        static let characters: [Neighbours] = [.word, .newline, .other]
    }

    /// A position within a text: what precedes it, and what may follow.
    private struct Position: Hashable {
        var before: Neighbours
        var after: Neighbours
    }

    /// Returns whether a character of a set occurs in texts.
    let occurs: (PatternTree.CharacterSet) -> Bool
    /// The number of steps left. Nested repetitions multiply them; beyond the limit anything counts as possible.
    private var steps = 5000

    /// The positions in a text of which nothing is known.
    private static let anywhere = Set(
        [Neighbours.edge, .word, .newline, .other].map { Position(before: $0, after: .all) })

    private init(occurs: @escaping (PatternTree.CharacterSet) -> Bool) { self.occurs = occurs }

    /// Returns whether some text matches; a pattern may match anywhere in it.
    static func canMatch(_ tree: PatternTree, occurs: @escaping (PatternTree.CharacterSet) -> Bool) -> Bool {
        var reach = PatternReach(occurs: occurs)
        return !reach.advance(anywhere, over: tree).isEmpty
    }

    private mutating func advance(_ positions: Set<Position>, over tree: PatternTree) -> Set<Position> {
        guard !positions.isEmpty else { return [] }
        steps -= 1
        guard steps > 0 else { return Self.anywhere }
        switch tree {
        case .sequence(let parts):
            var current = positions
            for part in parts { current = advance(current, over: part) }
            return current
        case .alternatives(let parts):
            var sum: Set<Position> = []
            for part in parts { sum.formUnion(advance(positions, over: part)) }
            return sum
        case .repetition(let part, let min, let max): return repeated(part, min, max, from: positions)
        case .character(let set):
            guard occurs(set) else { return [] }
            let kinds = Neighbours.characters.filter { Self.characters($0).intersects(set) }
            return positions.reduce(into: []) { next, position in
                for kind in kinds where position.after.contains(kind) { next.insert(Position(before: kind, after: .all)) }
            }
        case .assertion(let assertion):
            return Set(positions.compactMap { Self.checked($0, assertion) })
        }
    }

    private mutating func repeated(_ part: PatternTree, _ min: Int, _ max: Int?, from positions: Set<Position>) -> Set<Position> {
        var current = positions
        // There are at most 60 positions: a longer chain repeats itself.
        for _ in 0..<Swift.min(min, 64) {
            current = advance(current, over: part)
            if current.isEmpty { return [] }
        }
        var all = current
        for _ in 0..<Swift.min((max ?? .max) - Swift.min(min, max ?? .max), 64) {
            let next = all.union(advance(current, over: part))
            if next == all { break }
            (all, current) = (next, next)
        }
        return all
    }

    private static func characters(_ kind: Neighbours) -> PatternTree.CharacterSet {
        switch kind {
        case .word: .word
        case .newline: .newline
        default: PatternTree.CharacterSet(PatternTree.CharacterSet.word.ranges + [10...10]).inverted
        }
    }

    /// Returns the position with what an assertion demands of its sides; `nil` if that is impossible.
    private static func checked(_ position: Position, _ assertion: PatternTree.Assertion) -> Position? {
        let after: Neighbours
        switch assertion {
        case .startOfText: after = position.before == .edge ? .all : []
        case .startOfLine: after = position.before == .edge || position.before == .newline ? .all : []
        case .endOfText: after = .edge
        case .endOfLine: after = [.edge, .newline]
        case .wordBoundary: after = position.before == .word ? [.edge, .newline, .other] : .word
        case .noWordBoundary: after = position.before == .word ? .word : [.edge, .newline, .other]
        }
        let both = position.after.intersection(after)
        return both.isEmpty ? nil : Position(before: position.before, after: both)
    }
}
