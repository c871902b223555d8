/// A channel to be created.
public struct NewChannel: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// The kind: text, voice, or another that a clan can have.
    public var kind: ChannelKind
    /// The category; zero for none.
    public var category: CategoryID
    /// A Boolean value that indicates whether only some members can read it.
    public var isPrivate: Bool

    /// Creates a channel to be created.
    public init(_ name: String, kind: ChannelKind = .text, category: CategoryID = 0, isPrivate: Bool = false) {
        self.name = name
        self.kind = kind
        self.category = category
        self.isPrivate = isPrivate
    }
}
