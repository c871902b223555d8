extension Attachment {
    /// The address prefix of a file that is stored locally and not yet uploaded; its hash follows.
    package static let localFilePrefix = "shelf:"

    /// The name of the locally stored file, or nil if the attachment is stored elsewhere.
    package var localFileName: String? {
        url.hasPrefix(Self.localFilePrefix) ? String(url.dropFirst(Self.localFilePrefix.count)) : nil
    }
}
