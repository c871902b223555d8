import ChatModel
import Foundation
import Testing

@testable import MezonTestGateway

@Suite struct GatewaySeedTests {
    @Test func `a seed is unchanged by encoding and decoding`() throws {
        #expect(try JSONDecoder().decode(GatewaySeed.self, from: JSONEncoder().encode(GatewaySeed.lab)) == .lab)
    }

    @Test(arguments: [
        ("an unknown member", "the clan 'c' names 9, which is not an account"),
        ("a duplicate name", "there is an account 'a' with this name or id"),
        ("a duplicate channel", "the channel 'x' has no id of its own"),
        ("no name", "an account needs an id, a name and a token"),
    ]) func `an inconsistent seed is refused with the reason`(defect: String, reason: String) {
        var seed = GatewaySeed(
            clans: [.init(id: 1, name: "c", owner: 2, members: [2], channels: [.init(id: 3, label: "x")])],
            people: [.init(id: 2, name: "a")])
        switch defect {
        case "an unknown member": seed.clans[0].members.append(9)
        case "a duplicate name": seed.people.append(.init(id: 4, name: "a"))
        case "a duplicate channel": seed.clans[0].channels.append(.init(id: 3, label: "x"))
        default: seed.people[0].name = ""
        }
        var generator = SplitMix64(seed: 1)
        #expect(throws: GatewayError.badSeed(reason)) {
            try GatewayState(seed, switches: CompatibilityFlags(), limits: GatewayLimits(), at: .start, using: &generator)
        }
    }

    @Test func `tokens of the seed are used, and missing tokens are random at each start`() throws {
        var seed = GatewaySeed.lab
        seed.people[0].token = "known"
        var generator = SystemRandomNumberGenerator()
        let states = try (0..<2).map { _ in
            try GatewayState(seed, switches: CompatibilityFlags(), limits: GatewayLimits(), at: .start, using: &generator)
        }
        #expect(states.map { $0.usersByID[.bot]?.token } == [Secret("known"), Secret("known")])
        #expect(states[0].usersByID[.guest]?.token != states[1].usersByID[.guest]?.token)
    }
}
