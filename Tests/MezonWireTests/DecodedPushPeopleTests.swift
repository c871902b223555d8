import Foundation
import MezonModel
import Testing

@testable import MezonWire

struct DecodedPushPeopleTests {
    @Test(arguments: [false, true]) func `a join event tells users and applications apart`(isBot: Bool) throws {
        var envelope = RtEnvelope()
        envelope.addClanUserEvent.clanID = 301
        envelope.addClanUserEvent.user.userID = 7
        envelope.addClanUserEvent.user.username = "helper"
        envelope.addClanUserEvent.user.isBot = isBot
        guard case .event(let event) = DecodedPush(envelope, receivedAt: Date(timeIntervalSince1970: 0)) else {
            Issue.record("it is no event")
            return
        }
        #expect(event == .memberJoined(Membership(clan: 301, users: [7], username: "helper", isBot: isBot)))
    }

    @Test func `an application's id and name are encoded as Mezon does`() {
        var app = ApiApp()
        app.id = 300
        app.appname = "bot"
        #expect(app.wireBytes == [0x08, 0xAC, 0x02, 0x12, 0x03, 0x62, 0x6F, 0x74])
    }
}
