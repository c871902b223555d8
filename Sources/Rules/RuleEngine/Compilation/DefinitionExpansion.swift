/// The defined conditions being expanded, from the outermost to the innermost.
struct DefinitionExpansion {
    private final class Count {
        var value = 0
    }

    private(set) var names: [String] = []
    /// The uses within the outermost one, including those that are finished.
    private var uses = Count()

    static let maxDepth = 16  // Levels of nesting.
    /// The maximum number of uses in total. A few definitions that use each other twice would expand to millions of conditions.
    static let maxUses = 500

    /// A Boolean value that indicates whether a limit has been reached.
    var isFull: Bool { names.count >= Self.maxDepth || uses.value >= Self.maxUses }

    /// Returns the expansion within a further definition.
    func entering(_ name: String) -> DefinitionExpansion {
        var inner = self
        if names.isEmpty { inner.uses = Count() }
        inner.names.append(name)
        inner.uses.value += 1
        return inner
    }
}
