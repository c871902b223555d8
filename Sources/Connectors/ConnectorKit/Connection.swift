import AsyncSupport
package import BotConfiguration
import ChatModel
public import Logging

/// One connection of a configuration, handed to its connector: the settings, the channels, and the way into the journal.
public struct Connection<Settings: Hashable & Sendable>: Sendable {
    /// The settings that the connector has read.
    public let settings: Settings
    package let configured: ConnectionSettings
    package let context: ConnectorContext
    package let random: any RandomNumberGenerator & Sendable
    private let gate = AsyncGate()

    package init(
        _ configured: ConnectionSettings, _ settings: Settings, _ context: ConnectorContext,
        random: any RandomNumberGenerator & Sendable
    ) {
        self.configured = configured
        self.settings = settings
        self.context = context
        self.random = random
    }

    /// The name of the connection in the configuration.
    public var name: String { configured.name }

    /// The names of the channels in the network, in the order of the configuration.
    public var channels: [String] { configured.channels.map(\.name) }

    /// The application's log.
    public var logger: Logger {
        var logger = context.logger
        logger[metadataKey: "connection.name"] = "\(name)"
        return logger
    }

    /// Waits, for example before another attempt to connect. Tests advance this clock.
    public func sleep(for duration: Duration) async throws { try await context.time.sleep(for: duration) }

    /// Appends events to the journal and returns once they are durable.
    ///
    /// An event with an id is appended once, also if it is received again. Events of channels that are not configured are ignored. The
    /// connector leaves out the bot's own messages.
    ///
    /// - Throws: The errors of the store; the events are then to be received again.
    public func receive(_ events: [ConnectorEvent]) async throws {
        let channels = Dictionary(configured.channels.map { ($0.name, $0.id) }) { first, _ in first }
        let ingestor = ConnectorIngestor(name: name, channels: channels, context: context)
        try await ingestor.append(events)
    }

    /// Returns the status of the connection.
    ///
    /// - Parameters:
    ///   - text: A readable state, such as `connected to irc.libera.chat`.
    ///   - obstacles: The reasons why channels do not work, by their names in the network.
    public func status(_ text: String, isConnected: Bool, obstacles: [String: String] = [:]) -> ConnectorStatus {
        ConnectorStatus(
            name: name, network: configured.network.title, text: text, isConnected: isConnected,
            channels: configured.channels.map { .init($0.name, obstacle: obstacles[$0.name]) })
    }

    /// Lets messages be sent, once there is a connection. Before that they wait.
    public func resumeSending() { gate.open() }

    /// Keeps messages waiting, after a connection was lost.
    public func pauseSending() { gate.close() }

    /// Returns a sender for the channels of the connection.
    ///
    /// Messages of one channel are sent one after another. An edit is sent as a new message behind `✎`; relayed deletions and reactions are
    /// left out, and refused if the bot itself asks for them.
    ///
    /// - Parameters:
    ///   - longest: The maximum length of a message in UTF-16 units, above which it is split; nil if the connector sends any length.
    ///   - recognizesRepeats: A Boolean value that indicates whether the network ignores a message whose `OutgoingMessage.id` it has seen.
    ///     Otherwise a message without an acknowledgement is repeated and may appear twice.
    ///   - send: Sends a message and returns once the network has accepted it, with the network's id of the message if it has one. Throws
    ///     `ConnectorError`; any other error counts as `ConnectorError.unconfirmed`.
    public func sender(
        longest: Int? = nil, recognizesRepeats: Bool = false,
        send: @escaping @Sendable (OutgoingMessage) async throws -> String?
    ) -> ChannelSender {
        ChannelSender(
            ConnectorSender(
                connection: configured, context: context, longest: longest, recognizesRepeats: recognizesRepeats, gate: gate,
                send: send))
    }
}

/// An event of a network.
public struct ConnectorEvent: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case message(String, id: String?, replyTo: String?, isAutomatic: Bool)
        case removal(id: String)
    }

    let kind: Kind
    let channel: String
    let author: ConnectorUser

    /// Returns a message.
    ///
    /// - Parameters:
    ///   - text: The text; the part above 16,000 UTF-16 units is cut off.
    ///   - id: The network's id of the message, unique in its channel; nil if it has none.
    ///   - channel: The name of the channel in the network.
    ///   - replyTo: The id of the message that this one answers.
    ///   - isAutomatic: A Boolean value that indicates whether a program wrote the message, which bots do not answer.
    public static func message(
        _ text: String, id: String?, in channel: String, by author: ConnectorUser, replyTo: String? = nil,
        isAutomatic: Bool = false
    ) -> Self {
        Self(kind: .message(text, id: id, replyTo: replyTo, isAutomatic: isAutomatic), channel: channel, author: author)
    }

    /// Returns the removal of a message, which is ignored if the message is unknown.
    public static func removal(of id: String, in channel: String, by author: ConnectorUser) -> Self {
        Self(kind: .removal(id: id), channel: channel, author: author)
    }
}

/// A user of a network.
public struct ConnectorUser: Hashable, Sendable {
    let id: String
    let name: String

    /// Creates a user.
    ///
    /// - Parameter id: The name by which the network identifies the user; the displayed name if it has no other.
    public init(id: String? = nil, name: String) {
        self.id = id ?? name
        self.name = name
    }
}
