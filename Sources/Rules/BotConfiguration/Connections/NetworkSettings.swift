/// The settings of a network that reads them and its channels with the readers of this target.
package protocol NetworkSettings: Hashable, Sendable {
    /// The key of the network in a connection, such as `irc`.
    static var network: String { get }
    /// The network's name for messages and listings, such as `IRC`.
    static var title: String { get }
    /// One sentence that editors show beside the key.
    static var summary: StaticString { get }
    /// A Boolean value that indicates whether the network stores files.
    static var storesFiles: Bool { get }

    /// Reads the settings and adds the channels to the connection; returns nil and adds diagnostics if the settings are invalid.
    static func read(_ node: ConfigNode, _ connection: ConnectionReader) -> Self?
}

extension NetworkSettings {
    package static var storesFiles: Bool { false }

    package static var format: ConnectionFormat {
        ConnectionFormat(key: network, title: title, summary: summary, storesFiles: storesFiles) { node, connection in
            read(node, connection)
        }
    }
}

extension ConnectionSettings.Network {
    package init(_ settings: some NetworkSettings) {
        let type = type(of: settings)
        self.init(key: type.network, title: type.title, settings)
    }
}
