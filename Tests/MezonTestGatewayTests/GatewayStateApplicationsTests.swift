import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateApplicationsTests {
    @Test func `an application is found by its id, and a user account is not`() throws {
        let state = try GatewayState.make()
        #expect(try state.app(.with { $0.id = UserID.secondApp.rawValue }).appname == "second-app")
        for id in [UserID.guest.rawValue, 0, -1, .max] {
            #expect(throws: GatewayRequestError.notFound) { try state.app(.with { $0.id = id }) }
        }
    }

    @Test func `a new member receives the join event once, before joining the clan`() throws {
        var state = try GatewayState.make()
        let user = try #require(state.usersByID[.secondApp])
        _ = try state.removeFromClan(
            .with {
                $0.clanID = ClanID.lab.rawValue
                $0.userIds = [UserID.secondApp.rawValue]
            }, by: .mod)
        state.subscriptions.open(7, user: .secondApp)
        let pushes = state.addMember(user, to: .lab, at: .start)
        #expect(pushes.map { $0.receivers.filter { $0 == 7 } } == [[7]])
        guard case .addClanUserEvent(let added)? = pushes.first?.message else {
            Issue.record("another event was pushed")
            return
        }
        #expect(added.user.isBot)
    }
}
