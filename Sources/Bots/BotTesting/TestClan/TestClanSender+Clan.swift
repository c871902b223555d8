import BotKit
import ChatModel
import MezonProtocol
import SwiftProtobuf

/// Reads of who is online and in the voice channels of a clan, and of its calendar, as the bot's account makes them.
extension TestClanSender {
    func voiceChannels(of clan: ClanID) -> ContextRead.Response {
        let request = ApiListChannelUsersRequest.with { $0.clanID = clan.rawValue }
        return read(.listChannelVoiceUsers, request) { (list: ApiVoiceChannelUserList) in
            .voiceChannels(list.voiceChannelUsers.map { VoiceChannelUsers(wire: $0) })
        }
    }

    func clanEvents(of clan: ClanID) -> ContextRead.Response {
        let request = ApiListEventsRequest.with { $0.clanID = clan.rawValue }
        return read(.listEvents, request) { (list: ApiEventList) in .clanEvents(list.events.map { ClanEvent(wire: $0) }) }
    }

    func onlineMembers(of clan: ClanID) -> ContextRead.Response {
        let request = ApiListClanUsersRequest.with { $0.clanID = clan.rawValue }
        return read(.listClanUsers, request) { (list: ApiClanUserList) in .users(list.onlineMembers) }
    }

    private func read<Response: SwiftProtobuf.Message>(
        _ rpc: RPC, _ request: some SwiftProtobuf.Message, _ answer: (Response) -> ContextRead.Response
    ) -> ContextRead.Response {
        do {
            return answer(try Response(serializedBytes: try call(rpc, request.wireBytes)))
        } catch {
            return .failed("\(error)")
        }
    }
}
