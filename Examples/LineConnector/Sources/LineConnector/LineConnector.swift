import ConnectorKit
import NIOCore
import NIOPosix

/// The connector for line servers.
///
/// The server plays nothing back: messages sent while the bot was offline are lost. The bot's own messages are not lost and not shown twice,
/// because the server recognizes a delivery.
public actor LineConnector: Connector {
    private typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>
    private typealias Acknowledgement = AsyncThrowingStream<String, any Error>

    private enum Phase {
        case waiting(reason: String)
        case connected(NIOAsyncChannelOutboundWriter<ByteBuffer>)
    }

    public static let network = "line"
    public static let title = "line"
    public static let summary: StaticString = "A line server."

    private static let pause = Duration.seconds(5)  // Between two attempts to connect.
    private static let patience = Duration.seconds(20)  // For an acknowledgement.

    private let connection: Connection<LineSettings>
    private var phase = Phase.waiting(reason: "not started yet")
    /// The deliveries that wait for an acknowledgement.
    private var deliveries: [String: Acknowledgement.Continuation] = [:]

    public init(_ connection: Connection<LineSettings>) { self.connection = connection }

    public static func settings(_ reader: inout SettingsReader) -> LineSettings? { LineSettings(&reader) }

    public static func check(_ settings: LineSettings) async -> [ConnectorFinding] {
        let server = "\(settings.host):\(settings.port)"
        do {
            let socket = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connectTimeout(.seconds(5))
                .connect(host: settings.host, port: settings.port).get()
            try await socket.close()
            return [.good("\(server) accepts connections")]
        } catch {
            return [.problem("\(server) does not accept connections: \(error)", advice: "start the server, or correct 'line'")]
        }
    }

    // Receiving

    public func run() async throws {
        while true {
            do {
                try await talk()
                leave("closed by the server")
            } catch {
                leave("\(error)")
                try Task.checkCancellation()
            }
            connection.logger.warning("Line server disconnected", metadata: ["line.state": "\(stateText)"])
            try await connection.sleep(for: Self.pause)
        }
    }

    private func talk() async throws {
        let settings = connection.settings
        let socket = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: settings.host, port: settings.port) { channel in
                channel.eventLoop.makeCompletedFuture { try Socket(wrappingChannelSynchronously: channel) }
            }
        try await socket.executeThenClose { inbound, outbound in
            let password = settings.password.map { " " + $0.reveal() } ?? ""
            let joins = connection.channels.map { "JOIN \($0)\n" }.joined()
            try await outbound.write(ByteBuffer(string: "HELLO \(settings.nick)\(password)\n\(joins)"))
            phase = .connected(outbound)
            connection.resumeSending()
            var buffer = LineBuffer()
            for try await bytes in inbound {
                let events = try buffer.take(bytes.readableBytesView).compactMap(Line.init).compactMap(event)
                // Nothing more is read from the server until these are durable.
                try await connection.receive(events)
            }
        }
    }

    /// Returns the event of a line; nil for an acknowledgement, which its delivery waits for.
    private func event(_ line: Line) -> ConnectorEvent? {
        switch line {
        case .message(let channel, let id, let nick, let text):
            return .message(text, id: id, in: channel, by: ConnectorUser(name: nick))
        case .removal(let channel, let id, let nick): return .removal(of: id, in: channel, by: ConnectorUser(name: nick))
        case .accepted(let delivery, let id): settle(delivery, .success(id))
        case .refused(let delivery, let reason): settle(delivery, .failure(ConnectorError.refused(reason)))
        }
        return nil
    }

    private func leave(_ reason: String) {
        connection.pauseSending()
        phase = .waiting(reason: reason)
        for delivery in deliveries.keys { settle(delivery, .failure(ConnectorError.unconfirmed(reason))) }
    }

    // Sending

    public nonisolated func sender(for channel: ChannelID) -> ChannelSender? {
        connection.sender(longest: 2000, recognizesRepeats: true) { try await self.send($0) }
    }

    /// Sends a message and returns its id once the server has acknowledged it.
    private func send(_ message: OutgoingMessage) async throws -> String? {
        guard case .connected(let outbound) = phase else { throw ConnectorError.notConnected }
        let text = Line.escaped((message.author.map { "\($0): " } ?? "") + message.text)
        let (ids, delivery) = Acknowledgement.makeStream(bufferingPolicy: .bufferingOldest(1))
        deliveries[message.id] = delivery
        defer { deliveries[message.id] = nil }
        try await outbound.write(ByteBuffer(string: "SAY \(message.channel) \(message.id) \(text)\n"))
        return try await withThrowingTaskGroup(of: String?.self) { [connection] group in
            group.addTask { try await ids.first { _ in true } }
            group.addTask {
                try await connection.sleep(for: Self.patience)
                throw ConnectorError.unconfirmed("no acknowledgement within \(Self.patience)")
            }
            defer { group.cancelAll() }
            guard let id = try await group.next() ?? nil else { throw CancellationError() }
            return id
        }
    }

    private func settle(_ delivery: String, _ result: Result<String, any Error>) {
        if case .success(let id) = result { deliveries[delivery]?.yield(id) }
        if case .failure(let error) = result { deliveries[delivery]?.finish(throwing: error) }
    }

    // Status

    public var status: ConnectorStatus {
        if case .connected = phase { return connection.status(stateText, isConnected: true) }
        return connection.status(stateText, isConnected: false)
    }

    private var stateText: String {
        let server = "\(connection.settings.host):\(connection.settings.port)"
        return switch phase {
        case .waiting(let reason): "\(server): \(reason)"
        case .connected: "connected to \(server) as \(connection.settings.nick)"
        }
    }
}
