package import ChatModel

/// The middleware of a channel that this build's registry provides, with its options.
package struct AuthoredMiddlewareSetting: Hashable, Sendable {
    package var name: String
    /// The position of the name.
    package var position: SourcePosition
    /// The options as written: every scalar is a text.
    package var options: JSONValue
    private let node: ConfigNode?

    init(_ keyword: KeywordNode) {
        name = keyword.name
        position = keyword.position
        node = keyword.value
        options = keyword.value?.json ?? .null
    }

    /// Returns the position of an option, from the keys and list indices that lead to it.
    package func position(ofOption path: [String]) -> SourcePosition { node?.position(at: path) ?? position }
}

/// The names of the middleware that the configuration may use besides the built-in ones.
package struct MiddlewareNames: Hashable, Sendable {
    package var incoming: [String]
    package var outgoing: [String]

    package init(incoming: [String] = [], outgoing: [String] = []) {
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// Returns the names with those that a stored configuration uses, which another build may have written.
    func including(namesIn root: ConfigNode) -> MiddlewareNames {
        var all = self
        guard case .map(let channels)? = root.value("channels")?.kind else { return all }
        for channel in channels {
            all.incoming += Self.words(of: channel.value.value("incoming"))
            all.outgoing += Self.words(of: channel.value.value("outgoing"))
        }
        return all
    }

    private static func words(of node: ConfigNode?) -> [String] {
        guard case .list(let items)? = node?.kind else { return [] }
        return items.compactMap { item in
            switch item.kind {
            case .scalar(let text, _): text
            case .map(let entries): entries.first?.key
            case .list: nil
            }
        }
    }
}
