import BotKit
import MezonModel

/// What the address of an attachment tells.
enum AttachmentURL {
    /// Whether everybody can follow to it.
    static func isWeb(_ address: String) -> Bool {
        let scheme = address.prefix(8).lowercased()
        return scheme.hasPrefix("https://") || scheme.hasPrefix("http://")
    }

    /// Whether only programs of Matrix with an account can read it.
    static func isMatrix(_ address: String) -> Bool { address.prefix(6).lowercased() == "mxc://" }

    /// Whether it lies in the house and nowhere else.
    static func isShelved(_ address: String) -> Bool { address.hasPrefix(Attachment.shelfPrefix) }
}
