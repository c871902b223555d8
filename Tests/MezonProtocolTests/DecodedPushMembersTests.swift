import ChatModel
import Foundation
import Testing

@testable import MezonProtocol

struct DecodedPushMembersTests {
    @Test(arguments: [false, true]) func `a join event distinguishes users and applications`(isBot: Bool) throws {
        var envelope = RtEnvelope()
        envelope.addClanUserEvent.clanID = 301
        envelope.addClanUserEvent.user.userID = 7
        envelope.addClanUserEvent.user.username = "helper"
        envelope.addClanUserEvent.user.isBot = isBot
        guard case .event(let event) = DecodedPush(envelope, receivedAt: Date(timeIntervalSince1970: 0)) else {
            Issue.record("the push is not the expected event")
            return
        }
        #expect(event == .memberJoined(Membership(clan: 301, users: [7], username: "helper", isBot: isBot)))
    }

    @Test func `users added to a channel are marked as applications if the server says so`() throws {
        var envelope = RtEnvelope()
        envelope.userChannelAddedEvent.clanID = 301
        envelope.userChannelAddedEvent.channelDesc.channelID = 12
        envelope.userChannelAddedEvent.users = [(Int64(7), false), (8, true)].map { user, isBot in
            var profile = RtUserProfileRedis()
            profile.userID = user
            profile.isBot = isBot
            return profile
        }
        guard
            case .event(.channelMembersAdded(let channel, let users, let applications)) = DecodedPush(
                envelope, receivedAt: Date(timeIntervalSince1970: 0))
        else {
            Issue.record("the push is not the expected event")
            return
        }
        #expect(channel.id == 12 && channel.clan == 301)
        #expect(users == [7, 8] && applications == [8])
    }

    @Test func `an application's id and name are encoded as Mezon does`() {
        var app = ApiApp()
        app.id = 300
        app.appname = "bot"
        #expect(app.wireBytes == [0x08, 0xAC, 0x02, 0x12, 0x03, 0x62, 0x6F, 0x74])
    }
}
