import ChatModel

/// Classifies the URL of an attachment.
package enum AttachmentURL {
    /// Returns a Boolean value that indicates whether the URL is publicly readable.
    package static func isWeb(_ address: String) -> Bool {
        let scheme = address.prefix(8).lowercased()
        return scheme.hasPrefix("https://") || scheme.hasPrefix("http://")
    }

    /// Returns a Boolean value that indicates whether only Matrix clients with an account can read the file.
    static func isMatrix(_ address: String) -> Bool { address.prefix(6).lowercased() == "mxc://" }

    /// Returns a Boolean value that indicates whether the file is stored only in the application's own store.
    static func isLocal(_ address: String) -> Bool { address.hasPrefix(Attachment.localFilePrefix) }
}
