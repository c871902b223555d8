import BotTesting
import ChatModel
import Foundation
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// Channels that the directory learns of from messages.
struct StoreReceivedEventsTests {
    @Test(arguments: [(.direct, 0), (.group, 0), (.channel, 5), (.thread, 5)] as [(StreamMode, ClanID)])
    func `a direct conversation belongs to no clan, whatever its first message claims`(mode: StreamMode, clan: ClanID)
        async throws
    {
        let testStore = try await TestStore()
        var message = Message.make(in: 77, clan: 5)
        message.mode = mode
        let arrival = ReceivedEvent(frame: [], event: .message(message), receivedAt: message.createdAt)
        try await testStore.store.directory.learn(from: [arrival], me: 9)
        let channel = try #require(try testStore.store.directory.channel(77))
        #expect(channel.clan == clan)
        #expect(Event.message(message).clan { _ in channel } == clan)
    }
}
