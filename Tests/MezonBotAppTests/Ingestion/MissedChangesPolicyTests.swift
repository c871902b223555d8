import BotTesting
import ChatModel
import Foundation
import Testing

@testable import MezonBotApp

struct MissedChangesPolicyTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private static let listed = [Channel.general, .random]

    /// Returns the id of a message that was sent some seconds ago.
    private static func message(secondsAgo: TimeInterval) -> MessageID {
        MessageID(Snowflake.floor(of: now.addingTimeInterval(-secondsAgo)))
    }

    private func channels(
        _ listed: [Channel] = listed, ages: [ChannelID: TimeInterval], outage: TimeInterval?,
        _ policy: MissedChangesPolicy = MissedChangesPolicy()
    ) -> [ChannelID] {
        policy.channels(
            listed, known: ages.mapValues(Self.message),
            changedSince: outage.map { Self.now.addingTimeInterval(-$0) } ?? .distantPast, at: Self.now
        ).map(\.channel.id)
    }

    @Test func `channels are asked for in the order of their newest messages`() {
        #expect(channels(ages: [.general: 600, .random: 300], outage: 120) == [.random, .general])
        #expect(channels(ages: [.general: 300, .random: 600], outage: 120) == [.general, .random])
    }

    @Test func `the newest known message comes with its channel`() {
        let id = Self.message(secondsAgo: 300)
        let chosen = MissedChangesPolicy().channels([.general], known: [.general: id], changedSince: .distantPast, at: Self.now)
        #expect(chosen.map(\.lastKnown) == [id])
    }

    @Test(arguments: [(0, false), (59, false), (60, true), (7200, true), (-1, true), (nil, true)] as [(TimeInterval?, Bool)])
    func `a short outage is not worth the requests; a start and a clock set back are`(outage: TimeInterval?, isWorthIt: Bool) {
        #expect(channels(ages: [.general: 300], outage: outage) == (isWorthIt ? [.general] : []))
    }

    @Test func `quiet, unknown and unlisted channels are left out`() {
        #expect(channels(ages: [.general: 86_400, .random: 86_399], outage: nil) == [.random])
        #expect(channels(ages: [.random: 300], outage: nil) == [.random])
        #expect(channels([.general], ages: [.general: 300, .random: 300], outage: nil) == [.general])
    }

    @Test func `of many channels those with the newest messages are asked for`() {
        var policy = MissedChangesPolicy()
        policy.maxChannels = 2
        let ids: [ChannelID] = [1, 2, 3, 4, 5]
        let listed = ids.map { Channel(id: $0, clan: .test, label: "c") }
        let ages = Dictionary(uniqueKeysWithValues: ids.map { ($0, TimeInterval($0.rawValue * 100)) })
        #expect(channels(listed, ages: ages, outage: nil, policy) == [1, 2])
    }
}
