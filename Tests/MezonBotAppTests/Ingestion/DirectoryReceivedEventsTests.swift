import BotTesting
import ChatModel
import Foundation
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// Channels that the directory learns of from messages.
struct DirectoryReceivedEventsTests {
    @Test(arguments: [(.direct, 0), (.group, 0), (.channel, 5), (.thread, 5)] as [(StreamMode, ClanID)])
    func `a direct conversation belongs to no clan, whatever its first message claims`(mode: StreamMode, clan: ClanID)
        async throws
    {
        let testStore = try await TestStore()
        var message = Message.make(in: 77, clan: 5)
        message.mode = mode
        let arrival = ReceivedEvent(frame: [], event: .message(message), receivedAt: message.createdAt)
        try await testStore.store.directory.learnClaimedChannels(of: [arrival], me: 9)
        let channel = try #require(try testStore.store.directory.channel(77))
        #expect(channel.clan == clan)
        #expect(Event.message(message).clan { _ in channel } == clan)
    }

    @Test func `a running application does not learn channels and names from what messages claim`() async throws {
        let testStore = try await TestStore()
        let message = Message.make(in: 77, by: .binh, clan: 5)
        let received = ReceivedEvent(frame: [], event: .message(message), receivedAt: message.createdAt)
        let store = try testStore.store
        try await store.directory.learn(from: [received])
        try await store.gaps.append([received], me: 9, leaving: [])
        #expect(store.directory.channel(77) == nil)
        #expect(store.directory.author(message.author.id, in: 5) == nil)
    }
}
