import ChatModel
import MezonClient
import MezonProtocol
import SwiftProtobuf

/// The clans and channels that the server lists.
extension ClanReader {
    /// - Throws: `SessionError`.
    func clans() async throws -> [(clan: Clan, owner: UserID)] {
        let list = try await call(.listClanDescs, ApiListClanDescRequest(), as: ApiClanDescList.self)
        return list.clandesc.map { (Clan(wire: $0), UserID($0.creatorID)) }
    }

    /// The visible channels of a clan, without threads.
    ///
    /// - Throws: `SessionError`.
    func channels(of clan: ClanID) async throws -> [Channel] {
        let request = ApiListChannelDescsRequest.with {
            $0.clanID = clan.rawValue
            $0.channelType = ChannelKind.text.rawValue
        }
        return try await call(.listChannelDescs, request, as: ApiChannelDescList.self).channeldesc.map { wire in
            var channel = Channel(wire: wire)
            if channel.clan.isNone { channel.clan = clan }
            return channel
        }
    }

    /// A channel or thread; `nil` if the server has no such channel for the bot, or does not describe single channels.
    ///
    /// - Throws: `SessionError`.
    func channel(_ id: ChannelID) async throws -> Channel? {
        let request = ApiListChannelDetailRequest.with { $0.channelID = id.rawValue }
        do {
            let wire = try await call(.listChannelDetail, request, as: ApiChannelDescription.self)
            return wire.channelID == id.rawValue ? Channel(wire: wire) : nil
        } catch let error as SessionError where error.isWithoutChannel {
            return nil
        }
    }

    private func call<Response: SwiftProtobuf.Message>(
        _ rpc: RPC, _ request: some SwiftProtobuf.Message, as response: Response.Type
    ) async throws -> Response {
        try await rateLimiter.wait()
        return try await client.call(rpc, request, as: response)
    }
}

extension SessionError {
    /// A Boolean value that indicates whether the server refuses the call for good: not found, permission denied and unimplemented,
    /// as gRPC or HTTP codes.
    var isWithoutChannel: Bool {
        guard case .callRefused(_, let status, let code, _) = self else { return false }
        return [5, 7, 12].contains(code) || code == 0 && [403, 404, 501].contains(status)
    }
}
