import ChatModel
import Foundation
import Testing

@testable import MezonTestGateway

@Suite struct GatewaySeedTests {
    @Test func `a seed is unchanged by encoding and decoding`() throws {
        #expect(try JSONDecoder().decode(GatewaySeed.self, from: JSONEncoder().encode(GatewaySeed.lab)) == .lab)
    }

    @Test(arguments: [
        ("a clan of strangers", "the clan 'c' names 9, who is nobody"), ("twins", "there is an account 'a' with this name or id"),
        ("a channel twice", "the channel 'x' has no id of its own"), ("no name", "an account needs an id, a name and a token"),
    ]) func `a seed that contradicts itself is refused with the reason`(mistake: String, reason: String) {
        var seed = GatewaySeed(
            clans: [.init(id: 1, name: "c", owner: 2, members: [2], channels: [.init(id: 3, label: "x")])],
            people: [.init(id: 2, name: "a")])
        switch mistake {
        case "a clan of strangers": seed.clans[0].members.append(9)
        case "twins": seed.people.append(.init(id: 4, name: "a"))
        case "a channel twice": seed.clans[0].channels.append(.init(id: 3, label: "x"))
        default: seed.people[0].name = ""
        }
        var generator = SplitMix64(seed: 1)
        #expect(throws: GatewayError.badSeed(reason)) {
            try GatewayState(seed, switches: CompatibilityFlags(), limits: GatewayLimits(), at: .start, using: &generator)
        }
    }

    @Test func `tokens are as the seed names them, and otherwise differ from start to start`() throws {
        var seed = GatewaySeed.lab
        seed.people[0].token = "known"
        var generator = SystemRandomNumberGenerator()
        let worlds = try (0..<2).map { _ in
            try GatewayState(seed, switches: CompatibilityFlags(), limits: GatewayLimits(), at: .start, using: &generator)
        }
        #expect(worlds.map { $0.people[.bot]?.token } == [Secret("known"), Secret("known")])
        #expect(worlds[0].people[.guest]?.token != worlds[1].people[.guest]?.token)
    }
}
