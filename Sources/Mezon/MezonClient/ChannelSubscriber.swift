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

    private let maxTries = 6  // Some ten seconds of retries.

    /// Joins all clans and channels and returns their lists.
    ///
    /// - Parameter joins: returns the subscriptions after the lists were read, because events may have added some meanwhile.
    /// - Throws: `SocketError`, and the errors of `rpc`; the connection is unusable then.
    func joinAll(subscriptions: @Sendable () -> ChannelSubscriptions) async throws -> ReadySnapshot {
        let clans = try await clans()
        // Clan 0 stands for direct messages and groups.
        try await join(clans.map(\.id) + [0], ChannelSubscriptions.request)
        var channels: [Channel] = []
        for clan in clans {
            channels += try await self.channels(in: clan.id, kind: .text)
        }
        channels += try await self.channels(in: 0, kind: .direct)
        try await join(subscriptions().needed(among: channels), ChannelSubscriptions.request)
        return ReadySnapshot(me: me, clans: clans, channels: channels)
    }

    /// Joins a clan that the bot was added to and returns it with its visible channels.
    ///
    /// - Throws: `SocketError`, and the errors of `rpc`.
    func joinClan(_ clan: ClanID, subscriptions: @Sendable () -> ChannelSubscriptions) async throws -> (Clan, [Channel]) {
        try await join([clan], ChannelSubscriptions.request)
        let listed = try await retrying { try await clans() }
        let channels = try await channels(in: clan, kind: .text)
        try await join(subscriptions().needed(among: channels).filter { $0.clan == clan }, ChannelSubscriptions.request)
        return (listed.first { $0.id == clan } ?? Clan(id: clan, name: ""), channels)
    }

    private func clans() async throws -> [Clan] {
        try await list(.listClanDescs, ApiListClanDescRequest(), ApiClanDescList.self).clandesc.map(Clan.init(wire:))
    }

    /// Lists the channels of a clan. If the list is refused, the clan has no channels for the bot; any other failure ends the attempt.
    private func channels(in clan: ClanID, kind: ChannelKind) async throws -> [Channel] {
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
            guard case .refused = error else { throw error }
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
    private func retrying<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        try await withRetries(maxTries, time: time, if: { ($0 as? SocketError)?.mayPass == true }) { try await ask() }
    }

    /// Joins many clans or channels, a few hundred at a time. A refused join is logged as a warning.
    private func join<Place: Sendable>(_ places: [Place], _ request: @escaping @Sendable (Place) -> RtEnvelope) async throws {
        for start in stride(from: 0, to: places.count, by: 256) {
            try await withThrowingTaskGroup { group in
                for place in places[start..<min(start + 256, places.count)] {
                    group.addTask {
                        do {
                            _ = try await retrying { try await connection.reply(to: request(place)).envelope() }
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
    fileprivate var mayPass: Bool {
        guard case .refused(let code, _) = self else { return false }
        return [4, 8, 10, 13, 14, 429, 500, 502, 503, 504].contains(code)
    }
}
