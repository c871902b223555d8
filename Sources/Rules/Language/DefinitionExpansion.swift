/// The defined conditions being expanded, from the outermost to the innermost.
struct DefinitionExpansion: Hashable, Sendable {
    private(set) var names: [String] = []
    private var count = 0

    static let maxDepth = 16  // Levels of nesting.
    /// The maximum number of uses in total. A few definitions that use each other twice would expand to millions of conditions.
    static let maxUses = 500

    /// A Boolean value that indicates whether a limit has been reached.
    var isFull: Bool { names.count >= Self.maxDepth || count >= Self.maxUses }

    mutating func enter(_ name: String) {
        names.append(name)
        count += 1
    }

    mutating func leave() {
        names.removeLast()
        if names.isEmpty { count = 0 }
    }
}
