import BotTesting
import ChatModel
import Foundation
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// Channels that the directory learns of from messages.
struct StoreReceivedEventsTests {
    @Test(arguments: [.direct, .group, .channel, .thread] as [StreamMode])
    func `a channel learned from a message is private and of no clan, whatever the message claims`(mode: StreamMode) async throws
    {
        let testStore = try await TestStore()
        var message = Message.make(in: 77, clan: 5)
        message.mode = mode
        message.isPublic = true
        let arrival = ReceivedEvent(frame: [], event: .message(message), receivedAt: message.createdAt)
        try await testStore.store.directory.learn(from: [arrival], me: 9)
        let channel = try #require(try testStore.store.directory.channel(77))
        #expect(channel.clan == 0 && channel.isPrivate)
        #expect(channel.isUnconfirmed == [.channel, .thread].contains(mode))
        #expect(Event.message(message).clan { _ in channel } == 0)
    }

    @Test func `the server's description of a channel replaces what messages claimed`() async throws {
        let testStore = try await TestStore()
        let message = Message.make(in: 77, clan: 5)
        let created = Channel(id: 77, clan: 6, label: "hall")
        try await testStore.store.directory.learn(
            from: [.message(message), .channelCreated(created)].map {
                ReceivedEvent(frame: [], event: $0, receivedAt: message.createdAt)
            }, me: 9)
        let channel = try #require(try testStore.store.directory.channel(77))
        #expect(channel.clan == 6 && !channel.isPrivate && !channel.isUnconfirmed)
    }
}
