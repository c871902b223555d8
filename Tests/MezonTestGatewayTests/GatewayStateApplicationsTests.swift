import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateApplicationsTests {
    @Test func `an application is told by its id, and a person is not`() throws {
        let state = try GatewayState.make()
        #expect(try state.app(.with { $0.id = UserID.secondApp.rawValue }).appname == "second-app")
        for id in [UserID.guest.rawValue, 0, -1, .max] {
            #expect(throws: GatewayRequestError.notFound) { try state.app(.with { $0.id = id }) }
        }
    }

    @Test func `a new member is told of a clan once, before joining it`() throws {
        var state = try GatewayState.make()
        let person = try #require(state.people[.secondApp])
        _ = try state.removeFromClan(
            .with {
                $0.clanID = ClanID.lab.rawValue
                $0.userIds = [UserID.secondApp.rawValue]
            }, by: .mod)
        state.subscriptions.open(7, user: .secondApp)
        let pushes = state.addMember(person, to: .lab, at: .start)
        #expect(pushes.map { $0.receivers.filter { $0 == 7 } } == [[7]])
        guard case .addClanUserEvent(let added)? = pushes.first?.message else {
            Issue.record("it is told as another event")
            return
        }
        #expect(added.user.isBot)
    }
}
