import ChatModel

/// The configuration format of a network.
package struct ConnectionFormat: Sendable {
    /// The key of the network in a connection, such as `irc`.
    let key: String
    /// The network's name for messages and listings, such as `IRC`.
    let title: String
    /// One sentence that editors show beside the key.
    let summary: StaticString
    /// A Boolean value that indicates whether the network stores files.
    let storesFiles: Bool
    /// Reads the network's settings and adds the channels to the connection; returns nil and adds diagnostics if the settings are invalid.
    let read: @Sendable (ConfigNode, ConnectionReader) -> (any Hashable & Sendable)?

    package init(
        key: String, title: String, summary: StaticString, storesFiles: Bool,
        read: @escaping @Sendable (ConfigNode, ConnectionReader) -> (any Hashable & Sendable)?
    ) {
        self.key = key
        self.title = title
        self.summary = summary
        self.storesFiles = storesFiles
        self.read = read
    }

    /// The networks whose channels are more than a text, so that stored revisions cannot be read without their formats.
    package static let builtIn = [IRCSettings.format, MatrixSettings.format, MezonSettings.format, WebhookSettings.format]

    /// Returns the format for a network of a stored revision that this build does not have: only its channels are read.
    static func unknown(_ key: String) -> ConnectionFormat {
        ConnectionFormat(key: key, title: key, summary: "", storesFiles: true) { _, connection in
            for entry in connection.entries {
                guard case .scalar(let channel, _) = entry.value.kind else { continue }
                connection.add(entry, connection.register(entry, as: channel), named: channel)
            }
            return key
        }
    }
}
