/// Which defined conditions are being expanded, one inside another.
struct DefinitionExpansion: Hashable, Sendable {
    private(set) var names: [String] = []
    private var count = 0

    static let deepest = 16  // Nobody follows more.
    /// A few definitions that use each other twice each would otherwise stand for millions of conditions.
    static let most = 500

    /// Whether there is room for another one inside.
    var isFull: Bool { names.count >= Self.deepest || count >= Self.most }

    mutating func enter(_ name: String) {
        names.append(name)
        count += 1
    }

    mutating func leave() {
        names.removeLast()
        if names.isEmpty { count = 0 }
    }
}
