extension Attachment {
    /// How the address begins of what is in the house and not yet uploaded; its hash follows.
    package static let shelfPrefix = "shelf:"

    /// The name under which the house keeps its bytes; nil for one that is somewhere else.
    package var shelved: String? { url.hasPrefix(Self.shelfPrefix) ? String(url.dropFirst(Self.shelfPrefix.count)) : nil }
}
