import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

/// Polls, and conversations that are closed.
@Suite struct GatewayStatePollsTests {
    private static func poll(answers: [String] = ["a", "b"], hours: Int32 = 1, clan: ClanID = .lab) -> ApiCreatePollRequest {
        .with {
            $0.clanID = clan.rawValue
            $0.channelID = ChannelID.general.rawValue
            $0.question = "q"
            $0.answers = answers
            $0.expireHours = hours
        }
    }

    @Test func `a poll is a message of its author with the poll's content`() throws {
        var state = try GatewayState.make()
        let reply = try state.createPoll(Self.poll(), by: .guest, at: .start)
        guard case .channelMessage(let pushed)? = reply.pushes.first?.message else { throw Missing() }
        #expect((pushed.messageID, pushed.senderID, pushed.code) == (reply.answer.messageID, UserID.guest.rawValue, 18))
        let content = ContentJSON.decode(pushed.content)
        #expect(content.extras["poll_id"]?.integer == reply.answer.pollID)
        #expect(content.extras["expire_at"]?.integer == Int64(Date.start.timeIntervalSince1970) + 3600)
        #expect(content.extras["expire_hours"] == nil)
    }

    @Test(arguments: [poll(answers: ["a"]), poll(hours: 0), poll(hours: .max), poll(clan: 5)])
    func `a poll beyond the limits or of another clan is refused`(poll: ApiCreatePollRequest) throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.self) { try state.createPoll(poll, by: .guest, at: .start) }
    }
}
