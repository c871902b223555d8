extension Attachment {
    /// The address prefix of a file that is stored locally and not yet uploaded; its hash follows.
    package static let shelfPrefix = "shelf:"

    /// The name of the locally stored file, or nil if the attachment is stored elsewhere.
    package var shelved: String? { url.hasPrefix(Self.shelfPrefix) ? String(url.dropFirst(Self.shelfPrefix.count)) : nil }
}
