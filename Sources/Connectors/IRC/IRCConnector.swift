import AsyncSupport
package import BotConfiguration
package import ChatModel
package import ConnectorKit
package import Delivery
import Foundation
import Logging
import MezonProtocol
import Storage

/// The connector for IRC networks.
///
/// Many IRC servers keep no history, and IRC has no edits: messages sent while the bot was offline are lost unless the server plays them
/// back. A send without an acknowledgement is repeated, so that a message may appear twice.
package final class IRCConnector: Connector, OrderedSender {
    private let settings: ConnectionSettings
    private let host: String
    private let client: IRCClient
    private let context: ConnectorContext
    private let ingestor: IRCIngestor
    private let channelNames: [ChannelID: String]

    private static let maxTagBytes = 256  // Bytes of a message id or an emoji; a longer one may not fit into the line.

    package let splitter: MessageSplitter? = nil
    package let showsAuthorProfiles = true  // The author's name precedes each line of a message that has to be cut.
    package let repetition = ResendMode.unverified
    /// The number of messages that fit into one burst, with the PING behind them.
    package let maxBatch: Int

    init(
        _ settings: ConnectionSettings, _ irc: IRCSettings, _ context: ConnectorContext,
        random: any RandomNumberGenerator & Sendable
    ) {
        self.settings = settings
        self.context = context
        host = irc.host
        maxBatch = min(32, max(1, irc.pace.burst - 1))
        channelNames = Dictionary(settings.channels.map { ($0.id, $0.name) }) { first, _ in first }
        let ingestor = IRCIngestor(connection: settings, context: context)
        self.ingestor = ingestor
        var logger = context.logger
        logger[metadataKey: "connection.name"] = "\(settings.name)"
        client = IRCClient(
            irc, time: context.time, random: random, logger: logger, lastKnown: { await ingestor.lastKnown(in: $0) },
            strictTransports: .kept(of: settings.name, in: context.store, logger))
    }

    package convenience init(_ connection: Connection<IRCSettings>) {
        self.init(connection.configured, connection.settings, connection.context, random: connection.random)
    }

    package func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.client.run() }
            while let events = await client.next() { try await ingestor.append(events) }
            group.cancelAll()
        }
    }

    package func sender(for channel: ChannelID) -> ChannelSender? { ChannelSender(self) }

    // Sender

    package func waitUntilConnected(to channel: ChannelID) async throws {
        guard let name = channelNames[channel] else { return }
        do {
            try await client.waitUntilJoined(name)
        } catch is IRCSendError {
            // The connector ended before the sender: its waiting deliveries are found at the next start.
            try await suspendUntilCancelled()
        }
    }

    package func conversation(with user: UserID) async throws -> Channel {
        throw SendError.refused(code: 404, "direct messages are not supported on IRC")
    }

    package func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        guard let name = channelNames[outboundRequest.channel.id] else {
            throw SendError.refused(code: 404, "the connection has no such channel")
        }
        switch outboundRequest.outgoing.request {
        case .send(let draft, let reference, _):
            return try await send(draft, answering: reference, in: name, of: outboundRequest)
        case .edit(_, let draft, _):
            // IRC has no edits: the correction is sent as a new message, marked as one.
            var draft = draft
            draft.content.prepend("✎ ")
            return SendResult(0, messages: try await send(draft, answering: nil, in: name, of: outboundRequest).messages)
        case .delete(let message, _):
            return try await perform(on: message, in: name, of: outboundRequest) { .remove(msgid: $0) }
        case .react(let emoji, let message, _):
            return try await perform(on: message, in: name, of: outboundRequest) { .react(emoji, msgid: $0) }
        case .unreact(let emoji, let message, _):
            return try await perform(on: message, in: name, of: outboundRequest) { .react(emoji, msgid: $0, isRemoval: true) }
        case .directMessage, .ephemeral, .pin, .thread, .clan, .member, .editReply, .withdraw, .relay, .web, .account, .call:
            throw SendError.refused(code: 421, "'\(outboundRequest.outgoing.request.kind)' is not supported on IRC")
        }
    }

    package func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        throw SendError.refused(code: 421, "history lookup is not supported on IRC")
    }

    package func send(_ outboundRequests: [OutboundRequest]) async throws -> [Result<SendResult, SendError>] {
        var outcomes: [Result<SendResult, SendError>] = Array(repeating: .failure(.notConnected), count: outboundRequests.count)
        guard let name = outboundRequests.first.flatMap({ channelNames[$0.channel.id] }) else { return outcomes }
        var messages: [(index: Int, message: IRCOutgoingMessage)] = []
        for (index, outboundRequest) in outboundRequests.enumerated() {
            guard case .send(let draft, let reference, _) = outboundRequest.outgoing.request else { continue }
            do {
                messages.append((index, try await encode(draft, replyingTo: reference, in: name, of: outboundRequest)))
            } catch let error as SendError {
                outcomes[index] = .failure(error)
            }
        }
        let answers = await client.send(messages.map(\.message), in: name)
        let names = answers.flatMap { (try? $0.get())?.compactMap(\.msgid) ?? [] }
        try await context.naming.prefetch(names, in: outboundRequests[0].channel.id)
        for ((index, _), answer) in zip(messages, answers) {
            do {
                outcomes[index] = .success(try await sent(answer, in: name, of: outboundRequests[index]))
            } catch let error as SendError {
                outcomes[index] = .failure(error)
            }
        }
        return outcomes
    }

    /// Encodes a draft for a channel.
    ///
    /// - Returns: The message; without lines if nothing is visible.
    private func encode(
        _ draft: Draft, replyingTo reference: Reference?, in name: String, of outboundRequest: OutboundRequest
    ) async throws -> IRCOutgoingMessage {
        var quoted: String?
        if let reference {
            let name = try await context.store.externalIDs.name(of: reference.message, in: outboundRequest.channel.id)
            quoted = name.flatMap { $0.utf8.count <= Self.maxTagBytes ? $0 : nil }
        }
        let encoder = IRCMessageEncoder(
            draft, as: outboundRequest.relayed?.face, answering: quoted == nil ? reference : nil,
            behind: outboundRequest.relayed?.headers ?? "")
        do {
            // A relayed message must not highlight users whose nick happens to occur in it.
            let lines = try encoder.lines(
                bytes: client.textBytes(in: name), sparing: outboundRequest.relayed == nil ? IRCNicks() : client.nicks(in: name))
            return IRCOutgoingMessage(lines, replyTo: quoted)
        } catch {
            throw SendError.refused(code: 417, "\(error)")
        }
    }

    private func send(_ draft: Draft, answering reference: Reference?, in name: String, of outboundRequest: OutboundRequest)
        async throws
        -> SendResult
    {
        let message = try await encode(draft, replyingTo: reference, in: name, of: outboundRequest)
        return try await sent(client.send([message], in: name)[0], in: name, of: outboundRequest)
    }

    /// Maps the acknowledged lines to message ids, one for each line.
    private func sent(_ answer: IRCClient.Answer, in name: String, of outboundRequest: OutboundRequest) async throws -> SendResult
    {
        let acknowledgements: [IRCAcknowledgement]
        do {
            acknowledgements = try answer.get()
        } catch {
            throw sendError(error, in: name)
        }
        var messages: [ExternalMessageID] = []
        for acknowledgement in acknowledgements {
            messages.append(
                ExternalMessageID(
                    try await context.naming.message(named: acknowledgement.msgid, in: outboundRequest.channel.id),
                    externalID: acknowledgement.msgid))
        }
        return SendResult(messages.first?.message ?? 0, messages: messages)
    }

    /// Performs an operation on a message by its id. A relayed operation that the network does not support is skipped, because its
    /// users would not see it. One that the application itself asks for is refused, so that it does not count as done.
    private func perform(
        on message: MessageID, in name: String, of outboundRequest: OutboundRequest,
        _ operation: (_ msgid: String) -> IRCOperation
    ) async throws -> SendResult {
        let unknown = SendError.refused(
            code: 421, "this network does not support '\(outboundRequest.outgoing.request.kind)' for this message")
        guard let msgid = try await context.store.externalIDs.name(of: message, in: outboundRequest.channel.id),
            msgid.utf8.count <= Self.maxTagBytes
        else {
            if outboundRequest.relayed == nil { throw unknown }
            return SendResult(0)
        }
        let operation = operation(msgid)
        if case .react(let emoji, _, _) = operation, emoji.utf8.count > Self.maxTagBytes { return SendResult(0) }
        do {
            try await client.perform(operation, in: name)
        } catch .unsupported {
            if outboundRequest.relayed == nil { throw unknown }
            return SendResult(0)
        } catch {
            throw sendError(error, in: name)
        }
        return SendResult(message)
    }

    private func sendError(_ error: IRCSendError, in name: String) -> SendError {
        switch error {
        case .notConnected, .notJoined: return .notConnected
        case .ambiguous(let reason): return .ambiguous(reason)
        case .refused(let code, let text):
            if case .joined? = client.status.channels[name] {} else { return .notConnected }
            return Self.temporaryRefusals.contains(code)
                ? .unavailable("\(text) (\(code))", retryAfter: nil)
                : .refused(code: Int(code) ?? 400, text)
        case .tooLong: return .refused(code: 417, "\(error)")
        case .unsupported: return .refused(code: 421, "\(error)")
        }
    }

    /// The numerics of temporary refusals: not in the channel, channel moderated, too many channels or too fast.
    private static let temporaryRefusals: Set<String> = ["403", "404", "437", "439", "442", "477", "480"]

    package var status: ConnectorStatus {
        let status = client.status
        let (text, isConnected): (String, Bool) =
            switch status.phase {
            case .idle: ("not started yet", false)
            case .connecting(let attempt, nil): ("connecting to \(host), attempt \(attempt)", false)
            case .connecting(let attempt, let failure?): ("connecting to \(host), attempt \(attempt): \(failure)", false)
            case .registered(let nick, _, _): ("connected to \(host) as \(nick)", true)
            case .waiting(let reason, _): (reason.hasPrefix(host) ? reason : "\(host): \(reason)", false)
            case .ended: ("stopped", false)
            }
        return ConnectorStatus(
            name: settings.name, network: settings.network.title, text: text, isConnected: isConnected,
            channels: settings.channels.map { .init($0.name, obstacle: status.channels[$0.name]?.obstacle) })
    }
}

extension IRCClient.StrictTransportStore {
    private static let key = "strict-transport"

    /// Stores policies in the connection's stored state.
    fileprivate static func kept(of connection: String, in store: Store, _ logger: Logger) -> Self {
        Self {
            do {
                let text = try await store.connectors.value(key, of: connection)
                return text.flatMap { try? JSONDecoder().decode(IRCStrictTransport.self, from: Data($0.utf8)) }
            } catch {
                logger.warning(
                    "Strict transport policy could not be read",
                    metadata: ["irc.error": "\(StorageErrorDescription.words(for: error))"]
                )
                return nil
            }
        } save: { policy in
            do {
                let text = try policy.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } ?? ""
                try await store.connectors.append(
                    [], reactions: [], storing: [ConnectorStateEntry(text, under: key, of: connection)])
            } catch {
                logger.warning(
                    "Strict transport policy could not be stored",
                    metadata: ["irc.error": "\(StorageErrorDescription.words(for: error))"]
                )
            }
        }
    }
}

extension IRCStatus.ChannelStatus {
    /// A readable reason why the channel is not joined; nil if it is.
    fileprivate var obstacle: String? {
        switch self {
        case .joined: nil
        case .outside: "not joined yet"
        case .joining: "joining"
        case .refused(let code, let text): "\(text) (\(code))"
        case .kicked(let by, let reason): "kicked by \(by)\(reason.isEmpty ? "" : ": \(reason)")"
        }
    }
}
