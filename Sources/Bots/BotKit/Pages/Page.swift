/// A part of a list, with the position of the next part.
public struct Page<Element: Sendable>: Sendable {
    /// The items of the page.
    public let items: [Element]
    /// The position of the next page; nil at the end of the list.
    public let next: Cursor?
}

extension Page: Equatable where Element: Equatable {}

/// A position in a list. It stays valid while the list changes: items before it are not returned again, and none after it is left
/// out.
public struct Cursor: Hashable, Sendable, Codable {
    let position: Int64
}
