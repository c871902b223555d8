/// A part of a list, which knows whether there is more.
public struct Page<Element: Sendable>: Sendable {
    public let items: [Element]
    /// Where the list goes on; nil where it is at its end.
    public let next: Cursor?
}

extension Page: Equatable where Element: Equatable {}

/// A place in a list. It stays where it is while the list changes: what comes before it is not seen again, and nothing after it is
/// left out.
public struct Cursor: Hashable, Sendable, Codable {
    let position: Int64
}
