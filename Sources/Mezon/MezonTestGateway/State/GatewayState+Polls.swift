import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Creates a poll as a message of the caller. Votes are not implemented.
    mutating func createPoll(
        _ wire: ApiCreatePollRequest, by caller: Caller, at now: Date
    ) throws(GatewayRequestError) -> GatewayReply<ApiCreatePollResponse> {
        let poll = Poll(
            wire.question, wire.answers, hours: Int(wire.expireHours), allowsMultipleAnswers: wire.type == 1)
        if let problem = Draft(poll: poll).kindProblem { throw GatewayRequestError.invalid(problem) }
        let channel = rooms[ChannelID(wire.channelID)]?.channel
        guard channel?.clan.rawValue == wire.clanID else { throw GatewayRequestError.invalid("the channel is not in this clan") }
        let id = nextID(at: now)
        var content = Draft(poll: poll).content
        content.extras["expire_hours"] = nil
        content.extras["poll_id"] = .string("\(id)")
        content.extras["answer_counts"] = .array(poll.answers.map { _ in 0 })
        content.extras["total_votes"] = 0
        content.extras["is_closed"] = false
        content.extras["expire_at"] = .integer(Int64(now.timeIntervalSince1970) + Int64(poll.hours) * 3600)
        let message = RtChannelMessageSend.with {
            $0.clanID = wire.clanID
            $0.channelID = wire.channelID
            $0.code = MessageCode.poll.rawValue
            $0.content = ContentJSON.encode(content)
            $0.mode = channel?.mode.rawValue ?? 0
        }
        return try send(message, by: caller, at: now).map { ack in
            .with {
                $0.pollID = id
                $0.messageID = ack.messageID
            }
        }
    }
}
