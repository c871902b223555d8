import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Testing

@testable import Moderation

struct ChannelNameResolverTests {
    private static let channels = [
        Channel(id: 11, clan: 1, label: "general"), Channel(id: 12, clan: 1, label: "help"),
        Channel(id: 21, clan: 2, label: "general"), Channel(id: 22, clan: 2, label: "a/b"),
        Channel(id: 31, clan: 3, label: "twice"), Channel(id: 32, clan: 3, label: "twice"),
        Channel(id: 90, clan: 0, kind: .direct, label: "an"),
    ]

    private func places() throws -> ChannelNameResolver {
        let loaded = ConfigurationLoader(environment: [:]).load(
            texts: [
                "config.yaml": "version: 1\nnames: { clans: { lab: \"1\" }, channels: { support: \"12\", twice: \"21\" } }\n"
            ],
            root: "config.yaml")
        return ChannelNameResolver(
            channels: Self.channels,
            clans: [Clan(id: 1, name: "The Lab"), Clan(id: 2, name: "School"), Clan(id: 3, name: "Other")],
            names: try #require(loaded.configuration).names)
    }

    @Test(
        arguments: [
            (11, "lab/#general"), (12, "lab/#help"), (21, "School/#general"), (90, "an"), (99, "99"),
        ] as [(ChannelID, String)])
    func `a channel label contains clan and channel`(id: ChannelID, label: String) throws {
        #expect(try places().label(of: id) == label)
    }

    @Test(
        arguments: [
            ("support", 12), ("help", 12), ("#help", 12), ("twice", 21), ("lab/#general", 11), ("lab/general", 11),
            ("The Lab/#general", 11), ("School/#general", 21), ("2/general", 21), ("School/twice", 21), ("a/b", 22),
            ("School/#a/b", 22), ("an", 90), ("31", 31), ("1900000000000000011", 1_900_000_000_000_000_011),
        ] as [(String, ChannelID)])
    func `a channel is found by each of its names`(name: String, id: ChannelID) throws {
        #expect(try places().channel(named: name) == id)
    }

    @Test(
        arguments: [
            ("general", .ambiguous("general", ["lab/#general", "School/#general"])),
            ("Other/twice", .ambiguous("Other/twice", ["31", "32"])), ("suport", .unknown("suport", nearest: "support")),
            ("School/#genral", .unknown("School/#genral", nearest: "School/#general")), ("", .unknown("", nearest: nil)),
        ] as [(String, ChannelNameError)])
    func `an unknown or ambiguous channel name is rejected with a suggestion`(name: String, error: ChannelNameError) throws {
        let places = try places()
        #expect(throws: error) { try places.channel(named: name) }
    }

    @Test func `a printed channel label is accepted as a name`() throws {
        let places = try places()
        for channel in Self.channels where channel.label != "twice" {
            #expect(try places.channel(named: places.label(of: channel.id)) == channel.id)
        }
    }
}
