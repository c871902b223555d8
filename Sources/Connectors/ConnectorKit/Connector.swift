package import BotConfiguration
public import ChatModel

/// A connector to one kind of network besides Mezon: the format of its settings, a source of events and a sender of messages.
///
/// An instance is one connection of a configuration, under `connections` and the key that `network` names. A program registers the type:
///
///     await BotProgram.main(BotRegistry([]), connectors: [LineConnector.self])
public protocol Connector: Sendable {
    /// The settings of one connection.
    associatedtype Settings: Hashable & Sendable

    /// The key of the network in a connection, such as `irc`.
    static var network: String { get }
    /// The network's name for messages and listings, such as `IRC`.
    static var title: String { get }
    /// One sentence that editors show beside the key.
    static var summary: StaticString { get }

    /// Reads the settings of one connection; returns nil if they are invalid. The reader adds a diagnostic for each error.
    ///
    /// The keys that are read are the keys of the JSON schema: this is also called with a blank connection, to record them, and must then read
    /// every key.
    static func settings(_ reader: inout SettingsReader) -> Settings?

    /// Creates a connection. Nothing is opened before `run`.
    init(_ connection: Connection<Settings>)

    /// Runs until cancelled: keeps the connection open and hands its events to `Connection.receive`.
    func run() async throws

    /// The status of the connection, as `mezon-bot status`, `relay status` and `relay test` show it.
    var status: ConnectorStatus { get async }

    /// Returns the sender of messages to a channel; nil if the channel only receives.
    func sender(for channel: ChannelID) -> ChannelSender?

    /// Checks what settings refer to, for `mezon-bot doctor`, and changes nothing. It is called without a running connection.
    static func check(_ settings: Settings) async -> [ConnectorFinding]
}

extension Connector {
    /// Checks nothing.
    public static func check(_ settings: Settings) async -> [ConnectorFinding] { [] }

    /// The format of the network's connections.
    package static var format: ConnectionFormat {
        ConnectionFormat(
            key: network, title: title, summary: summary,
            storesFiles: (Settings.self as? any NetworkSettings.Type)?.storesFiles ?? false
        ) { node, connection in
            var reader = SettingsReader(node, "'\(network)'", connection)
            let settings = settings(&reader)
            return reader.finish() ? settings : nil
        }
    }
}

extension Connector where Settings: NetworkSettings {
    package static var network: String { Settings.network }
    package static var title: String { Settings.title }
    package static var summary: StaticString { Settings.summary }

    package static func settings(_ reader: inout SettingsReader) -> Settings? { reader.read(Settings.self) }
}

extension [any Connector.Type] {
    /// The formats of the connectors' connections.
    package var formats: [ConnectionFormat] { map { $0.format } }

    /// Returns the findings of the connector that has read a connection's settings.
    package func check(_ connection: ConnectionSettings) async -> [ConnectorFinding] {
        func check<Checking: Connector>(_ type: Checking.Type) async -> [ConnectorFinding] {
            guard type.network == connection.network.key, let settings = connection.network.settings as? Checking.Settings else {
                return []
            }
            return await type.check(settings)
        }
        var findings: [ConnectorFinding] = []
        for type in self { findings += await check(type) }
        return findings
    }
}

/// A connector to a network that stores files.
package protocol FileConnector: Connector {
    /// The file storage of the network.
    var files: any FileSource & FileHost { get }
}

/// The result of one check of a connection's settings, with a remedy if there is a problem.
public struct ConnectorFinding: Hashable, Sendable {
    package let isGood: Bool
    package let text: String
    package let advice: String?

    /// Returns a finding that something is as it should be.
    public static func good(_ text: String) -> Self { Self(isGood: true, text: text, advice: nil) }

    /// Returns a problem.
    public static func problem(_ text: String, advice: String? = nil) -> Self { Self(isGood: false, text: text, advice: advice) }
}
