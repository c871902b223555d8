import AsyncSupport
import ChatModel
import Logging
import MezonProtocol
import SwiftProtobuf

/// Prepares an open connection: reads the lists of clans and channels and joins them (Documentation/Protocol.md §1.5).
struct ChannelSubscriber: Sendable {
    let connection: WebSocketConnection
    let me: UserID
    let rpc: @Sendable (RPC, [UInt8]) async throws -> [UInt8]
    let time: any TimeSource
    let logger: Logger

    private let maxTries = 6  // About ten seconds of retries.

    /// Joins all clans and channels and returns their lists.
    ///
    /// - Parameter subscriptions: Returns the subscriptions after the lists were read, because events may have added some meanwhile.
    /// - Throws: `SocketError`, and the errors of `rpc`; the connection is unusable then.
    func joinAll(subscriptions: @Sendable () -> ChannelSubscriptions) async throws -> ReadySnapshot {
        let clans = try await clans()
        // Clan 0 stands for direct messages and groups.
        try await join(clans.map(\.id) + [0], ChannelSubscriptions.request)
        var channels: [Channel] = []
        for clan in clans {
            channels += try await self.channels(in: clan.id, kind: .text) { _ in true }
        }
        channels += try await self.channels(in: 0, kind: .direct) { _ in true }
        try await join(subscriptions().needed(among: channels), ChannelSubscriptions.request)
        return ReadySnapshot(me: me, clans: clans, channels: channels)
    }

    /// Joins a clan that the bot was added to and returns it with its visible channels.
    ///
    /// - Throws: `SocketError`, and the errors of `rpc`; see `isTemporary`.
    func joinClan(_ clan: ClanID, subscriptions: @Sendable () -> ChannelSubscriptions) async throws -> (Clan, [Channel]) {
        try await join([clan], ChannelSubscriptions.request)
        let listed = try await retrying { try await clans() }
        let channels = try await channels(in: clan, kind: .text) { !$0.isTemporary }
        try await join(subscriptions().needed(among: channels).filter { $0.clan == clan }, ChannelSubscriptions.request)
        return (listed.first { $0.id == clan } ?? Clan(id: clan, name: ""), channels)
    }

    private func clans() async throws -> [Clan] {
        try await list(.listClanDescs, ApiListClanDescRequest(), ApiClanDescList.self).clandesc.map(Clan.init(wire:))
    }

    /// A Boolean value that indicates whether another attempt to join a clan over the same connection may succeed.
    static func isTemporary(_ error: any Error) -> Bool {
        switch error {
        case let error as SocketError: error.isTemporary || error.isAmbiguous
        case let error as SessionError: error.isTemporary
        default: false
        }
    }

    /// Lists the channels of a clan. After a final refusal the clan has no channels for the bot; any other failure ends the attempt.
    ///
    /// - Parameter isFinal: Whether a refusal is final, once it has been retried.
    private func channels(
        in clan: ClanID, kind: ChannelKind, isFinal: (SocketError) -> Bool
    ) async throws -> [Channel] {
        let request = ApiListChannelDescsRequest.with {
            $0.clanID = clan.rawValue
            $0.channelType = kind.rawValue
        }
        do {
            // A clan without channels has no history gaps either, so a temporary failure must not look like an empty list.
            let channels = try await retrying { try await list(.listChannelDescs, request, ApiChannelDescList.self) }
            return channels.channeldesc.map { wire in
                var channel = Channel(wire: wire)
                if channel.clan.isNone { channel.clan = clan }
                if !Snowflake.isPlausible(channel.lastMessage, at: time.now) { channel.lastMessage = 0 }
                return channel
            }
        } catch let error as SocketError {
            guard case .refused = error, isFinal(error) else { throw error }
            logger.warning("Channels could not be listed", metadata: ["clan.id": "\(clan)", "socket.error": "\(error)"])
            return []
        }
    }

    private func list<Response: SwiftProtobuf.Message>(
        _ rpc: RPC, _ request: some SwiftProtobuf.Message, _ type: Response.Type
    ) async throws -> Response {
        let bytes = try await self.rpc(rpc, request.wireBytes)
        guard let response = try? Response(received: bytes) else {
            throw SocketError.unexpectedReply("\(bytes.count) bytes that do not decode as \(Response.protoMessageName)")
        }
        return response
    }

    /// Retries requests that are refused temporarily.
    private func retrying<Value>(_ operation: () async throws -> Value) async throws -> Value {
        try await withRetries(maxTries, time: time, if: { ($0 as? SocketError)?.isTemporary == true }) { try await operation() }
    }

    /// Joins many clans or channels, a few hundred at a time. A refused join is logged as a warning.
    private func join<Target: Sendable>(_ targets: [Target], _ request: @escaping @Sendable (Target) -> RtEnvelope) async throws {
        for start in stride(from: 0, to: targets.count, by: 256) {
            try await withThrowingTaskGroup { group in
                for target in targets[start..<min(start + 256, targets.count)] {
                    group.addTask {
                        do {
                            _ = try await retrying { try await connection.reply(to: request(target)).envelope() }
                        } catch let error as SocketError {
                            guard case .refused = error else { throw error }
                            logger.warning("Channel join rejected", metadata: ["socket.error": "\(error)"])
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}

extension SocketError {
    /// A Boolean value that indicates whether the refusal is temporary: gRPC's deadline exceeded, resource exhausted, aborted, internal and
    /// unavailable, and their HTTP equivalents.
    fileprivate var isTemporary: Bool {
        guard case .refused(let code, _) = self else { return false }
        return [4, 8, 10, 13, 14, 429, 500, 502, 503, 504].contains(code)
    }
}
