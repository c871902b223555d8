import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonClient

@Suite struct ChannelSubscriptionsTests {
    private let open = Channel(id: 1, clan: 9, label: "general")
    private let closed = Channel(id: 2, clan: 9, label: "staff", isPrivate: true)
    private let thread = Channel(id: 3, clan: 9, parent: 1, kind: .thread, label: "a thread")
    private let direct = Channel(id: 4, clan: 0, kind: .direct, label: "alice", isPrivate: true)

    @Test func `private channels and threads are joined, public ones and direct messages are not`() {
        #expect(ChannelSubscriptions().needed(among: [open, closed, thread, direct]) == [closed, thread])
    }

    @Test func `joined channels are joined again once`() {
        var joins = ChannelSubscriptions()
        let other = Channel(id: 5, clan: 9, label: "elsewhere")
        for channel in [other, closed, direct, other] { joins.remember(channel) }
        joins.forget(direct.id)
        #expect(joins.needed(among: [open, closed]) == [closed, other])
    }

    @Test func `only the newest joined channels are remembered`() {
        var joins = ChannelSubscriptions()
        for id in 1...Int64(ChannelSubscriptions.limit + 2) { joins.remember(Channel(id: ChannelID(id), clan: 9, label: "")) }
        #expect(joins.remembered.count == ChannelSubscriptions.limit)
        #expect(joins.remembered.first?.id == 3)
    }

    struct Push: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var envelope: RtEnvelope
        var joined: Channel?
    }

    @Test(arguments: [
        Push(
            testDescription: "we are added to a channel",
            envelope: .with {
                $0.userChannelAddedEvent.clanID = 9
                $0.userChannelAddedEvent.channelDesc = .with {
                    $0.channelID = 7
                    $0.type = 1
                    $0.channelPrivate = 1
                }
                $0.userChannelAddedEvent.users = [.with { $0.userID = 42 }]
            }, joined: Channel(id: 7, clan: 9, label: "", isPrivate: true)),
        Push(
            testDescription: "somebody else is added to a channel",
            envelope: .with {
                $0.userChannelAddedEvent.channelDesc.channelID = 7
                $0.userChannelAddedEvent.users = [.with { $0.userID = 43 }]
            }),
        Push(
            testDescription: "a channel without an id",
            envelope: .with { $0.userChannelAddedEvent.users = [.with { $0.userID = 42 }] }),
        Push(
            testDescription: "a thread is opened",
            envelope: .with {
                $0.channelUpdatedEvent = .with {
                    $0.clanID = 9
                    $0.parentID = 1
                    $0.channelID = 8
                    $0.channelType = 7
                    $0.status = 1
                    $0.channelLabel = "news"
                }
            }, joined: Channel(id: 8, clan: 9, parent: 1, kind: .thread, label: "news")),
        Push(
            testDescription: "a thread is renamed",
            envelope: .with {
                $0.channelUpdatedEvent.channelID = 8
                $0.channelUpdatedEvent.channelType = 7
            }),
        Push(
            testDescription: "a channel is updated",
            envelope: .with {
                $0.channelUpdatedEvent.channelID = 8
                $0.channelUpdatedEvent.channelType = 1
                $0.channelUpdatedEvent.status = 1
            }),
        Push(testDescription: "a message", envelope: .with { $0.channelMessage.channelID = 8 }),
    ])
    func `an event that concerns the bot requests a join`(push: Push) {
        #expect(ChannelSubscriptions.channel(in: push.envelope, me: 42) == push.joined)
    }

    @Test(arguments: [
        (SocketError.refused(code: 3, message: ""), true),
        (.refused(code: 13, message: "Must join channel before sending messages"), true),
        (.refused(code: 7, message: "permission denied"), false),
        (.notAcknowledged(after: .seconds(10)), false),
    ])
    func `a missing join is recognized by error code or text`(error: SocketError, expected: Bool) {
        #expect(ChannelSubscriptions.requiresJoin(error) == expected)
    }

    @Test func `a join request contains clan, channel, type and visibility`() {
        let expected = RtEnvelope.with {
            $0.channelJoin = .with {
                $0.clanID = 9
                $0.channelID = 1
                $0.channelType = 1
                $0.isPublic = true
            }
        }
        #expect(ChannelSubscriptions.request(open) == expected)
        #expect(ChannelSubscriptions.request(direct).channelJoin.isPublic == false)
    }
}
